import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { release } from '#server/resources/public.ts'
import { appointmentMessages as s, refusalMessages, termsMessages } from '#shared/appointments/messages.ts'
import { minuteOfDate } from '#shared/appointments/slots.ts'
import { statusAfterMove } from '#shared/appointments/status.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { peopleOf } from '#shared/lib/visit-services.ts'
import { chainDuration, chainPlans, chainWithPeople, type Chain } from '#shared/resources/free-chains.ts'
import {
  requireBookableDate,
  requireClientFree,
  requireOnline,
  requirePlace,
  requireWithinOpening,
  type Overbook,
  type Place,
  type PlacedUse,
} from './bookable-time.ts'
import type { DayOfVisit } from './day-views.ts'
import { rememberChange } from './last-change.ts'
import * as queries from './queries.ts'
import { requireAppointment, stateChanged } from './require-transition.ts'
import { logOverbooking, needsWith, notForService, takePlace, type Wish } from './take-place.ts'
import { notifyClient } from '#server/messages/outbox/notify-client.ts'
import type { AppointmentRow } from './views.ts'

type NewTime = { appointment_date: CivilDate; appointment_time: CivilTime }
/** A new time, or another person or room at the same time; staff may overbook. */
export type NewPlace = NewTime &
  Wish & {
    /** The practitioner chosen for each service. */
    practitioner_ids?: readonly (string | null)[] | undefined
    overbook?: Overbook | undefined
  }

const isSameTime = (row: AppointmentRow, { appointment_date, appointment_time }: NewTime) =>
  row.appointment_date === appointment_date && row.appointment_time === appointment_time

/**
 * Locks the row and releases its slots; throws a 409 when the visit was changed meanwhile. Returns the change in the
 * form that can be undone.
 */
export async function giveUpPlace(
  context: Context<Principal>,
  row: AppointmentRow,
  ofServices = false,
): Promise<string | null> {
  const { version } = await queries.lockAppointment(context.tx, row.id)
  if (version !== row.version) throw await stateChanged(context, row.id)
  const change = await rememberChange(context, row, { leaves: true, ofServices })
  await release(context.tx, row.id)
  return change
}

/** The names of a visit's practitioners, each once; empty when no service needs one. */
const namesOfPeople = ({ practitioner_name, further }: AppointmentRow): string =>
  peopleOf({ practitioner_name, further_services: further ?? [] }) ?? ''

/** The current practitioner of each service. */
export const practitionersOf = ({ practitioner_id, further }: AppointmentRow): (string | null)[] => [
  practitioner_id,
  ...(further ?? []).map((service) => service.practitioner_id),
]

/** Keeps the visit with its practitioner if that person is free at the new time; otherwise any free one takes it. */
function stayingWith(row: AppointmentRow, place: Place): Place {
  const had = practitionersOf(row)
  const kept = (set: PlacedUse[]) => place.peopleOf(set).filter((one, i) => one !== null && one.id === had[i]).length
  return { ...place, sets: place.sets.toSorted((a, b) => kept(b) - kept(a)) }
}

/** What a visit needs at the length it was booked with: the first service gets what the others leave. */
function bookedChain({ starts_at, ends_at, further }: AppointmentRow, [first, ...others]: Chain): Chain {
  const booked = others.map((needs, i) => ({ ...needs, duration: further?.[i]?.duration_minutes ?? needs.duration }))
  const duration = (ends_at.getTime() - starts_at.getTime()) / 60_000 - chainDuration(booked)
  return [{ ...first!, duration }, ...booked]
}

/**
 * What the visit needs at its new time, with the practitioners whom the caller named. If the caller named nobody,
 * practitioners chosen by name stay; throws a 409 with their names when only others are free.
 */
function neededAt(row: AppointmentRow, day: DayOfVisit, to: NewPlace): Chain {
  const usual = bookedChain(row, day.chain)
  const wanted = needsWith(usual, to)
  if (wanted === null) throw notForService(to, usual)
  if (to.practitioner_ids) {
    const named = chainWithPeople(wanted, to.practitioner_ids)
    if (named === null) throw invalid('practitioner_ids', termsMessages.notTheirService)
    return named
  }
  if (!row.practitioner_chosen || to.practitioner_id !== undefined) return wanted
  const kept = chainWithPeople(wanted, practitionersOf(row))
  const start = minuteOfDate(to.appointment_time)
  const isFree = (chain: Chain) => chainPlans(day, chain, start).length > 0
  if (kept === null || (!to.overbook && !isFree(kept) && isFree(wanted)))
    throw new AppError('slot_taken', refusalMessages.personNotFree(namesOfPeople(row)))
  return kept
}

