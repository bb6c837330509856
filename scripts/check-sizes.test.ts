import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inWords, measureSizes } from './check-sizes.ts'

let webRoot: string
const noise = (kilobytes: number) => randomBytes(kilobytes * 1024)
const put = (file: string, content: string | Buffer) => {
  mkdirSync(path.dirname(path.join(webRoot, file)), { recursive: true })
  writeFileSync(path.join(webRoot, file), content)
}
const font = '<link rel="preload" as="font" type="font/woff2" href="/assets/manrope-1.woff2" crossorigin>'

beforeEach(() => {
  webRoot = mkdtempSync(path.join(tmpdir(), 'mutya-sizes-'))
  put('landing.html', font)
  put('booking.html', font)
  put('assets/manrope-1.woff2', noise(20))
  put('art/hero-1-960.avif', noise(8))
  put('assets/landing.js', noise(10))
  put('assets/booking.js', noise(10))
  put('assets/react.js', noise(60))
  put('assets/api.js', noise(30))
  const entry = (file: string) => ({ file, imports: ['react'] })
  const manifest = {
    'landing.html': entry('assets/landing.js'),
    'booking.html': entry('assets/booking.js'),
    'appointments/booking-api.ts': entry('assets/api.js'),
    react: { file: 'assets/react.js' },
  }
  put('.vite/manifest.json', JSON.stringify(manifest))
})
afterEach(() => rmSync(webRoot, { recursive: true }))

const over = () => measureSizes(webRoot).filter(({ brotli, limit }) => brotli > limit)

test('a page within its budgets passes, shared scripts counted once', () => {
  const measured = measureSizes(webRoot)
  expect(over()).toEqual([])
  expect(Math.round(measured.at(-1)!.brotli)).toBe(10 + 60 + 30 + 20)
})

test.each([
  ['landing.html', 30, 'landing: HTML and CSS'],
  ['assets/landing.js', 40, 'landing: scripts'],
  ['assets/manrope-1.woff2', 63, 'landing: fonts'],
  ['art/hero-1-960.avif', 13, 'landing: first picture on a phone'],
  ['assets/api.js', 80, 'booking, cold: HTML, CSS, scripts and fonts'],
])('%s of %s KB is found', (file, kilobytes, what) => {
  const text = file.endsWith('.html') ? font + noise(kilobytes).toString('base64') : noise(kilobytes)
  put(file, text)
  expect(over().map((one) => one.what)).toContain(what)
  expect(over().map(inWords).join()).toContain(`✗ ${what}`)
})

test('a build without the entry that is measured is no pass', () => {
  put('.vite/manifest.json', '{}')
  expect(() => measureSizes(webRoot)).toThrow('booking.html')
})
