import { book } from '#server/appointments/book.ts'
import type { BookingLimits } from '#server/appointments/lock-client-and-day.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import type { Override } from '#shared/alerts/questions.ts'
import type { ClientAppointment } from '#shared/appointments/contract.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import type { waitlistContract, WaitlistEntry } from '#shared/waitlist/contract.ts'
import { waitlistMessages as s } from '#shared/waitlist/messages.ts'
import { openOfferOf, requireEntry } from './require-entry.ts'
import { idsOf, parametersOf, staffEntry } from './read-entries.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type By = Context<Principal>

/**
 * An offer to accept. `ofUser` is the client who accepts the offer. It is missing if staff accept the offer; they can
 * do this for any client.
 */
type AcceptedOffer = { id: string; offerId: string; ofUser?: string; override?: Override | undefined }

/**
 * Books the offered time as an ordinary booking that uses the offer's slot reservation. Locks the client's record
 * first, as every booking does, and then the waitlist entry, so that the second of two concurrent calls gets the error
 * that the offer has ended.
 */
async function bookOffer(
  context: By,
  { id, offerId, ofUser, override }: AcceptedOffer,
  limits: BookingLimits,
): Promise<ClientAppointment> {
  const { tx, now } = context
  const { user_id } = await requireEntry(context, id, ofUser)
  if (!(await lockClientForUpdate(tx, user_id))) throw new AppError('not_found', s.notFound)
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
      override,
      // A visit accepted by staff is confirmed at once.
      status: ofUser === undefined ? 'confirmed' : 'pending',
    },
    limits,
    { beginsNow: false, isForAnyone: row.practitioner_id === null },
  )
  await queries.endOffer(tx, offerId, 'taken', now)
  await queries.updateEntry(tx, id, { state: 'taken', appointment_id: visit.appointment_id, updated_at: now })
  const { appointment_date, appointment_time } = offer
  const parameters = { ...parametersOf(row), appointment_date, appointment_time }
  await writeAuditLog(context, { type: 'waitlist.offer.taken', subjectId: id, parameters })
  return visit
}

/** A client accepts an offer. Throws a 409 when the offer has ended. */
export const takeOwnOffer = (
  context: By,
  id: string,
  offerId: string,
  limits: BookingLimits,
): Promise<ClientAppointment> => bookOffer(context, { id, offerId, ofUser: context.user.id }, limits)

/** Staff accept an offer for a client on the phone. */
export async function takeOfferForClient(
  context: By,
  id: string,
  { offer_id: offerId, override }: Parsed<typeof waitlistContract.take>['body'],
  limits: BookingLimits,
): Promise<WaitlistEntry> {
  await bookOffer(context, { id, offerId, override }, limits)
  return staffEntry((await views.entryById(context.tx, id))!, context.now)
}
