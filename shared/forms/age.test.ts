import { expect, test } from 'vitest'
import { isAdultOn } from './age.ts'

test('a person is an adult from the eighteenth birthday on', () => {
  expect(isAdultOn('2008-11-21', '2026-11-20')).toBe(false)
  expect(isAdultOn('2008-11-21', '2026-11-21')).toBe(true)
  expect(isAdultOn('2008-02-29', '2026-02-28')).toBe(false)
  expect(isAdultOn('2008-02-29', '2026-03-01')).toBe(true)
})
