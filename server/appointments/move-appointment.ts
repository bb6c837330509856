import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { notifyClient } from '#server/messages/outbox/notify-client.ts'
import { releaseSlots } from '#server/resources/public.ts'
import type { Override } from '#shared/alerts/questions.ts'
import type { appointmentsContract, StaffAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, refusalMessages, termsMessages } from '#shared/appointments/messages.ts'
import { minuteOfDate } from '#shared/appointments/slots.ts'
import { statusAfterMove } from '#shared/appointments/status.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { chainDuration, chainPlans, chainWithPeople, type Chain } from '#shared/resources/free-chains.ts'
import { logMove, logOverbooking, logReassignment, practitionersText } from './appointment-log.ts'
import {
  lockBookableDay,
  requireOnline,
  requireResources,
  requireSlots,
  requireWithinOpening,
  type Overbook,
  type RequestedResources,
  type RequestedTime,
  type SlotUse,
  type VisitSlots,
} from './bookable-time.ts'
import { markClientKnown } from './booked-client.ts'
import type { DayOfVisit } from './day-views.ts'
import { describeChange } from './last-change.ts'
import { presentForStaff } from './present-appointment.ts'
import * as queries from './queries.ts'
import { keepReason, requireReasonToChange } from './questions/visit-questions.ts'
import { requireAppointment, requireTransition, stateChanged } from './require-transition.ts'
import { requireNoOtherAppointment, reserveSlotsAgain } from './slot-queries.ts'
import type { AppointmentRow } from './views.ts'

/** What a caller asks for: a new time, or another person or room at the same time. Staff may overbook. */
export type MoveRequest = RequestedTime &
  RequestedResources & {
    /** The practitioner chosen for each service. */
    practitioner_ids?: readonly (string | null)[] | undefined
    overbook?: Overbook | undefined
    /** The reason for which staff move the visit despite an alert. */
    override?: Override | undefined
  }

const isSameTime = (row: AppointmentRow, { appointment_date, appointment_time }: RequestedTime) =>
  row.appointment_date === appointment_date && row.appointment_time === appointment_time

/**
 * Locks the visit's row and releases its slots. Throws a 409 when the visit was changed meanwhile. Returns the text for
 * the column `last_change`, with which the change can be undone.
 */
export async function lockAndReleaseSlots(
  context: Context<Principal>,
  row: AppointmentRow,
  ofServices = false,
): Promise<string | null> {
  const { version } = await queries.lockAppointment(context.tx, row.id)
  if (version !== row.version) throw await stateChanged(context, row.id)
  const change = await describeChange(context, row, { leaves: true, ofServices })
  await releaseSlots(context.tx, row.id)
  return change
}

/** Returns the current practitioner of each service. */
export const practitionersOf = ({ practitioner_id, further }: AppointmentRow): (string | null)[] => [
  practitioner_id,
  ...(further ?? []).map((service) => service.practitioner_id),
]

/**
 * Prefers sets of resources with the practitioners whom the visit has now. If they are busy at the new time, other
 * practitioners do the visit.
 */
function preferPractitionersOf(row: AppointmentRow, slots: VisitSlots): VisitSlots {
  const had = practitionersOf(row)
  const kept = (set: SlotUse[]) => slots.peopleOf(set).filter((one, i) => one !== null && one.id === had[i]).length
  return { ...slots, sets: slots.sets.toSorted((a, b) => kept(b) - kept(a)) }
}

/**
 * Returns what a visit needs, with the length for which it was booked: the services after the first keep their booked
 * minutes, and the first gets the rest.
 */
function bookedChain({ starts_at, ends_at, further }: AppointmentRow, [first, ...others]: Chain): Chain {
  const booked = others.map((needs, i) => ({ ...needs, duration: further?.[i]?.duration_minutes ?? needs.duration }))
  const duration = (ends_at.getTime() - starts_at.getTime()) / 60_000 - chainDuration(booked)
  return [{ ...first!, duration }, ...booked]
}

/**
 * Returns what the visit needs at its new time, with the practitioners whom the caller named. If the caller named
 * nobody, practitioners chosen by name stay; throws a 409 with their names when only others are free.
 */
function requireChain(row: AppointmentRow, day: DayOfVisit, to: MoveRequest): Chain {
  const usual = bookedChain(row, day.chain)
  const requested = requireResources(usual, to)
  if (to.practitioner_ids) {
    const named = chainWithPeople(requested, to.practitioner_ids)
    if (named === null) throw invalid('practitioner_ids', termsMessages.notTheirService)
    return named
  }
  if (!row.practitioner_chosen || to.practitioner_id !== undefined) return requested
  const kept = chainWithPeople(requested, practitionersOf(row))
  const start = minuteOfDate(to.appointment_time)
  const isFree = (chain: Chain) => chainPlans(day, chain, start).length > 0
  if (kept === null || (!to.overbook && !isFree(kept) && isFree(requested)))
    throw new AppError('slot_taken', refusalMessages.personNotFree(practitionersText(row)))
  return kept
}

