import { expect, test } from 'vitest'
import { startsAfterPaint } from './start-after-paint.ts'

const head = `<script type="module" crossorigin src="/assets/landing-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/react-2.js">
    <link rel="modulepreload" crossorigin href="/assets/shared-3.js">`

test('the scripts of a page are listed by name, and the browser itself loads only the first one', () => {
  const html = startsAfterPaint(`<head>${head}</head>`, '/assets/start-page-4.js')
  expect(html).toBe(
    '<head><meta name="page-files" content="/assets/landing-1.js /assets/react-2.js /assets/shared-3.js" />' +
      '<script type="module" src="/assets/start-page-4.js"></script></head>',
  )
})

test('the web app manifest is listed by name as well', () => {
  const html = startsAfterPaint(`<head><link rel="manifest" href="/staff.webmanifest" />${head}</head>`, '/assets/s.js')
  expect(html).toContain('<head><meta name="page-manifest" content="/staff.webmanifest" /><meta name="page-files"')
  expect(html).not.toContain('<link')
})

test('a page without a script is rejected', () => {
  expect(() => startsAfterPaint('<head></head>', '/assets/start-page-4.js')).toThrow('no script')
})
