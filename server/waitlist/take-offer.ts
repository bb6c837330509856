import { book, type BookingLimits } from '#server/appointments/book.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { holdClientAlone } from '#server/people/merge-records.ts'
import type { ClientAppointment } from '#shared/appointments/contract.ts'
import type { WaitlistEntry } from '#shared/waitlist/contract.ts'
import { waitlistMessages as s } from '#shared/waitlist/messages.ts'
import { openOfferOf, requireEntry } from './hold-entry.ts'
import { idsOf, parametersOf, staffEntry } from './present-entry.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type By = Context<Principal>

/** An offer that one may take: by its entry, and whose it must be; staff take any. */
type Taken = { id: string; offerId: string; ofUser?: string }

/**
 * Books the time that is held for an entry: an ordinary booking that has the key of the hold. The client's record is held
 * first, as by every booking, then the entry: of two who take it at once one is told that it has ended.
 */
async function take(context: By, { id, offerId, ofUser }: Taken, limits: BookingLimits): Promise<ClientAppointment> {
  const { tx, now } = context
  const { user_id } = await requireEntry(context, id, ofUser)
  if (!(await holdClientAlone(tx, user_id))) throw new AppError('not_found', s.notFound)
  await queries.lockEntry(tx, id)
  const row = await requireEntry(context, id, ofUser)
  const offer = openOfferOf(row, offerId, now)
  const request = { ...context.request, holdKey: offer.hold_key }
  const visit = await book(
    { ...context, request },
    {
      ...(ofUser === undefined && { user_id: row.user_id }),
      appointment_date: offer.appointment_date,
      appointment_time: offer.appointment_time,
      treatment_id: row.treatment_id,
      service_id: row.service_id,
      further_services: idsOf(row),
      ...(offer.practitioner_id !== null && { practitioner_id: offer.practitioner_id }),
      contact_number: null,
      // The clinic holds it for them: staff who take it for a client have confirmed it.
      status: ofUser === undefined ? 'confirmed' : 'pending',
    },
    limits,
  )
  await queries.endOffer(tx, offerId, 'taken', now)
  await queries.updateEntry(tx, id, { state: 'taken', appointment_id: visit.appointment_id, updated_at: now })
  const { appointment_date, appointment_time } = offer
  const parameters = { ...parametersOf(row), appointment_date, appointment_time }
  await writeAuditLog(context, { type: 'waitlist.offer.taken', subjectId: id, parameters })
  return visit
}

/** A client takes the time that is held for them. Throws a 409 when the offer has ended. */
export const takeMine = (context: By, id: string, offerId: string, limits: BookingLimits): Promise<ClientAppointment> =>
  take(context, { id, offerId, ofUser: context.user.id }, limits)

/** Staff take it for a client, who says so on the phone. */
export async function takeFor(context: By, id: string, offerId: string, limits: BookingLimits): Promise<WaitlistEntry> {
  await take(context, { id, offerId }, limits)
  return staffEntry((await views.entryById(context.tx, id))!, context.now)
}
