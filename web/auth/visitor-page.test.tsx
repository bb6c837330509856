import { expect, test } from 'vitest'
import { hasOneTimeLink } from './visitor-page.tsx'

test.each([
  ['/reset-password', '#a-token-of-somebody-else', true],
  ['/reset-password', '', false],
  ['/reset-password', '#', false],
  ['/login', '#anything', false],
])(
  'whether the link %s%s opens its page although somebody is logged in, because it is a one-time link: %s',
  (pathname, hash, isKept) => {
    expect(hasOneTimeLink({ pathname, hash })).toBe(isKept)
  },
)
