import { expect, test } from 'vitest'
import type { BoardDay, BoardVisit } from '#shared/appointments/board/contract.ts'
import { sampleId, visit as sampleVisit } from '#web/test/samples.ts'
import { lanesOf } from '#web/appointments/calendar/day-lanes.ts'
import {
  axisOf,
  closedSpans,
  columnsOf,
  conflictAt,
  modeFor,
  nearestStart,
  placeIn,
  targetAfterKey,
  UNASSIGNED,
  visitAfterKey,
  wishOf,
} from './board-rules.ts'

const [ANA, BEA, ROOM1, ROOM2] = [sampleId(61), sampleId(62), sampleId(63), sampleId(64)] as const
const PEEL = sampleVisit.service_id
const DAWN = new Date('2026-11-21T06:00:00+08:00')

type Resource = BoardDay['resources'][number]
const resource = (id: string, kind: Resource['kind'], name: string, more: Partial<Resource> = {}): Resource => ({
  id,
  kind,
  name,
  title: '',
  colour: null,
  photo: null,
  is_active: true,
  hours: null,
  entries: [],
  ...more,
})

let visits = 0
/** A confirmed visit of an hour of somebody of their own. */
function visit(time: string, person: string | null, room: string | null, more: Partial<BoardVisit> = {}): BoardVisit {
  visits += 1
  const from = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  return {
    ...sampleVisit,
    id: sampleId(200 + visits),
    client_id: sampleId(300 + visits),
    name: `Client ${visits}`,
    status: 'confirmed',
    appointment_time: `${time}:00`,
    duration_minutes: 60,
    practitioner_id: person,
    practitioner_name: person === ANA ? 'Ana' : person && 'Bea',
    resource_ids: [person, room].filter((id) => id !== null),
    occupied: { from, to: from + 60 },
    ...more,
  }
}

const people = [resource(ANA, 'practitioner', 'Ana'), resource(BEA, 'practitioner', 'Bea')]
const rooms = [resource(ROOM1, 'room', 'Room 1'), resource(ROOM2, 'room', 'Room 2')]
const chosen = [ANA, BEA].map((id) => ({ id, kind: 'practitioner' as const }))
const peel = { id: PEEL, buffer_before: 0, buffer_after: 0, chosen }

const day = (all: BoardVisit[], more: Partial<BoardDay> = {}): BoardDay => ({
  date: '2026-11-21',
  opening: [{ from: 480, to: 1_080 }],
  is_disabled: false,
  resources: [...people, ...rooms],
  services: [peel],
  visits: all,
  ...more,
})

const at = { mode: 'person' as const, now: DAWN }
const textAt = (board: BoardDay, of: BoardVisit, columnId: string, start: number) =>
  conflictAt(board, of, { columnId, start }, at)?.text

test('visits stand in the columns of their people, or of their rooms; who has nobody stands first', () => {
  const all = [visit('09:00', ANA, ROOM1), visit('09:00', null, ROOM2), visit('11:00', ANA, ROOM2)]
  const shape = (mode: 'person' | 'room') => columnsOf(day(all), mode).map(({ id, visits: of }) => [id, of.length])
  expect(shape('person')).toEqual([
    [UNASSIGNED, 1],
    [ANA, 2],
    [BEA, 0],
  ])
  expect(shape('room')).toEqual([
    [ROOM1, 1],
    [ROOM2, 2],
  ])
})

test('a clinic without practitioners has columns by room, whatever the address says', () => {
  expect(modeFor(day([]), 'room')).toBe('room')
  expect(modeFor(day([]), '')).toBe('person')
  expect(modeFor(day([], { resources: rooms }), 'person')).toBe('room')
})

test('the axis holds the opening hours and every visit, in whole hours', () => {
  expect(axisOf(day([visit('18:30', ANA, ROOM1)]))).toEqual({ from: 480, to: 1_200 })
  expect(axisOf(day([], { opening: [] }))).toEqual({ from: 480, to: 1_080 })
})

test('what a person does not work is grey: before, after and in the break', () => {
  const hours = [
    { from: 540, to: 720 },
    { from: 780, to: 1_020 },
  ]
  const axis = { from: 480, to: 1_080 }
  expect(closedSpans(day([]), resource(ANA, 'practitioner', 'Ana', { hours }), axis)).toEqual([
    { from: 480, to: 540 },
    { from: 720, to: 780 },
    { from: 1_020, to: 1_080 },
  ])
  expect(closedSpans(day([]), people[0]!, axis)).toEqual([])
})

test('visits that overlap share the width, all others have it alone', () => {
  const spans = [
    { from: 540, to: 600 },
    { from: 570, to: 630 },
    { from: 630, to: 690 },
  ]
  expect(lanesOf(spans).map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [0, 2],
    [1, 2],
    [0, 1],
  ])
})

