import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_SLOT } from '#shared/clinic/opening-hours.ts'
import { slotsOfWeek, spanOf, type OpeningSpan } from './opening-spans.ts'

const slot = fc.integer({ min: 0, max: MAX_SLOT })
const day = fc.record({ weekday: fc.integer({ min: 0, max: 6 }), is_open: fc.boolean(), ends: fc.tuple(slot, slot) })

test('the migration turns the slots of a weekday into a time span and back again', () => {
  fc.assert(
    fc.property(day, ({ weekday, is_open, ends }) => {
      const hours = { weekday, is_open, first_slot: Math.min(...ends), last_slot: Math.max(...ends) }
      expect(slotsOfWeek([spanOf(hours)])).toEqual([hours])
    }),
    { numRuns: 2_000 },
  )
})

const span = (opens_at: string, closes_at: string, weekday = 1): OpeningSpan => ({
  weekday,
  opens_at: `${opens_at}:00`,
  closes_at: `${closes_at}:00`,
  is_open: true,
})

test.each([
  ['the last slot before closing at midnight begins at 11:30 PM', [span('08:00', '00:00')], 0, 31],
  [
    'opening hours with a break have slots from the first opening to the last closing',
    [span('09:00', '12:00'), span('13:00', '18:00')],
    2,
    19,
  ],
  [
    'opening hours that do not begin or end on a half hour have the slots that begin after opening and end by closing',
    [span('08:10', '12:15')],
    1,
    7,
  ],
  ['opening hours that begin before the first slot of the day start with that slot', [span('06:00', '10:00')], 0, 3],
])('in the clinic profile, %s', (_, spans, first_slot, last_slot) => {
  expect(slotsOfWeek(spans)).toEqual([{ weekday: 1, is_open: true, first_slot, last_slot }])
})
