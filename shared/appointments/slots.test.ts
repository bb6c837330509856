import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { addDays, dateOfDay, dayNumber, manilaDate, manilaTime } from '#shared/lib/manila-time.ts'
import {
  formatStart,
  formatTimeRange,
  hasBegun,
  lastBookableDate,
  rescheduleTimes,
  slotInstant,
  visitEnd,
} from './slots.ts'

const dates = fc.integer({ min: dayNumber('2020-01-01'), max: dayNumber('2099-12-31') }).map(dateOfDay)
const slots = fc.integer({ min: 0, max: SLOT_TIMES.length - 1 })
const HALF_HOUR = 1_800_000

test('the slots of a date begin half an hour apart, from 8:00 AM to the midnight that ends it', () => {
  fc.assert(
    fc.property(dates, slots, (date, slot) => {
      const at = slotInstant(date, SLOT_TIMES[slot]!)
      expect(at.getTime() - slotInstant(date, '08:00:00').getTime()).toBe(slot * HALF_HOUR)
      expect(manilaTime(at)).toBe(SLOT_TIMES[slot])
      expect(manilaDate(at)).toBe(slot === 32 ? addDays(date, 1) : date)
    }),
    { numRuns: 10_000 },
  )
})

test('no two slots of any dates start at the same time, and they sort by date and slot', () => {
  fc.assert(
    fc.property(dates, slots, dates, slots, (dateA, slotA, dateB, slotB) => {
      const difference =
        slotInstant(dateA, SLOT_TIMES[slotA]!).getTime() - slotInstant(dateB, SLOT_TIMES[slotB]!).getTime()
      const order = dayNumber(dateA) - dayNumber(dateB) || slotA - slotB
      expect(Math.sign(difference)).toBe(Math.sign(order))
    }),
    { numRuns: 10_000 },
  )
})

test('a half-hour visit ends when the next slot starts; a half-hour visit at midnight ends at 12:30 AM', () => {
  for (let slot = 0; slot < 32; slot++) expect(visitEnd(SLOT_TIMES[slot]!, 30)).toBe(SLOT_TIMES[slot + 1])
  expect(visitEnd('00:00:00', 30)).toBe('00:30:00')
})

test.each([
  ['09:00', '9:00 AM'],
  ['12:30:00', '12:30 PM'],
  ['23:30:00', '11:30 PM'],
  ['00:00', '12:00 AM (midnight)'],
  ['00:00:00', '12:00 AM (midnight)'],
])('the start time %s of a visit is displayed as %s', (time, words) => expect(formatStart(time)).toBe(words))

test('a visit is displayed with its start and end, also past midnight', () => {
  expect(formatTimeRange('09:00:00', 90)).toBe('9:00 AM - 10:30 AM')
  expect(formatTimeRange('11:30:00', 45)).toBe('11:30 AM - 12:15 PM')
  expect(formatTimeRange('23:30:00', 90)).toBe('11:30 PM - 1:00 AM')
})

test('a slot has started from its first millisecond on', () => {
  fc.assert(
    fc.property(dates, slots, (date, slot) => {
      const at = slotInstant(date, SLOT_TIMES[slot]!).getTime()
      expect(hasBegun(date, SLOT_TIMES[slot]!, new Date(at - 1))).toBe(false)
      expect(hasBegun(date, SLOT_TIMES[slot]!, new Date(at))).toBe(true)
    }),
  )
})

test('bookings are possible twelve months ahead, counted from today in Manila', () => {
  expect(lastBookableDate(new Date('2026-11-21T09:00:00+08:00'))).toBe('2027-11-21')
  expect(lastBookableDate(new Date('2026-11-20T16:00:00Z'))).toBe('2027-11-21')
  expect(lastBookableDate(new Date('2028-02-29T09:00:00+08:00'))).toBe('2029-02-28')
})

test('a reschedule offers half hours from 8:00 AM to 5:00 PM', () => {
  const ranges = rescheduleTimes(30).map((time) => formatTimeRange(time, 30))
  expect(ranges).toHaveLength(18)
  expect([ranges[0], ranges[7], ranges[8], ranges.at(-1)]).toEqual([
    '8:00 AM - 8:30 AM',
    '11:30 AM - 12:00 PM',
    '12:00 PM - 12:30 PM',
    '4:30 PM - 5:00 PM',
  ])
})

test('rescheduling offers quarter hours or hours in the same time span if these are the clinic’s start times', () => {
  const ends = (times: string[]) => [times.length, times[0], times[1], times.at(-1)]
  expect(ends(rescheduleTimes(15))).toEqual([36, '08:00:00', '08:15:00', '16:45:00'])
  expect(ends(rescheduleTimes(60))).toEqual([9, '08:00:00', '09:00:00', '16:00:00'])
})
