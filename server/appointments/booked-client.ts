import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { setClientKnown } from '#server/people/change-client.ts'
import { changeContact } from '#server/people/change-person.ts'
import type { ClientOf } from '#server/people/find-person.ts'
import { answerNews } from '#server/privacy/news.ts'
import type { Booker } from './bookable-time.ts'
import type { Booking } from './lock-client-and-day.ts'
import { keepFirstVisits } from './queries.ts'

/**
 * Updates the client's data after a booking: a client for whom staff book becomes known, a profile without a phone
 * number gets the given one, and the client's choice about news is stored.
 */
export async function updateBookedClient(
  context: Context<Principal>,
  { contact_number, news }: Booking,
  { booker, client }: { booker: Booker; client: ClientOf },
): Promise<void> {
  if (booker === 'staff' && client.proven_at === null) await markClientKnown(context, client.client_id)
  if (contact_number !== null && client.contact_number === null) await addPhoneNumber(context, client, contact_number)
  if (news) await answerNews(context, client.id, news, { where: 'booking', by: context.user })
}

/**
 * Marks the client as known, because the clinic has confirmed, booked or sold a visit. The client's first visits no
 * longer expire, and the hashed IP addresses stored with them are deleted. Runs in the transaction of the confirmation,
 * booking or sale.
 */
export async function markClientKnown(context: Context, clientId: string): Promise<void> {
  if (await setClientKnown(context, clientId)) await keepFirstVisits(context.tx, clientId)
}

/** Saves a phone number in the profile of a client who has none. */
export async function addPhoneNumber(context: Context<Principal>, client: ClientOf, number: string): Promise<void> {
  await changeContact(context, client, { ...client, contact_number: number })
  await writeAuditLog(context, {
    type: 'appointments.client.number-added',
    subjectId: client.id,
    parameters: { name: client.name },
    changes: [{ field: 'contact_number' }],
  })
}