/** Finds the new place of a visit, which keeps its length; throws the errors of a booking. */
async function placeFor(context: Context, row: AppointmentRow, to: NewPlace, by: 'client' | 'staff'): Promise<Place> {
  const { appointment_date: date, appointment_time: time, overbook } = to
  const further_services = row.further?.map((service) => service.service_id)
  const { service_id } = row
  // On the same date a visit may keep its time even if visits no longer start then; on another date it may not.
  const stands = row.appointment_date === date ? row.appointment_time : undefined
  const day = await requireBookableDate(context, date, time, by, { service_id, further_services, stands })
  requireWithinOpening(day, bookedChain(row, day.chain), time)
  const needs = neededAt(row, day, to)
  if (by === 'client') await requireOnline(context, day, date, time)
  const place = stayingWith(row, requirePlace(day, needs, { date, time }, { by, overbook }))
  await requireClientFree(context, row.client_id, place, by, row.id)
  return place
}

/** Writes the new time and the new practitioners to the history log. */
async function logMove(context: Context<Principal>, row: AppointmentRow, after: AppointmentRow) {
  const momentOf = ({ appointment_date, appointment_time }: AppointmentRow) => ({ appointment_date, appointment_time })
  const [before, now] = [namesOfPeople(row), namesOfPeople(after)]
  await writeAuditLog(context, {
    type: 'appointments.appointment.rescheduled',
    subjectId: row.id,
    parameters: {
      client: row.name,
      from: momentOf(row),
      to: momentOf(after),
      ...(now !== '' && { practitioner: now }),
      ...(before !== '' && before !== now && { instead_of: before }),
    },
    changes: (['appointment_date', 'appointment_time', 'status'] as const).flatMap((field) =>
      row[field] === after[field] ? [] : [{ field, from: row[field], to: after[field] }],
    ),
  })
}

/** Logs that a visit keeps its time and gets another person or room. */
async function logReassignment(context: Context<Principal>, row: AppointmentRow, to: string[]): Promise<void> {
  const { name: client, appointment_date, appointment_time } = row
  await writeAuditLog(context, {
    type: 'appointments.appointment.reassigned',
    subjectId: row.id,
    parameters: { client, appointment_date, appointment_time, to },
  })
}

type Moved = { place: Place; to: NewPlace; by: 'client' | 'staff'; last_change: string | null; client_moves: number }

/**
 * Writes the new time and slots of a visit whose old slots are released. A new time changes the status as
 * `statusAfterMove` says.
 */
async function writePlace(
  context: Context<Principal>,
  row: AppointmentRow,
  { place, to, by, ...values }: Moved,
): Promise<void> {
  const { tx, now } = context
  const isMoved = !isSameTime(row, to)
  const from = row.status
  const status = isMoved ? statusAfterMove(from, by) : from
  const moved = await queries.updateIfMatch(tx, row, {
    ...values,
    starts_at: place.starts_at,
    ends_at: place.ends_at,
    status,
    updated_at: now,
    overbook_reason: place.over.length > 0 ? (to.overbook?.reason ?? null) : null,
    // A client marked as arrived today has not arrived for another day.
    arrived_at: row.appointment_date === to.appointment_date ? row.arrived_at : null,
  })
  if (!moved) throw await stateChanged(context, row.id)
  const set = await takePlace(context, row.id, place)
  const [first, ...others] = place.peopleOf(set).map((one) => one?.id ?? null)
  await queries.setPractitioner(tx, row.id, first ?? null)
  if (others.length > 0) await queries.setFurtherPractitioners(tx, row.id, others)
  if (isMoved) await logMove(context, row, await requireAppointment(context, row.id))
  else await logReassignment(context, row, place.namesOf(set))
  const told = { id: row.id, version: row.version + 1 }
  // A moved request still awaits an answer, so the client is notified again that the clinic will answer it.
  if (isMoved && status === 'pending') notifyClient(context, { ...told, occasion: 'booked' })
  else if (isMoved)
    notifyClient(context, { ...told, occasion: 'moved', moved: { from: row, startsAt: place.starts_at } })
  const { appointment_date, appointment_time } = to
  await logOverbooking(context, { id: row.id, name: row.name, appointment_date, appointment_time }, place)
}

/**
 * Moves a visit to another time, person or room under the rules of a booking. Its own slots count as free. The visit
 * keeps its old place if the move fails, because everything is one transaction.
 */
export async function moveVisit(
  context: Context<Principal>,
  row: AppointmentRow,
  to: NewPlace,
  by: 'client' | 'staff',
): Promise<void> {
  if (isSameTime(row, to) && to.practitioner_id === undefined && to.room_id === undefined)
    throw invalid('appointment_time', s.sameTime)
  await queries.lockProof(context.tx, row.client_id)
  const last_change = await giveUpPlace(context, row)
  const place = await placeFor(context, row, to, by)
  const client_moves = row.client_moves + (by === 'client' ? 1 : 0)
  await writePlace(context, row, { place, to, by, last_change, client_moves })
}
