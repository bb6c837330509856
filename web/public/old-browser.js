// Shows the sentence of the page that asks for a newer browser. The two features tested here came with the versions of
// shared/website/oldest-browsers.ts. Written for browsers of any age: the build puts it before the first script of each page.
;(function () {
  var css = window.CSS
  if (css && css.registerProperty && css.supports('color', 'color-mix(in srgb, red, red)')) return
  var sentence = document.getElementById('old-browser')
  if (!sentence) return
  sentence.removeAttribute('hidden')
  // The style sheet of the page is too young for this browser.
  sentence.style.cssText =
    'position:relative;z-index:99;margin:0;padding:16px;background:#7a1f2b;color:#fff;font:16px/1.5 sans-serif;text-align:center'
})()
