import { expect, test } from 'vitest'
import { hasOneTimeLink } from './visitor-page.tsx'

test.each([
  ['/reset-password', '#a-token-of-somebody-else', true],
  ['/reset-password', '', false],
  ['/reset-password', '#', false],
  ['/login', '#anything', false],
])('whether %s%s is a one-time link, whose page also opens for a logged-in person: %s', (pathname, hash, isKept) => {
  expect(hasOneTimeLink({ pathname, hash })).toBe(isKept)
})
