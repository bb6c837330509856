import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paths } from './paths.ts'
import { bookAgainPath, bookTreatmentPath, documentOf, localPath, pathnameOf } from './public-paths.ts'

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/..//evil.example',
  '/./\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'evil.example',
  ' /dashboard',
  '',
  '/login',
  '/Login/?next=/dashboard',
])('the next parameter %j names no page that is opened after logging in', (next) => {
  expect(localPath(next)).toBeNull()
})

test('without a next parameter, there is no page to open after logging in', () => expect(localPath(null)).toBeNull())

test.each([
  ['/BookAppointment', '/BookAppointment'],
  ['/cashier/transactions?page=2#top', '/cashier/transactions?page=2#top'],
  ['/a/../dashboard', '/dashboard'],
  ['/?q=//evil.example', '/?q=//evil.example'],
])('the next parameter %s names a page of this site', (next, path) => {
  expect(localPath(next)).toBe(path)
})

test('whatever the next parameter contains, a browser stays on this site', () => {
  const home = 'https://clinic.example.ph'
  const pieces = fc.constantFrom('/', '\\', '.', '..', ':', '@', '?', '#', '%2f', '\t', '\n', ' ', 'evil.example', 'x')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const path = localPath(`/${parts.join('')}`)
      if (path !== null) expect(new URL(path, home).origin).toBe(home)
    }),
    { numRuns: 20_000 },
  )
})

test('the path of a page is compared without query, hash and trailing slash', () => {
  expect(pathnameOf('/cashier/?a=1#b')).toBe('/cashier')
  expect(pathnameOf('/?a=1')).toBe('/')
  expect(documentOf('/bookAPPOINTMENT/')).toBe('/BookAppointment')
  expect(documentOf('/#services')).toBe('/')
  expect(documentOf('/dashboard')).toBeNull()
})

test('no file except paths.ts and public-paths.ts contains the path of a page', () => {
  const addresses = Object.values(paths).flatMap((path): string[] =>
    typeof path === 'string' ? [path] : Object.values(path),
  )
  const literals = addresses.filter((path) => path !== '/').map((path) => new RegExp(`['"\`]${path}(?=['"\`?#/])`))
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .map((file) => `web/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/lib\/(public-)?paths\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(200)
  const found = files.filter((file) => literals.some((literal) => literal.test(readFileSync(file, 'utf8'))))
  expect(found).toEqual([])
})

test('a treatment’s booking link opens the booking at the services of the treatment', () => {
  expect(bookTreatmentPath('t1')).toBe('/BookAppointment?treatment=t1')
})

test('the link “Book again” fills treatment, service and practitioner into the booking wizard', () => {
  const visit = { treatment_id: 't1', service_id: 's1', practitioner_id: null }
  expect(bookAgainPath(visit)).toBe('/BookAppointment?treatment=t1&service=s1')
  expect(bookAgainPath({ ...visit, practitioner_id: 'p1' })).toBe(
    '/BookAppointment?treatment=t1&service=s1&practitioner=p1',
  )
})
