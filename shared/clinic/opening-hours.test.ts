import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateOfDay, dayNumber, weekdayOf } from '#shared/lib/manila-time.ts'
import {
  CLOSING_TIMES,
  hasSetHours,
  isClosedWeekday,
  isWithinHours,
  MAX_SLOT,
  SLOT_TIMES,
  slotNumber,
  type OpeningHours,
} from './opening-hours.ts'

const dates = fc.integer({ min: dayNumber('2020-01-01'), max: dayNumber('2099-12-31') }).map(dateOfDay)
const slot = fc.integer({ min: 0, max: MAX_SLOT })
const week = fc
  .array(fc.record({ is_open: fc.boolean(), ends: fc.tuple(slot, slot) }), { minLength: 7, maxLength: 7 })
  .map((days): OpeningHours[] =>
    days.map(({ is_open, ends }, weekday) => ({
      weekday,
      is_open,
      first_slot: Math.min(...ends),
      last_slot: Math.max(...ends),
    })),
  )

test('a day has 33 slots: every half hour from 08:00 to 23:30, and midnight last', () => {
  expect(SLOT_TIMES).toHaveLength(33)
  expect([SLOT_TIMES[0], SLOT_TIMES[1], SLOT_TIMES[31], SLOT_TIMES[32]]).toEqual([
    '08:00:00',
    '08:30:00',
    '23:30:00',
    '00:00:00',
  ])
  expect(new Set(SLOT_TIMES).size).toBe(33)
})

test('the clinic closes half an hour after its last slot begins: by default all 33 slots fit a visit of half an hour', () => {
  expect([CLOSING_TIMES[0], CLOSING_TIMES[19], CLOSING_TIMES[31], CLOSING_TIMES[32]]).toEqual([
    '08:30:00',
    '18:00:00',
    '00:00:00',
    '00:30:00',
  ])
  const always = [{ weekday: 2, is_open: true, first_slot: 0, last_slot: MAX_SLOT }]
  const bookable = (minutes: number) =>
    SLOT_TIMES.filter((time) => isWithinHours({ date: '2026-11-24', time, minutes }, always))
  expect(bookable(30)).toEqual(SLOT_TIMES)
  expect(bookable(60)).toEqual(SLOT_TIMES.slice(0, -1))
})

test('a time at which a slot begins has the number of the slot, and any other time has none', () => {
  SLOT_TIMES.forEach((time, number) => expect(slotNumber(time)).toBe(number))
  for (const time of ['07:30:00', '00:30:00', '08:15:00', '08:00', '24:00:00', '']) expect(slotNumber(time)).toBe(-1)
})

test('the time of a slot is within the opening hours exactly from the first to the last slot of its weekday', () => {
  fc.assert(
    fc.property(dates, slot, week, (date, number, hours) => {
      const day = hours[weekdayOf(date)]!
      const expected = day.is_open && day.first_slot <= number && number <= day.last_slot
      expect(isWithinHours({ date, time: SLOT_TIMES[number]! }, hours)).toBe(expected)
      expect(isClosedWeekday(date, hours)).toBe(!day.is_open)
    }),
    { numRuns: 5_000 },
  )
})

test('a visit that ends after closing is outside the opening hours, however early it starts', () => {
  // Open from 8:00 AM to 6:00 PM; November 24, 2026 is a Tuesday.
  const hours = [{ weekday: 2, is_open: true, first_slot: 0, last_slot: 19 }]
  const at = (time: string, minutes: number) => isWithinHours({ date: '2026-11-24', time, minutes }, hours)
  expect([at('16:30:00', 90), at('17:00:00', 90), at('17:00:00', 45), at('17:30:00', 30)]).toEqual([
    true,
    false,
    true,
    true,
  ])
})

test('a time that is not on a half hour, and any time on a weekday without opening hours, are outside the opening hours', () => {
  const always = Array.from({ length: 7 }, (_, weekday) => ({
    weekday,
    is_open: true,
    first_slot: 0,
    last_slot: MAX_SLOT,
  }))
  expect(isWithinHours({ date: '2026-11-21', time: '08:10:00' }, always)).toBe(false)
  expect(isWithinHours({ date: '2026-11-21', time: '08:00:00' }, [])).toBe(false)
  expect(isClosedWeekday('2026-11-21', [])).toBe(false)
})

test('a clinic has set its hours if it is closed, opens later or closes earlier on at least one weekday', () => {
  const always = { is_open: true, first_slot: 0, last_slot: MAX_SLOT }
  const withTuesday = (tuesday: Partial<OpeningHours>) =>
    Array.from({ length: 7 }, (_, weekday) => ({ weekday, ...always, ...(weekday === 2 && tuesday) }))
  expect(hasSetHours([])).toBe(false)
  expect(hasSetHours(withTuesday({}))).toBe(false)
  for (const tuesday of [{ is_open: false }, { first_slot: 1 }, { last_slot: MAX_SLOT - 1 }])
    expect(hasSetHours(withTuesday(tuesday)), JSON.stringify(tuesday)).toBe(true)
})
