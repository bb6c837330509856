import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeBuild, noise } from './built-fixture.ts'
import { formatLine, isOver, measureSizes } from './check-sizes.ts'

let build: ReturnType<typeof makeBuild>
beforeEach(() => {
  build = makeBuild()
})
afterEach(() => build.remove())

/** The build consists of random bytes, which no compression makes smaller, so their sizes are taken as they are. */
const measure = () => measureSizes(build.root, ({ length }) => ({ brotli: length, gzip: length }))
const over = () => measure().filter(isOver)
const measured = (what: string) => measure().find((one) => one.what === what)!

test('a build within its budgets passes, with shared scripts counted once and each file compressed', () => {
  build.put('assets/parts.js', ' '.repeat(60_000))
  const spaces = measureSizes(build.root).find(({ what }) => what === 'assets/parts.js')!
  expect(Math.max(spaces.brotli, spaces.gzip)).toBeLessThan(1)
  expect(over().map(formatLine)).toEqual([])
  expect(Math.round(measured('booking, cold: HTML, CSS, scripts and fonts').brotli)).toBe(1 + 10 + 60 + 30 + 20)
  expect(Math.round(measured('app shell: scripts').brotli)).toBe(10 + 60)
})

test('a file that the build has compressed is measured by its compressed copies, which the server sends', () => {
  build.put('assets/parts.js', noise(70))
  build.put('assets/parts.js.br', noise(61))
  build.put('assets/parts.js.gz', noise(65))
  expect(measured('assets/parts.js')).toMatchObject({ brotli: 61, gzip: 65 })
  expect(over().map(({ what }) => what)).toContain('assets/parts.js')
})

test.each([
  ['landing.html', 30, 'landing: HTML and CSS'],
  ['assets/landing.js', 40, 'landing: scripts'],
  ['assets/start-page-1.js', 40, 'landing: scripts'],
  ['assets/manrope-1.woff2', 63, 'landing: fonts'],
  ['art/hero-1-960.avif', 13, 'landing: first picture on a phone'],
  ['assets/api.js', 80, 'booking, cold: HTML, CSS, scripts and fonts'],
  ['assets/login.js', 100, 'log-in, cold: HTML, CSS, scripts and fonts'],
  ['assets/app.js', 80, 'app shell: scripts'],
  ['assets/app.css', 16, 'app: style sheet'],
  ['assets/till.js', 16, 'sales/till/till-page.tsx'],
  ['assets/dialog.js', 61, 'sales/till/dialog.tsx on sales/till/till-page.tsx'],
  ['assets/search.js', 61, 'search/search-dialog.tsx on app/layouts/app-layout.tsx'],
  ['assets/pdf.js', 120, 'sales/receipt/receipt-pdf.ts, on a click'],
  ['assets/parts.js', 61, 'assets/parts.js'],
])('a build whose %s has %s KB is reported as too large', (file, kilobytes, what) => {
  const text = file.endsWith('.html') ? build.page + noise(kilobytes).toString('base64') : noise(kilobytes)
  build.put(file, text)
  expect(over().map((one) => one.what)).toContain(what)
  expect(over().map(formatLine).join('\n')).toContain(`✗ ${what}`)
})

test('the size of a page includes only files that no other page needs; the size of a dialog includes only files that its page has not loaded', () => {
  expect(Math.round(measured('sales/till/till-page.tsx').brotli)).toBe(10)
  expect(Math.round(measured('sales/till/dialog.tsx on sales/till/till-page.tsx').brotli)).toBe(10)
})

test('the size of a page does not count a dialog that only another page in the same file can open', () => {
  const dialogs = measure().filter(({ what }) => what.includes('dialog.tsx on '))
  expect(dialogs.map(({ what }) => what)).toEqual([
    'search/search-dialog.tsx on app/layouts/app-layout.tsx',
    'sales/till/dialog.tsx on sales/till/till-page.tsx',
  ])
})

test('a page that is missing from the build fails the check', () => {
  build.put('.vite/parts.json', '{}')
  expect(measure).toThrow('does not say what')
})

test('a size budget that is known to be exceeded states by how much and why, and must not grow', () => {
  build.put('assets/app.js', noise(59))
  expect(formatLine(measured('app shell: scripts'))).toMatch(
    /^! app shell: scripts: 119.* of 118 KB .*over by 1.*: React/,
  )
  build.put('assets/app.js', noise(80))
  expect(isOver(measured('app shell: scripts'))).toBe(true)
})

test('a build that lacks a page to be measured fails the check', () => {
  build.put('.vite/manifest.json', '{}')
  expect(measure).toThrow('landing.html')
})
