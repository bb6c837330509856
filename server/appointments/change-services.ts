import { carryMessages } from '#server/messages/outbox/outbox.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { isStaleVersion } from '#server/lib/http/request-context.ts'
import { occupationOf } from '#server/resources/public.ts'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages as s, refusalMessages } from '#shared/appointments/messages.ts'
import { isActive } from '#shared/appointments/status.ts'
import type { visitContract } from '#shared/appointments/desk-contract.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { chainDuration, type Chain } from '#shared/resources/free-chains.ts'
import { requireClientFree, requirePlace, requireWithinOpening, type Place } from './bookable-time.ts'
import { readDay } from './day-views.ts'
import { servicesKept } from './last-change.ts'
import { giveUpPlace } from './move-visit.ts'
import { staffAppointment } from './present-appointment.ts'
import * as queries from './queries.ts'
import { requireAppointment, stateChanged, transitionError } from './require-transition.ts'
import { logOverbooking, takePlace } from './take-place.ts'
import type { AppointmentRow } from './views.ts'

type Wanted = Parsed<typeof visitContract.changeServices>['body']

/** The names of a visit's services, in their order. */
export const servicesText = ({ service_name, further }: AppointmentRow): string =>
  servicesOf({ service_name, further_services: further ?? [] })

const minutesOf = ({ starts_at, ends_at }: AppointmentRow) => (ends_at.getTime() - starts_at.getTime()) / 60_000

/** Logs which services a visit had before and has now. */
export async function logServices(
  context: Context<Principal>,
  row: AppointmentRow,
  after: AppointmentRow,
  undone = false,
): Promise<void> {
  const { name: client, appointment_date, appointment_time } = row
  const minutes = { from: minutesOf(row), to: minutesOf(after) }
  await writeAuditLog(context, {
    type: 'appointments.appointment.services-changed',
    subjectId: row.id,
    parameters: {
      client,
      appointment_date,
      appointment_time,
      from: servicesText(row),
      to: servicesText(after),
      ...(undone && { undone }),
    },
    changes: minutes.from === minutes.to ? [] : [{ field: 'duration_minutes', ...minutes }],
  })
}

/**
 * Returns the visit if it is unchanged since the person read it, open and unpaid; throws a 409 with the current row
 * otherwise.
 */
async function requireChangeable(context: Context<Principal>, id: string): Promise<AppointmentRow> {
  const row = await requireAppointment(context, id)
  if (isStaleVersion(context, row)) throw transitionError(context, row, s.stateChanged)
  if (!isActive(row.status)) throw transitionError(context, row, refusalMessages.servicesFinal)
  if (row.sale_id !== null) throw transitionError(context, row, refusalMessages.servicesPaid)
  return row
}

/**
 * Returns the day of the visit and what its new services need; services that it already had keep their length. Throws
 * for a service that is not offered.
 */
async function wantedServices(context: Context, row: AppointmentRow, [first = '', ...further]: readonly string[]) {
  const day = await readDay(context, row.appointment_date, first, further)
  const had = new Map(servicesKept(row).map((one) => [one.service_id, one]))
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
function stayingIn(place: Place, had: ReadonlySet<string>): Place {
  const kept = (set: Place['sets'][number]) => set.filter(({ id }) => had.has(id)).length
  return { ...place, sets: place.sets.toSorted((a, b) => kept(b) - kept(a)) }
}

type Change = { services: { service_id: string; treatment_id: string }[]; chain: Chain; place: Place }

/** Writes the services and reserves what they need; throws a 409 when someone else was faster. */
async function write(
  context: Context<Principal>,
  row: AppointmentRow,
  { services, chain, place, ...values }: Change & { last_change: string | null; overbook_reason: string | null },
): Promise<void> {
  const { tx, now } = context
  const [first, ...further] = services
  const visit = {
    ...values,
    service_id: first!.service_id,
    treatment_id: first!.treatment_id,
    ends_at: place.ends_at,
    status: row.status,
    updated_at: now,
  }
  // An unconfirmed first visit still waits for the clinic's answer.
  const written = await queries.updateIfMatch(tx, row, visit, { answers: false })
  if (!written) throw await stateChanged(context, row.id)
  const done = (people: ReturnType<Place['peopleOf']>) =>
    further.map(({ service_id }, i) => ({
      service_id,
      duration_minutes: chain[i + 1]!.duration,
      practitioner_id: people[i + 1]?.id ?? null,
    }))
  // Services are written before slots, as in a booking, so that concurrent changes lock rows in the same order.
  await queries.replaceFurtherServices(tx, row.id, done(place.peopleOf(place.sets[0] ?? [])))
  const people = place.peopleOf(await takePlace(context, row.id, place))
  await queries.setPractitioner(tx, row.id, people[0]?.id ?? null)
  if (further.length > 0)
    await queries.setFurtherPractitioners(
      tx,
      row.id,
      done(people).map(({ practitioner_id }) => practitioner_id),
    )
}

/**
 * Changes the services of an open visit. The visit keeps its start and, where possible, its people and rooms; its
 * length follows from the services. The rules for bookings by staff apply: a conflict is a 409 that names what is
 * taken, and staff can overbook with a reason. Paid or finished visits are refused (409).
 */
export async function changeServices(
  context: Context<Principal>,
  id: string,
  { service_ids, overbook }: Wanted,
): Promise<StaffAppointment> {
  const { tx } = context
  const row = await requireChangeable(context, id)
  if (
    servicesKept(row)
      .map((one) => one.service_id)
      .join() === service_ids.join()
  )
    throw invalid('service_ids', refusalMessages.sameServices)
  await queries.lockProof(tx, row.client_id)
  const had = new Set((await occupationOf(tx, id))?.uses.map((use) => use.id))
  const last_change = await giveUpPlace(context, row, true)
  const { day, services, chain } = await wantedServices(context, row, service_ids)
  // A visit that is already outside the opening hours may stay there as long as it gets no longer.
  if (chainDuration(chain) > minutesOf(row)) requireWithinOpening(day, chain, row.appointment_time)
  const at = { date: row.appointment_date, time: row.appointment_time }
  const place = stayingIn(requirePlace(day, chain, at, { by: 'staff', overbook }), had)
  await requireClientFree(context, row.client_id, place, 'staff', id)
  const overbook_reason = place.over.length > 0 ? (overbook?.reason ?? null) : null
  await write(context, row, { services, chain, place, last_change, overbook_reason })
  await carryMessages(tx, id, { from: row.version, to: row.version + 1 })
  const after = await requireAppointment(context, id)
  await logServices(context, row, after)
  await logOverbooking(context, row, place)
  context.publish({ name: 'AppointmentBooked' })
  return staffAppointment(after, context.now)
}
