import { expect, test } from 'vitest'
import { startsAfterPaint } from './start-after-paint.ts'

const head = `<script type="module" crossorigin src="/assets/landing-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/react-2.js">
    <link rel="modulepreload" crossorigin href="/assets/shared-3.js">`

test('the page lists its scripts by name in a meta tag, so that the browser itself loads only the starting script', () => {
  const html = startsAfterPaint(`<head>${head}</head>`, '/assets/start-page-4.js')
  expect(html).toBe(
    '<head><meta name="page-files" content="/assets/landing-1.js /assets/react-2.js /assets/shared-3.js" />' +
      '<script type="module" src="/assets/start-page-4.js"></script></head>',
  )
})

test('the page lists its web app manifest by name in a meta tag, as it lists its scripts', () => {
  const html = startsAfterPaint(`<head><link rel="manifest" href="/staff.webmanifest" />${head}</head>`, '/assets/s.js')
  expect(html).toContain('<head><meta name="page-manifest" content="/staff.webmanifest" /><meta name="page-files"')
  expect(html).not.toContain('<link')
})

test('a page without a script fails the build', () => {
  expect(() => startsAfterPaint('<head></head>', '/assets/start-page-4.js')).toThrow('no script')
})
