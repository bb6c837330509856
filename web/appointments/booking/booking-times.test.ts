import { expect, test } from 'vitest'
import { instantOf } from '#shared/lib/manila-time.ts'
import { partsOfDay } from './booking-calendar.ts'

const hours = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, is_open: true, first_slot: 0, last_slot: 32 }))
const now = instantOf('2026-11-21', '09:00:00')
const none = new Set<string>()

test('a day of the booking calendar has 33 slots in four groups, with midnight as the last', () => {
  const parts = partsOfDay('2026-11-24', none, { hours, interval: 30 }, now)
  expect(parts.map(({ name, slots }) => [name, slots[0]?.time, slots.length])).toEqual([
    ['Morning', '08:00:00', 8],
    ['Afternoon', '12:00:00', 12],
    ['Evening', '18:00:00', 12],
    ['Midnight', '00:00:00', 1],
  ])
  expect(parts.every(({ slots }) => slots.every(({ free }) => free))).toBe(true)
})

test.each([
  [15, [16, 24, 24, 1], '08:15:00'],
  [60, [4, 6, 6, 1], '09:00:00'],
] as const)(
  'if visits can start every %i minutes, the parts of the day have %j start times',
  (interval, counts, second) => {
    const parts = partsOfDay('2026-11-24', none, { hours, interval }, now)
    expect(parts.map(({ slots }) => slots.length)).toEqual(counts)
    expect(parts[0]?.slots[1]?.time).toBe(second)
  },
)

test('in the booking, slots that are occupied, have started or are outside the opening hours are not free', () => {
  const until17 = hours.map((day) => ({ ...day, last_slot: 18 }))
  const free = partsOfDay('2026-11-21', new Set(['10:00:00']), { hours: until17, interval: 30 }, now)
    .flatMap(({ slots }) => slots)
    .filter((slot) => slot.free)
    .map(({ time }) => time)
  expect(free[0]).toBe('09:30:00')
  expect(free).not.toContain('10:00:00')
  expect(free.at(-1)).toBe('17:00:00')
})
