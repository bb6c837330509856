import { expect, test } from 'vitest'
import type { BoardDay, BoardVisit } from '#shared/appointments/board-contract.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { assignLanes } from '#web/appointments/calendar/day-lanes.ts'
import {
  ANA,
  BEA,
  day,
  facial,
  visitOfTwoServices,
  peel,
  people,
  resource,
  ROOM1,
  ROOM2,
  rooms,
  visit,
  type Resource,
} from '#web/test/board-samples.ts'
import { sampleId } from '#web/test/samples.ts'
import {
  axisOf,
  closedSpans,
  columnsOf,
  conflictAt,
  modeFor,
  nearestStart,
  timeInColumn,
  visitInColumn,
  UNASSIGNED,
  requestedResources,
} from './board-rules.ts'

const DAWN = new Date('2026-11-21T06:00:00+08:00')
const at = { mode: 'person' as const, now: DAWN }
const textAt = (board: BoardDay, of: BoardVisit, columnId: string, start: number) =>
  conflictAt(board, of, { columnId, start }, at)?.text

test('on the day board, visits are in the columns of their practitioners or rooms; visits without a practitioner or room are in the first column', () => {
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

test('the day board of a clinic without practitioners has columns by room, regardless of the URL', () => {
  expect(modeFor(day([]), 'room')).toBe('room')
  expect(modeFor(day([]), '')).toBe('person')
  expect(modeFor(day([], { resources: rooms }), 'person')).toBe('room')
})

test('the time axis of the day board covers the opening hours and every visit, in whole hours', () => {
  expect(axisOf(day([visit('18:30', ANA, ROOM1)]))).toEqual({ from: 480, to: 1_200, every: 30 })
  expect(axisOf(day([], { opening: [] }))).toEqual({ from: 480, to: 1_080, every: 30 })
})

test('on the day board times outside a practitioner’s hours are grey, including breaks', () => {
  const hours = [
    { from: 540, to: 720 },
    { from: 780, to: 1_020 },
  ]
  const axis = { from: 480, to: 1_080, every: 30 } as const
  expect(closedSpans(day([]), resource(ANA, 'practitioner', 'Ana', { hours }), axis)).toEqual([
    { from: 480, to: 540 },
    { from: 720, to: 780 },
    { from: 1_020, to: 1_080 },
  ])
  expect(closedSpans(day([]), people[0]!, axis)).toEqual([])
})

test('on the day board overlapping visits share the width of their column, and other visits have its full width', () => {
  const spans = [
    { from: 540, to: 600 },
    { from: 570, to: 630 },
    { from: 630, to: 690 },
  ]
  expect(assignLanes(spans).map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [0, 2],
    [1, 2],
    [0, 1],
  ])
})

test('a visit can be dropped on a free time of a practitioner who offers the service', () => {
  const one = visit('09:00', ANA, ROOM1)
  expect(conflictAt(day([one]), one, { columnId: BEA, start: 600 }, at)).toBeNull()
  // The time that the moved visit itself occupies counts as free.
  expect(conflictAt(day([one]), one, { columnId: ANA, start: 570 }, at)).toBeNull()
})

test('when a visit is dropped on an occupied time, the visit that occupies this time is named, and staff may overbook the time', () => {
  const [one, other] = [visit('09:00', ANA, ROOM1), visit('11:00', BEA, ROOM2, { name: 'Katrina' })]
  const conflict = conflictAt(day([one, other]), one, { columnId: BEA, start: 690 }, at)
  expect(conflict?.text).toBe('Bea is busy with Katrina until 12:00 PM.')
  expect(conflict?.over.map(({ id }) => id)).toEqual([BEA])
  const byRoom = conflictAt(day([one, other]), one, { columnId: ROOM2, start: 660 }, { mode: 'room', now: DAWN })
  expect(byRoom?.text).toBe('Room 2 is busy with Katrina until 12:00 PM.')
})

test('when a practitioner’s leave, block or working hours prevent a drop, the message names them and their end', () => {
  const one = visit('09:00', BEA, ROOM1)
  const entry = { id: sampleId(71), note: '', is_one_day: true, from: 720, to: 840 }
  const board = (more: Partial<Resource>) =>
    day([one], { resources: [resource(ANA, 'practitioner', 'Ana', more), people[1]!, ...rooms] })
  const hours = [
    { from: 480, to: 720 },
    { from: 840, to: 1_080 },
  ]
  const leave = { hours, entries: [{ ...entry, kind: 'leave' as const }] }
  expect(textAt(board(leave), one, ANA, 750)).toBe('Ana is on leave until 2:00 PM.')
  expect(textAt(board({ entries: [{ ...entry, kind: 'block' }] }), one, ANA, 750)).toBe('Ana is blocked until 2:00 PM.')
  expect(textAt(board({ hours }), one, ANA, 750)).toBe('Ana is away until 2:00 PM.')
  expect(textAt(board({ hours: [] }), one, ANA, 750)).toBe('Ana does not work at that time.')
})

test('a visit cannot be overbooked in the past, after closing, on a closed date, or over another visit of its client', () => {
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

test('a visit cannot be dropped on a practitioner who does not do its service or on the column without a practitioner, and a completed visit cannot be moved', () => {
  const one = visit('09:00', ANA, ROOM1)
  const only = { ...peel, chosen: [{ id: ANA, kind: 'practitioner' as const }] }
  expect(textAt(day([one], { services: [only] }), one, BEA, 600)).toBe(`Bea does not do ${one.service_name}.`)
  expect(textAt(day([one]), one, UNASSIGNED, 600)).toBe('This service needs a person.')
  const done = visit('09:00', ANA, ROOM1, { status: 'completed' })
  expect(textAt(day([done]), done, BEA, 600)).toBe('This visit cannot be moved any more.')
})

test('a visit can be dropped only where the buffers of its service are free too', () => {
  const [one, other] = [visit('09:00', ANA, ROOM1), visit('11:00', BEA, ROOM2)]
  const withBuffer = day([one, other], { services: [{ ...peel, buffer_after: 15 }] })
  expect(textAt(withBuffer, one, BEA, 600)).toContain('Bea is busy with')
  expect(textAt(day([one, other]), one, BEA, 600)).toBeUndefined()
})

test('dragging a visit to another room keeps its practitioner; dragging it to another practitioner may change its room', () => {
  const one = visit('09:00', ANA, ROOM1)
  expect(requestedResources(one, ROOM2, 'room')).toEqual({ practitioner_id: ANA, room_id: ROOM2 })
  expect(requestedResources(one, BEA, 'person')).toEqual({ practitioner_id: BEA })
  expect(requestedResources(one, UNASSIGNED, 'person')).toEqual({})
})

test('a dragged visit snaps to the nearest half hour of the axis', () => {
  const axis = { from: 480, to: 1_080, every: 30 } as const
  expect([470, 496, 554, 1_200].map((minute) => nearestStart(minute, axis))).toEqual([480, 510, 540, 1_050])
})

test('a visit with two practitioners in turn is drawn as a part in each one’s column, and as a whole in its room’s column', () => {
  const both = visitOfTwoServices()
  const board = day([both])
  expect(columnsOf(board, 'person').map(({ id, visits: of }) => [id, of.length])).toEqual([
    [ANA, 1],
    [BEA, 1],
  ])
  expect([ANA, BEA, ROOM1].map((id) => timeInColumn(both, id)).map(({ from, to }) => [from, to])).toEqual([
    [540, 600],
    [600, 630],
    [540, 630],
  ])
  const shown = [ANA, BEA].map((id) => visitInColumn(both, id))
  expect(shown.map((one) => [servicesOf(one), one.appointment_time, one.duration_minutes])).toEqual([
    ['Hydra Glow', '09:00:00', 60],
    ['Facial', '10:00:00', 30],
  ])
})

test('on the day board two practitioners in turn keep their parts of a visit after it has ended or was cancelled, and if a buffer follows', () => {
  const { uses: _, ...left } = visitOfTwoServices()
  expect([ANA, BEA].map((id) => timeInColumn({ ...left, occupied: null }, id))).toEqual([
    { from: 540, to: 600, occupied: null },
    { from: 600, to: 630, occupied: null },
  ])
  const uses = [
    { resource_id: ANA, from: 540, to: 615 },
    { resource_id: BEA, from: 585, to: 630 },
  ]
  expect(timeInColumn({ ...left, uses }, ANA)).toEqual({ from: 540, to: 600, occupied: { from: 540, to: 615 } })
  expect(timeInColumn({ ...left, uses }, BEA)).toEqual({ from: 600, to: 630, occupied: { from: 585, to: 630 } })
})

test('a part of a visit that starts after midnight is drawn below the evening, not in the early morning', () => {
  const { uses: _, ...late } = { ...visitOfTwoServices(), appointment_time: '23:30:00', occupied: null }
  expect([ANA, BEA].map((id) => timeInColumn(late, id)).map(({ from, to }) => [from, to])).toEqual([
    [1410, 1470],
    [1470, 1500],
  ])
})

test('a visit that is dropped on one of its practitioners keeps all of its practitioners; another practitioner takes over all of its services', () => {
  const both = visitOfTwoServices()
  const board = day([both], { services: [peel, facial] })
  expect([ANA, BEA].map((id) => requestedResources(both, id, 'person'))).toEqual([{}, {}])
  expect(requestedResources(both, ROOM1, 'room')).toEqual({})
  expect(requestedResources(both, ROOM2, 'room')).toEqual({ room_id: ROOM2 })
  expect(textAt(board, both, BEA, 720)).toBeUndefined()
  // Bea is booked only during the second service.
  const other = visit('13:00', BEA, ROOM2)
  const taken = day([both, other], { services: [peel, facial] })
  expect(textAt(taken, both, ANA, 720)).toBe(`Bea is busy with ${other.name} until 2:00 PM.`)
  expect(textAt(taken, both, ANA, 690)).toBeUndefined()
})
