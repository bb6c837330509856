import { expect, test } from 'vitest'
import type { StartInterval } from '#shared/clinic/booking-rules.ts'
import type { OpeningHours } from '#shared/clinic/opening-hours.ts'
import { instantOf } from '#shared/lib/manila-time.ts'
import { dayForKey, isOpenSlot, monthRange, tabStopOf, whyClosed, type BookingCalendar } from './booking-calendar.ts'

const everyDay = (changes: Partial<OpeningHours> = {}): OpeningHours[] =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, is_open: true, first_slot: 0, last_slot: 32, ...changes }))

/** Saturday, November 21, 2026, 9:00 AM in Manila. */
const now = instantOf('2026-11-21', '09:00:00')
const calendar: BookingCalendar = {
  now,
  interval: 30,
  hours: everyDay().map((day) => (day.weekday === 1 ? { ...day, is_open: false } : day)),
  disabled: new Set(['2026-11-25', '2026-11-30']),
  holidays: new Map([['2026-11-30', 'Araw ni Bonifacio']]),
  horizonDays: null,
}

test.each([
  ['2026-11-20', 'This day has passed.'],
  ['2026-11-21', null],
  ['2026-11-23', 'The clinic is closed on Mondays.'],
  ['2026-11-24', null],
  ['2026-11-25', 'Closed'],
  ['2026-11-30', 'Araw ni Bonifacio (public holiday)'],
  ['2027-11-20', null],
  ['2027-11-21', null],
  ['2027-11-23', 'Appointments can be booked up to 12 months ahead.'],
])('the day %s in the booking calendar has the reason why it cannot be chosen: %s', (date, why) => {
  expect(whyClosed(date, calendar)).toBe(why)
})

test('a day beyond the booking horizon of the clinic or service cannot be chosen, and the reason names the limit', () => {
  const within = { ...calendar, horizonDays: 30 }
  expect(whyClosed('2026-12-20', within)).toBeNull()
  expect(whyClosed('2026-12-22', within)).toBe('This service can be booked up to 30 days ahead.')
  expect(whyClosed('2027-11-23', { ...calendar, horizonDays: 366 })).toBe(
    'Appointments can be booked up to 12 months ahead.',
  )
})

test('today becomes a past day in the booking calendar at midnight in Manila, in any time zone of the device', () => {
  const lastMinute = instantOf('2026-11-21', '23:59:59')
  expect(whyClosed('2026-11-21', { ...calendar, now: lastMinute })).toBeNull()
  const midnight = new Date(lastMinute.getTime() + 1000)
  expect(whyClosed('2026-11-21', { ...calendar, now: midnight })).toBe('This day has passed.')
})

test('in the booking calendar today cannot be chosen once its last half hour has started', () => {
  const until17 = everyDay({ last_slot: 18 })
  const at = (time: string) =>
    whyClosed('2026-11-21', { ...calendar, hours: until17, now: instantOf('2026-11-21', time) })
  expect(at('16:59:59')).toBeNull()
  expect(at('17:00:00')).toBe('No free time is left today.')
})

test.each([
  ['08:30:00', false],
  ['09:00:00', false],
  ['09:30:00', true],
  ['23:30:00', true],
  ['00:00:00', true],
])('at 9:00 AM, whether today’s start time %s can still be chosen: %s', (time, open) => {
  expect(isOpenSlot('2026-11-21', time, { hours: everyDay(), interval: 30 }, now)).toBe(open)
})

test('in the booking no start time outside the opening hours can be chosen', () => {
  const at = (time: string, interval: StartInterval = 30) =>
    isOpenSlot('2026-11-24', time, { hours: everyDay({ last_slot: 18 }), interval }, now)
  expect([at('17:30:00'), at('17:00:00')]).toEqual([false, true])
  // The clinic closes at 5:30 PM, so a visit of 15 minutes can still begin at 5:15 PM.
  expect([at('17:15:00', 15), at('17:30:00', 15), at('17:00:00', 60)]).toEqual([true, false, true])
  // Times chosen before the clinic changed its start times are invalid.
  expect([at('16:45:00'), at('16:30:00', 60)]).toEqual([false, false])
})

test.each([
  ['ArrowLeft', '2026-11-21', '2026-11-20'],
  ['ArrowRight', '2026-11-30', '2026-12-01'],
  ['ArrowUp', '2026-11-21', '2026-11-14'],
  ['ArrowDown', '2026-11-28', '2026-12-05'],
  ['Home', '2026-11-21', '2026-11-15'],
  ['End', '2026-11-17', '2026-11-21'],
  ['PageDown', '2027-01-31', '2027-02-28'],
  ['PageUp', '2026-12-24', '2026-11-24'],
  ['PageUp', '2026-11-21', '2026-11-01'],
  ['ArrowLeft', '2026-11-01', '2026-11-01'],
  ['PageDown', '2027-11-15', '2027-11-30'],
  ['ArrowRight', '2027-11-30', '2027-11-30'],
  ['Enter', '2026-11-21', null],
])('in the booking calendar the key %s moves the focus from %s to %s', (key, from, to) => {
  expect(dayForKey(key, from, now)).toBe(to)
})

test('the pages of the booking calendar range from the current month to the month 12 months ahead', () => {
  expect(monthRange(now)).toEqual({ first: '2026-11-01', last: '2027-11-01' })
  expect(monthRange(instantOf('2026-12-31', '23:59:59'))).toEqual({ first: '2026-12-01', last: '2027-12-01' })
  expect(monthRange(instantOf('2027-01-01', '00:00:00'))).toEqual({ first: '2027-01-01', last: '2028-01-01' })
})

test('the Tab key reaches exactly one day on each page of the booking calendar', () => {
  expect(tabStopOf('2026-11-01', '2026-11-24', now)).toBe('2026-11-24')
  expect(tabStopOf('2026-11-01', '2026-12-24', now)).toBe('2026-11-21')
  expect(tabStopOf('2026-12-01', null, now)).toBe('2026-12-01')
})
