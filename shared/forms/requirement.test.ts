import { describe, expect, test } from 'vitest'
import { addDays, dayNumber } from '#shared/lib/manila-time.ts'
import { FORM_FREQUENCIES, formsDue, type FormVisit, type RequiredForm, type SignedCopy } from './requirement.ts'

const form = (more: Partial<RequiredForm> = {}): RequiredForm => ({
  id: 'form',
  frequency: 'once',
  every_months: null,
  treatment_ids: [],
  service_ids: [],
  valid_from_number: 1,
  ...more,
})
const visit: FormVisit = { id: 'visit', date: '2026-08-31', services: [{ service_id: 'botox', treatment_id: 'toxin' }] }
const copy = (signed_on: string, more: Partial<SignedCopy> = {}): SignedCopy => ({
  form_id: 'form',
  version_number: 1,
  signed_on,
  visit_id: null,
  ...more,
})
const isDue = (one: RequiredForm, ...copies: SignedCopy[]) => formsDue([one], copies, visit).length === 1

describe('due forms', () => {
  test('a form that clients sign once is due until it is signed', () => {
    expect(isDue(form())).toBe(true)
    expect(isDue(form(), copy('2020-01-01'))).toBe(false)
    expect(isDue(form(), copy('2026-08-31', { form_id: 'another' }))).toBe(true)
  })

  test('a form for every visit is due unless a copy was signed for this visit, or on its day for no particular visit', () => {
    const each = form({ frequency: 'every_visit' })
    expect(isDue(each, copy('2026-08-30'))).toBe(true)
    expect(isDue(each, copy('2026-08-31'))).toBe(false)
    expect(isDue(each, copy('2026-08-25', { visit_id: 'visit' }))).toBe(false)
    // A signed copy for another visit on the same day does not count for this visit.
    expect(isDue(each, copy('2026-08-31', { visit_id: 'other' }))).toBe(true)
  })

  test('a form that clients sign every N months is due again N months later, on the same day of the month', () => {
    const half = form({ frequency: 'every_months', every_months: 6 })
    expect(isDue(half, copy('2026-02-28'))).toBe(true)
    expect(isDue(half, copy('2026-03-01'))).toBe(false)
    expect(isDue(half, copy('2025-01-01'), copy('2026-03-01'))).toBe(false)
  })

  test('a form is due only for its chosen treatments or services, and never if only staff hand it over', () => {
    expect(isDue(form({ service_ids: ['botox'] }))).toBe(true)
    expect(isDue(form({ treatment_ids: ['toxin'], service_ids: ['laser'] }))).toBe(true)
    expect(isDue(form({ treatment_ids: ['peels'], service_ids: ['laser'] }))).toBe(false)
    expect(isDue(form({ frequency: 'by_hand' }))).toBe(false)
  })

  test('a form is due again after a new version that clients must sign again, and not after a small correction', () => {
    expect(isDue(form({ valid_from_number: 3 }), copy('2026-08-01', { version_number: 2 }))).toBe(true)
    expect(isDue(form({ valid_from_number: 2 }), copy('2026-08-01', { version_number: 2 }))).toBe(false)
    expect(isDue(form({ valid_from_number: 2 }), copy('2026-08-01', { version_number: 4 }))).toBe(false)
  })
})

/** A generator of numbers that gives the same sequence for the same seed. */
function sequence(seed: number) {
  let state = seed
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  return { below, pick: <T>(list: readonly T[]) => list[below(list.length)]! }
}

function history({ below, pick }: ReturnType<typeof sequence>) {
  const day = (days: number) => addDays('2024-01-01', days)
  const forms = ['a', 'b', 'c'].map((id): RequiredForm => {
    const frequency = pick(FORM_FREQUENCIES)
    return {
      id,
      frequency,
      every_months: frequency === 'every_months' ? 1 + below(14) : null,
      treatment_ids: pick([[], [], ['t1'], ['t1', 't2']]),
      service_ids: pick([[], [], ['s1'], ['s3']]),
      valid_from_number: 1 + below(3),
    }
  })
  const copies = Array.from({ length: below(12) }, (): SignedCopy => ({
    form_id: pick(['a', 'b', 'c', 'd']),
    version_number: 1 + below(4),
    signed_on: day(below(900)),
    visit_id: pick([null, 'v1', 'v2']),
  }))
  const services = [
    { service_id: 's1', treatment_id: 't1' },
    { service_id: 's2', treatment_id: 't2' },
    { service_id: 's3', treatment_id: 't3' },
  ].filter(() => below(2) === 0)
  return { forms, copies, visit: { id: pick(['v1', 'v2', 'v3']), date: day(below(900)), services } }
}

/**
 * A second implementation of the rule of due forms, written in another way. The test compares its results with those of
 * `formsDue`.
 */
function isDueByHand(one: RequiredForm, copies: readonly SignedCopy[], at: FormVisit): boolean {
  if (one.frequency === 'by_hand') return false
  const chosen = new Set([...one.treatment_ids, ...one.service_ids])
  if (chosen.size > 0 && !at.services.flatMap((each) => Object.values(each)).some((id) => chosen.has(id))) return false
  let isDueStill = true
  for (const { form_id, version_number, signed_on, visit_id } of copies) {
    if (form_id !== one.id || version_number < one.valid_from_number) continue
    if (one.frequency === 'once') isDueStill = false
    if (one.frequency === 'every_visit' && (visit_id ?? at.id) === at.id)
      if (visit_id !== null || dayNumber(signed_on) === dayNumber(at.date)) isDueStill = false
    if (one.frequency === 'every_months') {
      const [year, month, day] = signed_on.split('-').map(Number) as [number, number, number]
      const last = new Date(Date.UTC(year, month - 1 + one.every_months! + 1, 0))
      const again = Math.min(last.getTime(), Date.UTC(year, month - 1 + one.every_months!, day))
      if (Date.parse(at.date) < again) isDueStill = false
    }
  }
  return isDueStill
}

test('the rule of due forms holds for 5,000 generated histories, whatever the order of the signed copies', () => {
  const random = sequence(31)
  let due = 0
  for (let n = 0; n < 5_000; n++) {
    const { forms, copies, visit: at } = history(random)
    const found = formsDue(forms, copies, at)
    const told = JSON.stringify({ forms, copies, at })
    expect(found, told).toEqual(forms.filter((one) => isDueByHand(one, copies, at)))
    expect(formsDue(forms, copies.toReversed(), at), told).toEqual(found)
    due += found.length
  }
  // Both results, due and not due, occur often, so that the comparison means something.
  expect(due).toBeGreaterThan(2_000)
  expect(due).toBeLessThan(10_000)
})