test('a free time of a person who does the service takes the visit', () => {
  const one = visit('09:00', ANA, ROOM1)
  expect(conflictAt(day([one]), one, { columnId: BEA, start: 600 }, at)).toBeNull()
  // Its own place counts as free.
  expect(conflictAt(day([one]), one, { columnId: ANA, start: 570 }, at)).toBeNull()
})

test('whoever has the person or the room is named, and staff may book over it', () => {
  const [one, other] = [visit('09:00', ANA, ROOM1), visit('11:00', BEA, ROOM2, { name: 'Katrina' })]
  const conflict = conflictAt(day([one, other]), one, { columnId: BEA, start: 690 }, at)
  expect(conflict?.text).toBe('Bea is taken by Katrina until 12:00 PM.')
  expect(conflict?.over.map(({ id }) => id)).toEqual([BEA])
  const byRoom = conflictAt(day([one, other]), one, { columnId: ROOM2, start: 660 }, { mode: 'room', now: DAWN })
  expect(byRoom?.text).toBe('Room 2 is taken by Katrina until 12:00 PM.')
})

test('leave, blocks and hours are named with their end', () => {
  const one = visit('09:00', BEA, ROOM1)
  const entry = { id: sampleId(71), note: '', is_one_day: true, from: 720, to: 840 }
  const board = (more: Partial<Resource>) =>
    day([one], { resources: [resource(ANA, 'practitioner', 'Ana', more), people[1]!, ...rooms] })
  const hours = [
    { from: 480, to: 720 },
    { from: 840, to: 1_080 },
  ]
  const leave = { hours, entries: [{ ...entry, kind: 'leave' as const }] }
  expect(textAt(board(leave), one, ANA, 750)).toBe('Ana has leave until 2:00 PM.')
  expect(textAt(board({ entries: [{ ...entry, kind: 'block' }] }), one, ANA, 750)).toBe('Ana is blocked until 2:00 PM.')
  expect(textAt(board({ hours }), one, ANA, 750)).toBe('Ana is not there before 2:00 PM.')
  expect(textAt(board({ hours: [] }), one, ANA, 750)).toBe('Ana does not work then.')
})

test('nobody books over the past, closing time, a closed date or the client’s own other visit', () => {
  const one = visit('09:00', ANA, ROOM1)
  const hard = (board: BoardDay, start: number, now = DAWN) => {
    const found = conflictAt(board, one, { columnId: BEA, start }, { mode: 'person', now })
    return [found?.text, found?.over]
  }
  expect(hard(day([one]), 600, new Date('2026-11-21T10:00:00+08:00'))).toEqual(['This time has passed.', []])
  expect(hard(day([one]), 1_050)).toEqual(['The clinic is not open for the whole visit.', []])
  expect(hard(day([one], { is_disabled: true }), 600)).toEqual(['The clinic is closed on this date.', []])
  const own = visit('10:00', BEA, ROOM2, { client_id: one.client_id })
  expect(hard(day([one, own]), 630)).toEqual([`${one.name} has another visit at 10:00 AM.`, []])
})

test('a person who does not do the service, nobody at all, and a visit that is over take no drop', () => {
  const one = visit('09:00', ANA, ROOM1)
  const only = { ...peel, chosen: [{ id: ANA, kind: 'practitioner' as const }] }
  expect(textAt(day([one], { services: [only] }), one, BEA, 600)).toBe(`Bea does not do ${one.service_name}.`)
  expect(textAt(day([one]), one, UNASSIGNED, 600)).toBe('This service needs a person.')
  const done = visit('09:00', ANA, ROOM1, { status: 'completed' })
  expect(textAt(day([done]), done, BEA, 600)).toBe('This visit cannot be moved any more.')
})

test('the buffers of a service are in the way too', () => {
  const [one, other] = [visit('09:00', ANA, ROOM1), visit('11:00', BEA, ROOM2)]
  const withBuffer = day([one, other], { services: [{ ...peel, buffer_after: 15 }] })
  expect(textAt(withBuffer, one, BEA, 600)).toContain('Bea is taken by')
  expect(textAt(day([one, other]), one, BEA, 600)).toBeUndefined()
})

test('by room a visit keeps its person, by person its room may change', () => {
  const one = visit('09:00', ANA, ROOM1)
  expect(wishOf(one, ROOM2, 'room')).toEqual({ practitioner_id: ANA, room_id: ROOM2 })
  expect(wishOf(one, BEA, 'person')).toEqual({ practitioner_id: BEA })
  expect(wishOf(one, UNASSIGNED, 'person')).toEqual({})
})