/** Finds the new slots of a visit, which keeps its length. Throws the same errors as a booking. */
async function requireNewSlots(
  context: Context,
  row: AppointmentRow,
  to: MoveRequest,
  by: 'client' | 'staff',
): Promise<VisitSlots> {
  const further_services = row.further?.map((service) => service.service_id)
  // On the same date a visit may keep its time even if visits no longer start then; on another date it may not.
  const currentTime = row.appointment_date === to.appointment_date ? row.appointment_time : undefined
  const day = await lockBookableDay(context, { ...to, service_id: row.service_id, further_services, currentTime }, by)
  requireWithinOpening(day, bookedChain(row, day.chain), to.appointment_time)
  const chain = requireChain(row, day, to)
  if (by === 'client') await requireOnline(context, day, to)
  const slots = preferPractitionersOf(row, requireSlots(day, chain, to, by))
  await requireNoOtherAppointment(context, row.client_id, slots, by, row.id)
  return slots
}

type Move = {
  slots: VisitSlots
  to: MoveRequest
  by: 'client' | 'staff'
  last_change: string | null
  client_moves: number
}

/**
 * Writes the new time and slots of a visit whose old slots are released. A new time changes the status as
 * `statusAfterMove` says.
 */
async function writeMove(
  context: Context<Principal>,
  row: AppointmentRow,
  { slots, to, by, ...values }: Move,
): Promise<void> {
  const { tx, now } = context
  const isMoved = !isSameTime(row, to)
  const from = row.status
  const status = isMoved ? statusAfterMove(from, by) : from
  const moved_to = {
    ...values,
    starts_at: slots.starts_at,
    ends_at: slots.ends_at,
    status,
    updated_at: now,
    overbook_reason: slots.over.length > 0 ? (to.overbook?.reason ?? null) : null,
    // A client marked as arrived today has not arrived for another day.
    arrived_at: row.appointment_date === to.appointment_date ? row.arrived_at : null,
  }
  // Another person or room does not answer a request, so the request still expires.
  const isWritten = await queries.updateIfUnchanged(tx, row, moved_to, { isAnswer: status !== 'pending' })
  if (!isWritten) throw await stateChanged(context, row.id)
  const set = await reserveSlotsAgain(context, row.id, slots)
  if (isMoved) await logMove(context, row, await requireAppointment(context, row.id))
  else await logReassignment(context, row, slots.namesOf(set))
  const moved = { id: row.id, version: row.version + 1 }
  // A moved request still awaits an answer, so the client is notified again that the clinic will answer it.
  if (isMoved && status === 'pending') notifyClient(context, { ...moved, occasion: 'booked' })
  else if (isMoved)
    notifyClient(context, { ...moved, occasion: 'moved', moved: { from: row, startsAt: slots.starts_at } })
  await logOverbooking(context, { id: row.id, name: row.name, ...to }, slots)
}

/**
 * Moves a visit to another time, person or room under the rules of a booking. Its own slots count as free. The visit
 * keeps its old slots if the move fails, because everything is one transaction.
 */
export async function moveAppointment(
  context: Context<Principal>,
  row: AppointmentRow,
  to: MoveRequest,
  by: 'client' | 'staff',
): Promise<void> {
  if (isSameTime(row, to) && to.practitioner_id === undefined && to.room_id === undefined)
    throw invalid('appointment_time', s.sameTime)
  await queries.lockClient(context.tx, row.client_id)
  const last_change = await lockAndReleaseSlots(context, row)
  const slots = await requireNewSlots(context, row, to, by)
  // Staff are asked for a reason after the check for conflicts. If they have to overbook or to choose another
  // time, they give this reason only once.
  const answered = by === 'staff' ? await requireReasonToChange(context, row, to) : null
  const client_moves = row.client_moves + (by === 'client' ? 1 : 0)
  await writeMove(context, row, { slots, to, by, last_change, client_moves })
  await keepReason(context, answered, row.id)
}

/**
 * Moves an appointment to another date and time (its status becomes resched), person or room, under the rules of a
 * booking by staff. Throws a 409 if the client has an alert against the visit and no reason is given.
 */
export async function rescheduleAppointment(
  context: Context<Principal>,
  id: string,
  { appointment_id, ...to }: Parsed<typeof appointmentsContract.reschedule>['body'],
): Promise<StaffAppointment> {
  if (appointment_id !== id) throw invalid('appointment_id', s.otherAppointment)
  const row = await requireTransition(context, id, 'resched')
  await moveAppointment(context, row, to, 'staff')
  await markClientKnown(context, row.client_id)
  context.publish({ name: 'AppointmentBooked' })
  return presentForStaff(await requireAppointment(context, id), context.now)
}
