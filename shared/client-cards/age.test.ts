import { expect, it } from 'vitest'
import { ageOn } from './age.ts'

it.each([
  ['1992-11-23', '2026-11-22', 33],
  ['1992-11-23', '2026-11-23', 34],
  ['1992-11-23', '2026-11-24', 34],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['2026-11-01', '2026-11-23', 0],
])('a person born on %s has on %s the age %i', (born, date, age) => {
  expect(ageOn(born, date)).toBe(age)
})
