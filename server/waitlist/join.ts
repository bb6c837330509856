import { addressKey } from '#server/auth/address-key.ts'
import { keepNumber } from '#server/appointments/book.ts'
import { clinicPhone } from '#server/appointments/first-visit.ts'
import { openBookings, type BookableDays } from '#server/appointments/service.ts'
import { hashAddress } from '#server/db/address-hash.ts'
import { countHit } from '#server/db/rate-windows.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { WaitlistLimits } from '#server/lib/http/limits.ts'
import { newId } from '#server/lib/new-id.ts'
import type { ClientOf } from '#server/people/find-person.ts'
import { holdClientAlone } from '#server/people/merge-records.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { lastBookableDate } from '#shared/appointments/slots.ts'
import { termsMessages } from '#shared/appointments/terms-messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { withPractitioner } from '#shared/resources/free-starts.ts'
import type {
  OwnWaitlistEntry,
  ownWaitlistContract,
  waitlistContract,
  WaitlistEntry,
} from '#shared/waitlist/contract.ts'
import { waitlistMessages as s } from '#shared/waitlist/messages.ts'
import { fittingMoments, readWishDays } from './fitting-moments.ts'
import { ownEntry, staffEntry } from './present-entry.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type OwnWish = Parsed<typeof ownWaitlistContract.join>['body']
type WishFor = Omit<OwnWish, 'contact_number'>
type By = Context<Principal>

/** The days of a wish. Throws at the field that names nothing that can be waited for. */
async function requireWish(context: By, wish: WishFor): Promise<BookableDays> {
  const { now } = context
  if (wish.last_date < manilaDate(now)) throw invalid('last_date', s.datePast)
  if (wish.last_date > lastBookableDate(now)) throw invalid('last_date', s.dateTooFar)
  const days = await readWishDays(context, { ...wish, practitioner_id: wish.practitioner_id ?? null })
  if (!days?.names) throw invalid('service_id', appointmentMessages.unknownService)
  if (withPractitioner(days.chain[0]!, wish.practitioner_id) === null)
    throw invalid('practitioner_id', termsMessages.notTheirService)
  return days
}

/** Whom the clinic does not know holds one visit or waits for one; many of them do not fill the list. Throws a 409. */
async function placeAmongStrangers(
  context: By,
  { client_id }: ClientOf,
  open: number,
  limits: WaitlistLimits,
): Promise<Buffer> {
  const { tx, now, request } = context
  const refuse = async (sentence: (phone: string) => string) =>
    new AppError('conflict', sentence(await clinicPhone(context)))
  if (open >= limits.openPerStranger) throw await refuse(s.firstEntry)
  if ((await openBookings(tx, client_id, now)) > 0) throw await refuse(appointmentMessages.firstVisitOpen)
  const hash = await hashAddress(tx, addressKey(request.address))
  await queries.lockStrangers(tx)
  const strangers = await views.countStrangers(tx, hash)
  if (strangers.from_address >= limits.openPerAddress || strangers.open >= limits.openOfStrangers)
    throw await refuse(s.waitlistFull)
  return hash
}

async function requireNew({ tx }: By, { client_id }: ClientOf, { service_id }: WishFor): Promise<number> {
  const { open, for_service } = await views.countOpenOf(tx, client_id, service_id)
  if (for_service) throw new AppError('conflict', s.alreadyWaiting)
  return open
}

type Entry = { client: ClientOf; wish: WishFor; days: BookableDays; address_hash: Buffer | null }

/** Writes the entry. What is free now did not suit the client, and is not offered. */
async function write(context: By, { client, wish, days, address_hash }: Entry): Promise<views.EntryRow> {
  const { tx, branchId, now, user } = context
  const id = newId()
  const practitioner_id = wish.practitioner_id ?? null
  const { service_id, first_date, last_date, day_parts } = wish
  const passed_over = fittingMoments({ ...wish, practitioner_id }, days, now, 0).map(({ at }) => at)
  await queries.insertEntry(tx, {
    id,
    branch_id: branchId,
    client_id: client.client_id,
    service_id,
    practitioner_id,
    first_date,
    last_date,
    day_parts,
    passed_over,
    counts_since: now,
    address_hash,
    created_by: user.id,
    created_at: now,
    updated_at: now,
  })
  const row = (await views.entryById(tx, id))!
  await writeAuditLog(context, {
    type: 'waitlist.entry.added',
    subjectId: id,
    parameters: { client: row.name, service: row.service_name, first_date, last_date },
  })
  context.publish({ name: 'AppointmentBooked' })
  return row
}

/** Joins the waitlist for oneself, under the caps of a booking. */
export async function join(
  context: By,
  { contact_number, ...wish }: OwnWish,
  limits: WaitlistLimits,
): Promise<OwnWaitlistEntry> {
  const { tx, now, user } = context
  const client = await holdClientAlone(tx, user.id)
  if (!client) throw new AppError('forbidden', appointmentMessages.invalidCustomer)
  const tries = await countHit(tx, 'waitlist', client.id, limits.joinsPerClient, now)
  if (tries > limits.joinsPerClient.tries)
    throw new AppError('too_many', s.tooManyInAnHour, { retryAfter: limits.joinsPerClient.windowSeconds })
  const days = await requireWish(context, wish)
  if (!days.isOnline) throw new AppError('conflict', termsMessages.notOnline(await clinicPhone(context)))
  const open = await requireNew(context, client, wish)
  if (open >= limits.openPerClient) throw new AppError('conflict', s.tooManyEntries(limits.openPerClient))
  const isKnown = client.proven_at !== null || client.is_verified
  const address_hash = isKnown ? null : await placeAmongStrangers(context, client, open, limits)
  const row = await write(context, { client, wish, days, address_hash })
  if (contact_number !== null && client.contact_number === null) await keepNumber(context, client, contact_number)
  return ownEntry(row, now)
}

/** Staff put a client on the waitlist, who may wait for what only the clinic books. */
export async function addEntry(
  context: By,
  { user_id, ...wish }: Parsed<typeof waitlistContract.add>['body'],
): Promise<WaitlistEntry> {
  const client = await holdClientAlone(context.tx, user_id)
  if (!client) throw invalid('user_id', appointmentMessages.invalidCustomer)
  const days = await requireWish(context, wish)
  await requireNew(context, client, wish)
  return staffEntry(await write(context, { client, wish, days, address_hash: null }), context.now)
}