test('a target is one of the half hours of the axis', () => {
  const axis = { from: 480, to: 1_080 }
  expect([470, 496, 554, 1_200].map((minute) => nearestStart(minute, axis))).toEqual([480, 510, 540, 1_050])
})

test('arrows move the focus by visit, and a lifted visit by half hours and columns', () => {
  const [first, second, beside] = [visit('09:00', ANA, ROOM1), visit('11:00', ANA, ROOM1), visit('10:30', BEA, ROOM2)]
  const columns = columnsOf(day([first, beside, second]), 'person')
  const after = (id: string, columnId: string, key: string) => visitAfterKey(columns, { id, columnId }, key)?.id ?? null
  expect(after(first.id, ANA, 'ArrowDown')).toBe(second.id)
  expect(after(second.id, ANA, 'ArrowRight')).toBe(beside.id)
  expect(after(beside.id, BEA, 'ArrowLeft')).toBe(second.id)
  expect(after(second.id, ANA, 'ArrowDown')).toBeNull()
  const axis = { from: 480, to: 1_080 }
  const target = { columnId: ANA, start: 480 }
  expect(targetAfterKey(target, 'ArrowUp', columns, axis)).toEqual(target)
  expect(targetAfterKey(target, 'ArrowDown', columns, axis)).toEqual({ columnId: ANA, start: 510 })
  expect(targetAfterKey(target, 'ArrowRight', columns, axis)).toEqual({ columnId: BEA, start: 480 })
  expect(targetAfterKey(target, 'ArrowLeft', columns, axis)).toEqual(target)
})

const FACIAL = sampleId(65)
/** A peel of Ana and then a facial of Bea, in one room. */
const inTurn = () =>
  visit('09:00', ANA, ROOM1, {
    duration_minutes: 90,
    further_services: [
      {
        service_id: FACIAL,
        treatment_id: sampleId(66),
        service_name: 'Facial',
        treatment_name: 'Facials',
        duration_minutes: 30,
        practitioner_id: BEA,
        practitioner_name: 'Bea',
      },
    ],
    resource_ids: [ANA, BEA, ROOM1],
    occupied: { from: 540, to: 630 },
    uses: [
      { resource_id: ANA, from: 540, to: 600 },
      { resource_id: BEA, from: 600, to: 630 },
      { resource_id: ROOM1, from: 540, to: 630 },
    ],
  })
const facial = { id: FACIAL, buffer_before: 0, buffer_after: 0, chosen: [{ id: BEA, kind: 'practitioner' as const }] }

test('arrows stay in the column in which a visit of several people was reached, and know its part there', () => {
  const both = inTurn()
  const [early, late] = [visit('07:30', BEA, ROOM2), visit('11:00', BEA, ROOM2)]
  const columns = columnsOf(day([early, both, late]), 'person')
  const withBea = { id: both.id, columnId: BEA }
  expect(visitAfterKey(columns, withBea, 'ArrowUp')).toMatchObject({ id: early.id, columnId: BEA })
  expect(visitAfterKey(columns, withBea, 'ArrowDown')).toMatchObject({ id: late.id, columnId: BEA })
  expect(visitAfterKey(columns, withBea, 'ArrowLeft')).toMatchObject({ id: both.id, columnId: ANA })
  expect(visitAfterKey(columns, { id: both.id, columnId: ANA }, 'ArrowRight')).toMatchObject(withBea)
})

test('a visit that two do in turn stands with each of them for their part, and in its room as a whole', () => {
  const both = inTurn()
  const board = day([both])
  expect(columnsOf(board, 'person').map(({ id, visits: of }) => [id, of.length])).toEqual([
    [ANA, 1],
    [BEA, 1],
  ])
  expect([ANA, BEA, ROOM1].map((id) => placeIn(both, id)).map(({ from, to }) => [from, to])).toEqual([
    [540, 600],
    [600, 630],
    [540, 630],
  ])
})

test('dropped with one of its people it stays with all of them; somebody else would have to do all of it', () => {
  const both = inTurn()
  const board = day([both], { services: [peel, facial] })
  expect([ANA, BEA].map((id) => wishOf(both, id, 'person'))).toEqual([{}, {}])
  expect(wishOf(both, ROOM1, 'room')).toEqual({})
  expect(wishOf(both, ROOM2, 'room')).toEqual({ room_id: ROOM2 })
  expect(textAt(board, both, BEA, 720)).toBeUndefined()
  // Bea has somebody during the second service alone.
  const taken = day([both, visit('13:00', BEA, ROOM2)], { services: [peel, facial] })
  expect(textAt(taken, both, ANA, 720)).toBe('Bea is taken by Client ' + visits + ' until 2:00 PM.')
  expect(textAt(taken, both, ANA, 690)).toBeUndefined()
})
