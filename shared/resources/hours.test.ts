import { expect, test } from 'vitest'
import { areApart, isInOrder, spanOfTimes, type WeekSpan } from './hours.ts'

const on = (weekday: number, opens_at: string, closes_at: string): WeekSpan => ({ weekday, opens_at, closes_at })

test('working hours that end at or before the time at which they start end on the next day', () => {
  expect(spanOfTimes('09:15:00', '18:30:00')).toEqual({ from: 555, to: 1_110 })
  expect(spanOfTimes('20:00:00', '02:45:00')).toEqual({ from: 1_200, to: 1_605 })
  expect(spanOfTimes('08:00:00', '08:00:00')).toEqual({ from: 480, to: 1_920 })
})

test('a night shift may last until 4 AM of the next day', () => {
  expect(isInOrder('09:00:00', '18:00:00')).toBe(true)
  expect(isInOrder('20:00:00', '04:00:00')).toBe(true)
  expect(isInOrder('20:00:00', '04:15:00')).toBe(false)
  expect(isInOrder('18:00:00', '09:00:00')).toBe(false)
})

test('working hours of a weekday may touch but not overlap, in any order', () => {
  const morning = on(1, '09:00:00', '12:00:00')
  const afternoon = on(1, '12:00:00', '18:00:00')
  expect(areApart([])).toBe(true)
  expect(areApart([morning, afternoon])).toBe(true)
  expect(areApart([afternoon, morning])).toBe(true)
  for (const other of [on(1, '11:45:00', '13:00:00'), on(1, '08:00:00', '09:15:00'), on(1, '10:00:00', '11:00:00')]) {
    expect(areApart([morning, other]), JSON.stringify(other)).toBe(false)
    expect(areApart([other, on(2, '09:00:00', '12:00:00'), morning]), JSON.stringify(other)).toBe(false)
  }
  expect(areApart([morning, on(2, '09:00:00', '12:00:00')])).toBe(true)
})
