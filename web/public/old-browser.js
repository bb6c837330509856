// Shows the hint that the browser is too old. All versions named in shared/website/oldest-browsers.ts have the two
// features that are tested here. This script runs in browsers of any age; the build puts it before the first script of
// each page.
;(function () {
  var css = window.CSS
  if (css && css.registerProperty && css.supports('color', 'color-mix(in srgb, red, red)')) return
  var sentence = document.getElementById('old-browser')
  if (!sentence) return
  sentence.removeAttribute('hidden')
  // Inline styles, because the page's style sheet is too new for this browser.
  sentence.style.cssText =
    'position:relative;z-index:99;margin:0;padding:16px;background:#7a1f2b;color:#fff;font:16px/1.5 sans-serif;text-align:center'
})()
