import { queryPipelined, runPipelined } from '#server/db/pipeline.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { ClientOf } from '#server/people/find-person.ts'
import { reserveFreeSet, reserveOverbooked } from '#server/resources/public.ts'
import { namesOf, pickFields } from '#server/lib/pick-fields.ts'
import { appointmentMessages as s, termsMessages } from '#shared/appointments/messages.ts'
import { storedAsSent } from '#shared/appointments/records.ts'
import type { Booker, SlotUse, VisitSlots } from './bookable-time.ts'
import type { OfferedNames, RequestedServices } from './day-views.ts'
import type { Expiry } from './first-visit.ts'
import type { Booking } from './lock-client-and-day.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type NewAppointment = {
  id: string
  booking: Booking
  booker: Booker
  client: ClientOf
  day: RequestedServices
  /** The names of the first service and its treatment. */
  names: OfferedNames
  expiry: Expiry | null
  clientNote: string | null
  /** True if the client has asked for the practitioner by name. */
  isPractitionerChosen: boolean
  slots: VisitSlots
}

/**
 * Writes a new appointment with all of its services and reserves their slots, in one round trip. Throws a 409 when the
 * client has another visit at that time, or when someone else has just taken a slot. Services are locked before slots,
 * as in a change of services, so that the two transactions cannot deadlock. Returns the row with the names that screens
 * and messages show.
 */
export async function insertAppointmentWithSlots(context: Context<Principal>, booked: Omit<NewAppointment, 'id'>) {
  const { tx } = context
  const { client, day, names, slots } = booked
  const id = newId()
  const preferred = slots.peopleOf(slots.sets[0] ?? [])
  const [row, , set] = await runPipelined([
    insertIfClientIsFree(context, { id, ...booked }),
    queries.insertFurtherServices(tx, id, furtherServicesOf(day, preferred)),
    reserveSlots(context, id, slots),
  ])
  // If a preferred practitioner was booked meanwhile, the slots of another practitioner were reserved.
  const people = slots.peopleOf(set)
  await updatePeople(context, id, preferred, people)
  const { id: practitioner_id = null, name: practitioner_name = null } = people[0] ?? {}
  return {
    ...row,
    ...names,
    further: furtherServicesOf(day, people),
    practitioner_id,
    practitioner_name,
    name: client.name,
    paid_appointment_id: null,
  }
}

type People = ReturnType<VisitSlots['peopleOf']>

const furtherServicesOf = ({ further, chain }: RequestedServices, people: People) =>
  further.map((service, i) => ({
    ...service,
    duration_minutes: chain[i + 1]!.duration,
    practitioner_id: people[i + 1]?.id ?? null,
    practitioner_name: people[i + 1]?.name ?? null,
  }))

const storedFields = namesOf(storedAsSent)

/**
 * Writes the row of the appointment. Throws a 409 when the client has another visit at that time: the client's record
 * is locked, so two bookings for one person run one after the other.
 */
async function insertIfClientIsFree(
  { tx, branchId, now, user }: Context<Principal>,
  { id, booking, booker, client, expiry, clientNote, isPractitionerChosen, slots }: NewAppointment,
) {
  const { starts_at, ends_at } = slots
  const insert = queries.insertAppointment(tx, {
    id,
    branch_id: branchId,
    client_id: client.client_id,
    ...pickFields(storedFields, booking),
    starts_at,
    ends_at,
    practitioner_id: slots.peopleOf(slots.sets[0] ?? [])[0]?.id ?? null,
    practitioner_chosen: isPractitionerChosen,
    client_note: clientNote,
    overbook_reason: slots.over.length > 0 ? (booking.overbook?.reason ?? null) : null,
    created_by: user.id,
    created_at: now,
    updated_at: now,
    ...expiry,
  })
  const others = views.appointmentsAt(tx, client.client_id, { from: starts_at, to: ends_at })
  const [[other], [row]] = await queryPipelined(tx, [others.compile(), insert.compile()])
  if (other) throw clientIsBusy(booker)
  if (!row) throw new Error('An appointment that was written has no row.')
  return row
}

/**
 * Corrects the practitioners of a new visit where the reserved practitioner (`people`) differs from the one
 * that was written (`before`).
 */
async function updatePeople({ tx }: Context, id: string, before: People, people: People): Promise<void> {
  const [first = null, ...further] = people.map((person) => person?.id ?? null)
  const [firstBefore = null, ...furtherBefore] = before.map((person) => person?.id ?? null)
  if (first !== firstBefore) await queries.setPractitioner(tx, id, first)
  if (further.join() !== furtherBefore.join()) await queries.setFurtherPractitioners(tx, id, further)
}

/** Creates the 409 error for a client who already has another visit at that time. */
const clientIsBusy = (booker: Booker): AppError =>
  new AppError('conflict', booker === 'staff' ? termsMessages.clientIsBusy : termsMessages.youAreBusy)

/**
 * Throws a 409 when the client has another visit at that time. The caller has locked the client's record, so two
 * bookings for one person run one after the other. `except` is the visit that is being moved.
 */
export async function requireNoOtherAppointment(
  { tx }: Context,
  clientId: string,
  { starts_at: from, ends_at: to }: Pick<VisitSlots, 'starts_at' | 'ends_at'>,
  booker: Booker,
  except: string,
): Promise<void> {
  const other = await views.appointmentsAt(tx, clientId, { from, to, except }).executeTakeFirst()
  if (other) throw clientIsBusy(booker)
}

/**
 * Reserves the slots of a visit and returns the set of resources. The resources in `over` may be occupied by other
 * visits too; any other conflict is a 409.
 */
async function reserveSlots({ tx }: Context, id: string, slots: VisitSlots): Promise<readonly SlotUse[]> {
  if (slots.over.length === 0) return reserveFreeSet(tx, { appointmentId: id }, slots)
  const [set = []] = slots.sets
  const over = slots.over.map((conflict) => conflict.id)
  if (!(await reserveOverbooked(tx, id, { ...slots, set, over }))) throw new AppError('slot_taken', s.slotTaken)
  return set
}

/** Reserves the slots of an existing visit and writes who does each of its services. Returns the set of resources. */
export async function reserveSlotsAgain(context: Context, id: string, slots: VisitSlots): Promise<readonly SlotUse[]> {
  const set = await reserveSlots(context, id, slots)
  const [first = null, ...further] = slots.peopleOf(set).map((person) => person?.id ?? null)
  await queries.setPractitioner(context.tx, id, first)
  if (further.length > 0) await queries.setFurtherPractitioners(context.tx, id, further)
  return set
}
