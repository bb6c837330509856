import type { BoardDay, BoardVisit } from '#shared/appointments/board-contract.ts'
import { sampleId, visit as sampleVisit } from '#web/test/samples.ts'

export const [ANA, BEA, ROOM1, ROOM2] = [sampleId(61), sampleId(62), sampleId(63), sampleId(64)] as const
const PEEL = sampleVisit.service_id

export type Resource = BoardDay['resources'][number]
export const resource = (id: string, kind: Resource['kind'], name: string, more: Partial<Resource> = {}): Resource => ({
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
/** A confirmed visit of one hour; each visit belongs to another client. */
export function visit(
  time: string,
  person: string | null,
  room: string | null,
  more: Partial<BoardVisit> = {},
): BoardVisit {
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

export const people = [resource(ANA, 'practitioner', 'Ana'), resource(BEA, 'practitioner', 'Bea')]
export const rooms = [resource(ROOM1, 'room', 'Room 1'), resource(ROOM2, 'room', 'Room 2')]
const chosen = [ANA, BEA].map((id) => ({ id, kind: 'practitioner' as const }))
export const peel = { id: PEEL, buffer_before: 0, buffer_after: 0, chosen }

export const day = (all: BoardVisit[], more: Partial<BoardDay> = {}): BoardDay => ({
  date: '2026-11-21',
  start_interval_minutes: 30,
  opening: [{ from: 480, to: 1_080 }],
  is_disabled: false,
  resources: [...people, ...rooms],
  services: [peel],
  visits: all,
  ...more,
})

const FACIAL = sampleId(65)
/** A visit with a peel by Ana and then a facial by Bea, in one room. */
export const visitOfTwoServices = () =>
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
export const facial = {
  id: FACIAL,
  buffer_before: 0,
  buffer_after: 0,
  chosen: [{ id: BEA, kind: 'practitioner' as const }],
}
