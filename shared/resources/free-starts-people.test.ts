import { expect, test } from 'vitest'
import { leastTakenPlan } from './free-chains.ts'
import {
  choiceOf,
  conflictOf,
  mergeSpans,
  resourceSets,
  termsOf,
  USUAL_NEEDS,
  withPractitioner,
  withRoom,
  workingHours,
  type ResourceDay,
  type ServiceNeeds,
  type Span,
} from './free-starts.ts'

const opening = [{ from: 480, to: 1_080 }]
const span = (from: number, to: number): Span => ({ from, to })
const resource = (id: string, kind: ResourceDay['kind'], more: Partial<ResourceDay> = {}): ResourceDay => ({
  id,
  kind,
  hours: null,
  busy: [],
  name: id,
  ...more,
})
const needing = (...chosen: ServiceNeeds['chosen']): ServiceNeeds => ({ ...USUAL_NEEDS, chosen })
const ana = { id: 'Ana', kind: 'practitioner' } as const
const bea = { id: 'Bea', kind: 'practitioner' } as const
const laser = { id: 'laser', kind: 'device' } as const
const visit = span(600, 630)

test('a visit without a service takes half an hour in any room', () => {
  const day = { opening, resources: [resource('Ana', 'practitioner'), resource('r', 'room'), resource('s', 'room')] }
  expect(resourceSets(day, USUAL_NEEDS, 1_050)).toEqual([['r'], ['s']])
  expect(resourceSets(day, USUAL_NEEDS, 1_051)).toEqual([])
})

test('a chosen room or practitioner must do the service, and a service without rooms is done in any of them', () => {
  const inRooms = needing(ana, { id: 'r', kind: 'room' }, { id: 's', kind: 'room' })
  expect(withRoom(inRooms, undefined)).toBe(inRooms)
  expect(withRoom(inRooms, 's')).toEqual(needing(ana, { id: 's', kind: 'room' }))
  expect(withRoom(inRooms, 't')).toBeNull()
  expect(withRoom(needing(ana), 't')).toEqual(needing(ana, { id: 't', kind: 'room' }))
  expect(withPractitioner(needing(ana, bea, laser), undefined)).toEqual(needing(ana, bea, laser))
  expect(withPractitioner(needing(ana, bea, laser), 'Bea')).toEqual(needing(bea, laser))
  expect(withPractitioner(needing(ana), 'Bea')).toBeNull()
})

test('time spans that overlap or touch are merged, and all other spans stay, in order of time', () => {
  expect(mergeSpans([span(30, 40), span(0, 10), span(10, 20), span(12, 15), span(21, 25)])).toEqual([
    span(0, 20),
    span(21, 25),
    span(30, 40),
  ])
})

test('special hours replace the hours of the weekday, leave is subtracted from either, and a resource without hours of its own follows the clinic’s', () => {
  expect(workingHours(null, [])).toBeNull()
  expect(workingHours(null, [{ ...span(600, 700), kind: 'block' }])).toBeNull()
  expect(workingHours(null, [{ ...span(600, 700), kind: 'leave' }])).toEqual([span(0, 600), span(700, 2_880)])
  expect(workingHours([span(500, 600), span(600, 700)], [])).toEqual([span(500, 700)])
  const exceptions = [
    { ...span(900, 1_000), kind: 'hours' as const },
    { ...span(950, 970), kind: 'leave' as const },
  ]
  expect(workingHours([span(500, 600)], exceptions)).toEqual([
    expect.objectContaining(span(900, 950)),
    expect.objectContaining(span(970, 1_000)),
  ])
})

test('a visit with several services has the longest notice and the shortest horizon among them; a service without its own has the clinic’s', () => {
  const clinic = { notice: 60, horizonDays: 30 }
  const own = (minimum_notice_minutes: number | null, horizon_days: number | null) => ({
    minimum_notice_minutes,
    horizon_days,
  })
  expect(termsOf(clinic, [])).toBe(clinic)
  expect(termsOf(clinic, [own(null, null), own(30, 60)])).toEqual({ notice: 60, horizonDays: 30 })
  expect(termsOf(clinic, [own(30, 60), own(90, 45)])).toEqual({ notice: 90, horizonDays: 45 })
  expect(termsOf({ notice: 60, horizonDays: null }, [own(0, null)])).toEqual({ notice: 0, horizonDays: null })
})

