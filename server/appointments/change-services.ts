import { invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { isStaleVersion } from '#server/lib/http/request-context.ts'
import { moveMessagesToVersion } from '#server/messages/outbox/outbox.ts'
import { occupationOf } from '#server/resources/public.ts'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, refusalMessages } from '#shared/appointments/messages.ts'
import { isActive } from '#shared/appointments/status.ts'
import type { visitContract } from '#shared/appointments/desk-contract.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { chainDuration, type Chain } from '#shared/resources/free-chains.ts'
import { logOverbooking, logServices } from './appointment-log.ts'
import { requireSlots, requireWithinOpening, type SlotUse, type VisitSlots } from './bookable-time.ts'
import { readDay } from './day-views.ts'
import { bookedServicesOf } from './last-change.ts'
import { lockAndReleaseSlots } from './move-appointment.ts'
import { minutesOf, presentForStaff } from './present-appointment.ts'
import * as queries from './queries.ts'
import { keepReason, requireReasonToChange } from './questions/visit-questions.ts'
import { requireAppointment, stateChanged, transitionError } from './require-transition.ts'
import { requireNoOtherAppointment, reserveSlotsAgain } from './slot-queries.ts'
import type { AppointmentRow } from './views.ts'

type ServiceChange = Parsed<typeof visitContract.changeServices>['body']

/**
 * Returns the visit if it is open, unpaid and unchanged since the person read it. Otherwise throws a 409 with the
 * current row.
 */
async function requireChangeable(context: Context<Principal>, id: string): Promise<AppointmentRow> {
  const row = await requireAppointment(context, id)
  if (isStaleVersion(context, row)) throw transitionError(context, row, s.stateChanged)
  if (!isActive(row.status)) throw transitionError(context, row, refusalMessages.servicesFinal)
  if (row.paid_appointment_id !== null) throw transitionError(context, row, refusalMessages.servicesPaid)
  return row
}

/**
 * Returns the day of the visit and what its new services need; services that it already had keep their length. Throws
 * for a service that is not offered.
 */
async function requireServices(context: Context, row: AppointmentRow, [first = '', ...further]: readonly string[]) {
  const day = await readDay(context, row.appointment_date, first, further)
  const had = new Map(bookedServicesOf(row).map((one) => [one.service_id, one]))
  const offered = new Map(
    [...(day.names ? [{ ...day.names, service_id: first }] : []), ...day.further].map((one) => [one.service_id, one]),
  )
  const services = [first, ...further].map((service_id, i) => {
    const { treatment_id } = had.get(service_id) ?? offered.get(service_id) ?? {}
    const needs = day.chain[i]
    if (treatment_id === undefined || !needs) throw invalid('service_ids', s.unknownService)
    return { service_id, treatment_id, needs: { ...needs, duration: had.get(service_id)?.minutes ?? needs.duration } }
  })
  return { day, services, chain: services.map(({ needs }) => needs) satisfies Chain }
}

/** Prefers the people and rooms that the visit already has, as far as they can do its new services. */
function preferResources(slots: VisitSlots, had: ReadonlySet<string>): VisitSlots {
  const kept = (set: SlotUse[]) => set.filter(({ id }) => had.has(id)).length
  return { ...slots, sets: slots.sets.toSorted((a, b) => kept(b) - kept(a)) }
}

type Change = { services: { service_id: string; treatment_id: string }[]; chain: Chain; slots: VisitSlots }

/**
 * Writes the services and reserves what they need. Throws a 409 when somebody else has changed the visit or taken a
 * slot.
 */
async function writeServices(
  context: Context<Principal>,
  row: AppointmentRow,
  { services, chain, slots, ...values }: Change & { last_change: string | null; overbook_reason: string | null },
): Promise<void> {
  const { tx, now } = context
  const [first, ...further] = services
  const visit = {
    ...values,
    service_id: first!.service_id,
    treatment_id: first!.treatment_id,
    ends_at: slots.ends_at,
    status: row.status,
    updated_at: now,
  }
  // A change of services does not answer a request: an unconfirmed first visit still waits for the clinic's answer.
  const written = await queries.updateIfUnchanged(tx, row, visit, { isAnswer: false })
  if (!written) throw await stateChanged(context, row.id)
  const preferred = slots.peopleOf(slots.sets[0] ?? [])
  const furtherServices = further.map(({ service_id }, i) => ({
    service_id,
    duration_minutes: chain[i + 1]!.duration,
    practitioner_id: preferred[i + 1]?.id ?? null,
  }))
  // Services are written before slots, as in a booking, so that concurrent changes lock rows in the same order.
  await queries.replaceFurtherServices(tx, row.id, furtherServices)
  await reserveSlotsAgain(context, row.id, slots)
}

/**
 * Changes the services of an open visit. The visit keeps its start and, where possible, its people and rooms; its
 * length follows from the services. The rules for bookings by staff apply: if people, rooms or devices are not free, the
 * call is refused with a 409 that names them, unless staff give a reason for overbooking. The services of a paid or
 * finished visit cannot be changed (409).
 * If an alert speaks against a new service for this client, staff must give a reason.
 */
export async function changeServices(
  context: Context<Principal>,
  id: string,
  { service_ids, overbook, override }: ServiceChange,
): Promise<StaffAppointment> {
  const { tx } = context
  const row = await requireChangeable(context, id)
  if (
    bookedServicesOf(row)
      .map((one) => one.service_id)
      .join() === service_ids.join()
  )
    throw invalid('service_ids', refusalMessages.sameServices)
  await queries.lockClient(tx, row.client_id)
  const had = new Set((await occupationOf(tx, id))?.uses.map((use) => use.id))
  const last_change = await lockAndReleaseSlots(context, row, true)
  const { day, services, chain } = await requireServices(context, row, service_ids)
  // A visit that already lies outside the opening hours may stay there, unless the change makes it longer.
  if (chainDuration(chain) > minutesOf(row)) requireWithinOpening(day, chain, row.appointment_time)
  const slots = preferResources(requireSlots(day, chain, { ...row, overbook }, 'staff'), had)
  await requireNoOtherAppointment(context, row.client_id, slots, 'staff', id)
  const answered = await requireReasonToChange(context, row, { changed: service_ids, override })
  const overbook_reason = slots.over.length > 0 ? (overbook?.reason ?? null) : null
  await writeServices(context, row, { services, chain, slots, last_change, overbook_reason })
  await moveMessagesToVersion(tx, id, { from: row.version, to: row.version + 1 })
  const after = await requireAppointment(context, id)
  await logServices(context, row, after)
  await logOverbooking(context, row, slots)
  await keepReason(context, answered, id)
  context.publish({ name: 'AppointmentBooked' })
  return presentForStaff(after, context.now)
}
