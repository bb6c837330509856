import { expect, test } from 'vitest'
import { hasOneTimeLink } from './visitor-page.tsx'

test.each([
  ['/reset-password', '#a-token-of-somebody-else', true],
  ['/reset-password', '', false],
  ['/reset-password', '#', false],
  ['/login', '#anything', false],
])('a one-time link can be opened while somebody is logged in: %s%s %s', (pathname, hash, isKept) => {
  expect(hasOneTimeLink({ pathname, hash })).toBe(isKept)
})
