import { expect, test } from 'vitest'
import { instantOf } from '#shared/lib/manila-time.ts'
import { lostChoice, type Offer } from './booking-calendar.ts'
import type { Choices } from './booking.ts'

const choices: Choices = { treatment: 't1', service: 's1', date: '2026-11-21', time: '10:30:00' }
const hours = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, is_open: true, first_slot: 0, last_slot: 32 }))
const offer: Offer = {
  treatments: ['t1', 't2'],
  services: ['s1'],
  closures: { disabled: new Set(['2026-11-25']), holidays: new Map() },
  unavailableTimes: new Set(['11:00:00']),
  hours,
  interval: 30,
  horizonDays: null,
  now: instantOf('2026-11-21', '09:00:00'),
}

test.each<[string, Partial<Choices>, Partial<Offer>, string | null, string?]>([
  ['when the lists of the booking are reloaded, choices that are still offered are kept', {}, {}, null],
  [
    'choices are kept as long as the lists that they are from have not loaded yet',
    {},
    { treatments: undefined, services: undefined, unavailableTimes: undefined },
    null,
  ],
  ['the choice of a treatment that was deleted is lost', { treatment: 't9' }, {}, 'treatment', 'Treatment not found'],
  [
    'the choice of a service that was deleted is lost',
    {},
    { services: [] },
    'service',
    'This service is not offered any more.',
  ],
  [
    'the choice of a date that was closed meanwhile is lost',
    { date: '2026-11-25' },
    {},
    'date',
    'The clinic is closed on that date.',
  ],
  [
    'the choice of a date is lost if it is beyond the booking horizon of the service chosen now',
    { date: '2026-11-29' },
    { horizonDays: 7 },
    'date',
    'This service can be booked up to 7 days ahead.',
  ],
  [
    'the choice of a time that was booked meanwhile is lost',
    { time: '11:00:00' },
    {},
    'time',
    'That time has just been taken.',
  ],
  [
    'the choice of a time that has begun is lost',
    {},
    { now: instantOf('2026-11-21', '10:30:00') },
    'time',
    'That time has already passed.',
  ],
  [
    'the choice of a date is lost when the date ends at midnight',
    { time: '23:30:00' },
    { now: instantOf('2026-11-22', '00:00:00') },
    'date',
    'That time has already passed.',
  ],
  [
    'a chosen slot that starts at midnight stays chosen until it starts',
    { time: '00:00:00' },
    { now: instantOf('2026-11-21', '23:59:59') },
    null,
  ],
  [
    'the choice of a time outside changed opening hours is lost',
    {},
    { hours: hours.map((day) => ({ ...day, last_slot: 4 })) },
    'time',
    'The clinic is not open at that time.',
  ],
])('%s', (_, changes, known, choice, notice = '') => {
  const lost = lostChoice({ ...choices, ...changes }, { ...offer, ...known })
  expect(lost?.choice ?? null).toBe(choice)
  expect(lost?.notice ?? '').toContain(notice)
})