test('a visit cannot use an inactive device, and gets practitioners by the work that they have on the day, then by name', () => {
  const people = [
    resource('c', 'practitioner', { name: 'Cora', load: 60 }),
    resource('b', 'practitioner', { name: 'Bea' }),
    resource('a', 'practitioner', { name: 'Ana' }),
  ]
  const day = { opening, resources: [...people, resource('r', 'room')] }
  expect(choiceOf(day, needing(laser))).toBeNull()
  const choice = choiceOf(day, needing(...people.map(({ id }) => ({ id, kind: 'practitioner' as const }))))
  expect(choice!.practitioners!.map(({ name }) => name)).toEqual(['Ana', 'Bea', 'Cora'])
})

test('for an occupied time, a resource is busy until the end of its last visit in that time, or away until its next working hours', () => {
  const at = (more: Partial<ResourceDay>) => conflictOf(resource('r', 'room', more), visit, span(590, 640))
  const conflict = { id: 'r', kind: 'room', name: 'r' }
  expect(at({ busy: [span(560, 590), span(640, 700)] })).toBeNull()
  expect(at({ busy: [span(580, 600), span(620, 660), span(660, 690)] })).toEqual({
    ...conflict,
    why: 'busy',
    until: 690,
  })
  expect(at({ busy: [span(610, 620)], hours: [] })).toEqual({ ...conflict, why: 'busy', until: 620 })
  expect(at({ hours: [span(600, 630)] })).toBeNull()
  expect(at({ hours: [span(480, 620), span(660, 700)] })).toEqual({ ...conflict, why: 'away', until: 660 })
  expect(at({ hours: [span(480, 500)] })).toEqual({ ...conflict, why: 'away', until: null })
  expect(at({ hours: [span(600, 620)] })).toEqual({ ...conflict, why: 'away', until: null })
})

test('for an occupied time, staff get the free resource of each kind or, if none is free, the first one with its conflict', () => {
  const busy = [span(600, 660)]
  const resources = [
    resource('laser', 'device', { busy }),
    resource('r', 'room', { busy }),
    resource('s', 'room'),
    resource('Ana', 'practitioner', { busy }),
    resource('Bea', 'practitioner', { hours: [span(480, 600)] }),
  ]
  const needs = needing(laser, ana, bea)
  const use = (id: string) => ({ id, ...span(600, 630), parts: [0] })
  const day = { opening, resources }
  expect(leastTakenPlan(day, [needs], 600)).toEqual({
    plan: [use('laser'), use('s'), use('Ana')],
    taken: [
      { id: 'laser', kind: 'device', name: 'laser', why: 'busy', until: 660 },
      { id: 'Ana', kind: 'practitioner', name: 'Ana', why: 'busy', until: 660 },
    ],
  })
  expect(leastTakenPlan(day, [USUAL_NEEDS], 600)).toEqual({ plan: [use('s')], taken: [] })
  expect(leastTakenPlan(day, [needs], 1_060)).toBeNull()
  expect(leastTakenPlan({ opening, resources: resources.slice(0, 1) }, [USUAL_NEEDS], 600)).toBeNull()
  const onlyPeople = needing({ id: 'gone', kind: 'practitioner' })
  expect(leastTakenPlan(day, [onlyPeople], 600)).toBeNull()
})

test('for several services at an occupied time, the first practitioner does all of them where possible, and each conflict is listed once', () => {
  const resources = [
    resource('r', 'room', { busy: [span(640, 700)] }),
    resource('Ana', 'practitioner', { busy: [span(600, 640)] }),
    resource('Bea', 'practitioner', { busy: [span(600, 660)] }),
  ]
  const least = leastTakenPlan({ opening, resources }, [needing(bea), needing(ana, bea)], 600)
  expect(least).toEqual({
    plan: [
      { id: 'r', ...span(600, 660), parts: [0, 1] },
      { id: 'Bea', ...span(600, 660), parts: [0, 1] },
    ],
    taken: [
      { id: 'r', kind: 'room', name: 'r', why: 'busy', until: 700 },
      { id: 'Bea', kind: 'practitioner', name: 'Bea', why: 'busy', until: 660 },
    ],
  })
})
