import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minuteOfDate } from '#shared/appointments/slots.ts'
import { START_INTERVALS } from '#shared/clinic/booking-rules.ts'
import { SLOT_TIMES, timeOfMinute } from '#shared/clinic/opening-hours.ts'
import { isInTime, resourceSets, USUAL_NEEDS, withPractitioner } from '#shared/resources/free-starts.ts'
import { DAY_PARTS, dayPartOf, fittingTimes, type OfferedDay, type RequestedTimes } from './requested-times.ts'

const DATE = '2026-12-01'
const room = { id: 'room', kind: 'room', hours: null, busy: [] } as const
const day = (more: Partial<OfferedDay> = {}): OfferedDay => ({
  date: DATE,
  branch: { opening: [{ from: 8 * 60, to: 20 * 60 }], resources: [room] },
  isClosed: false,
  chain: [USUAL_NEEDS],
  interval: 30,
  terms: { notice: 0, horizonDays: null },
  present: { daysAhead: 3, minute: -3 * 1440 },
  ...more,
})
const wish = (more: Partial<RequestedTimes> = {}): RequestedTimes => ({
  first_date: DATE,
  last_date: DATE,
  day_parts: ['morning'],
  ...more,
})

describe('the times of a date that match a waitlist entry', () => {
  test('matching times are in the parts of the day that the client chose', () => {
    expect(fittingTimes(wish(), day(), 30)).toEqual(SLOT_TIMES.slice(0, 8))
    expect(fittingTimes(wish({ day_parts: ['afternoon'] }), day(), 30)).toEqual(SLOT_TIMES.slice(8, 20))
    expect(fittingTimes(wish({ day_parts: ['evening'] }), day(), 30)).toEqual(SLOT_TIMES.slice(20, 24))
  })

  test('there are no matching times on days that the client did not request, nor on closed days', () => {
    expect(fittingTimes(wish({ first_date: '2026-12-02', last_date: '2026-12-09' }), day(), 30)).toEqual([])
    expect(fittingTimes(wish({ first_date: '2026-11-20', last_date: '2026-11-30' }), day(), 30)).toEqual([])
    expect(fittingTimes(wish(), day({ isClosed: true }), 30)).toEqual([])
  })

  test('matching times are long enough: a visit of an hour does not fit into a gap of half an hour', () => {
    const busy = [
      { from: 8 * 60, to: 9 * 60 },
      { from: 9 * 60 + 30, to: 12 * 60 },
    ]
    const branch = { opening: [{ from: 8 * 60, to: 12 * 60 }], resources: [{ ...room, busy }] }
    expect(fittingTimes(wish(), day({ branch }), 30)).toEqual(['09:00:00'])
    expect(fittingTimes(wish(), day({ branch, chain: [{ ...USUAL_NEEDS, duration: 60 }] }), 30)).toEqual([])
  })

  test('matching times are free times of the practitioner that the client chose', () => {
    const person = (id: string, hours: { from: number; to: number }) =>
      ({ id, kind: 'practitioner', hours: [hours], busy: [] }) as const
    const resources = [room, person('ana', { from: 480, to: 540 }), person('bea', { from: 600, to: 660 })]
    const chosen = ['ana', 'bea'].map((id) => ({ id, kind: 'practitioner' as const }))
    const needs = { ...USUAL_NEEDS, chosen }
    const branch = { opening: [{ from: 480, to: 720 }], resources }
    const timesWith = (id?: string) => fittingTimes(wish(), day({ branch, chain: [withPractitioner(needs, id)!] }), 30)
    expect(timesWith('bea')).toEqual(['10:00:00', '10:30:00'])
    expect(timesWith()).toEqual(['08:00:00', '08:30:00', '10:00:00', '10:30:00'])
  })

  test('matching times can still be booked when the offer ends: they are later than the minimum notice plus the duration of the offer', () => {
    const at = (minute: number) => day({ present: { daysAhead: 0, minute }, terms: { notice: 60, horizonDays: null } })
    expect(fittingTimes(wish(), at(9 * 60 + 29), 30)[0]).toBe('11:00:00')
    expect(fittingTimes(wish(), at(9 * 60 + 30), 30)[0]).toBe('11:30:00')
    expect(fittingTimes(wish(), at(13 * 60), 30)).toEqual([])
  })
})

const quarter = (min: number, max: number) => fc.integer({ min, max }).map((n) => n * 15)
const span = fc.tuple(quarter(30, 90), quarter(1, 16)).map(([from, length]) => ({ from, to: from + length }))

test('for generated days and waitlist entries, exactly the free times that match the entry and are late enough are found', () => {
  const made = fc.record({
    opening: fc.array(span, { minLength: 1, maxLength: 2 }),
    busy: fc.array(span, { maxLength: 4 }),
    duration: quarter(1, 8),
    minute: fc.integer({ min: -1440, max: 1500 }),
    notice: quarter(0, 8),
    lead: fc.constantFrom(0, 30, 60),
    parts: fc.subarray([...DAY_PARTS], { minLength: 1 }),
    offset: fc.integer({ min: -1, max: 1 }),
    interval: fc.constantFrom(...START_INTERVALS),
  })
  fc.assert(
    fc.property(made, ({ opening, busy, duration, minute, notice, lead, parts, offset, interval }) => {
      const branch = { opening, resources: [{ ...room, busy }] }
      const needs = { ...USUAL_NEEDS, duration }
      const present = { daysAhead: 0, minute }
      const terms = { notice, horizonDays: null }
      const first_date = ['2026-11-30', DATE, '2026-12-02'][offset + 1]!
      const found = fittingTimes(
        { first_date, last_date: '2026-12-05', day_parts: parts },
        day({ branch, chain: [needs], interval, present, terms }),
        lead,
      )
      const quarters = Array.from({ length: 65 }, (_, i) => timeOfMinute(480 + 15 * i))
      const expected = quarters.filter((time) => {
        const start = minuteOfDate(time)
        if ((start - 480) % interval !== 0) return false
        const isFree = resourceSets(branch, needs, start).length > 0
        // True when the start can still be booked `lead` minutes from now, at the end of the offer.
        const canBeTaken = isInTime(terms, { ...present, minute: minute + lead }, start)
        return first_date <= DATE && parts.includes(dayPartOf(start)) && isFree && canBeTaken
      })
      expect(found).toEqual(expected)
    }),
    { numRuns: 2_000 },
  )
})
