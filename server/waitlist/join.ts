import { addressKey } from '#server/auth/address-key.ts'
import { addPhoneNumber } from '#server/appointments/booked-client.ts'
import { countOpenBookings, type BookableDays } from '#server/appointments/public.ts'
import { clinicPhone } from '#server/clinic/clinic-profile.ts'
import { hashAddress } from '#server/db/address-hash.ts'
import { countTry } from '#server/db/rate-limits.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import type { WaitlistLimits } from '#server/lib/http/limits.ts'
import { newId } from '#server/lib/new-id.ts'
import type { ClientOf } from '#server/people/find-person.ts'
import { lockClientForUpdate } from '#server/people/merge-records.ts'
import { appointmentMessages, termsMessages } from '#shared/appointments/messages.ts'
import { lastBookableDate, lastDateWithin, presentOn } from '#shared/appointments/slots.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { servicesOf, visitServicesMessages } from '#shared/lib/visit-services.ts'
import { chainWithPractitioner } from '#shared/resources/free-chains.ts'
import { startsInTime } from '#shared/resources/free-starts.ts'
import type {
  OwnWaitlistEntry,
  ownWaitlistContract,
  waitlistContract,
  WaitlistEntry,
} from '#shared/waitlist/contract.ts'
import { waitlistMessages as s } from '#shared/waitlist/messages.ts'
import { dayPartOf } from '#shared/waitlist/requested-times.ts'
import { areServicesOffered, findFittingStarts, readRequestedDays } from './fitting-starts.ts'
import { idsOf, ownEntry, parametersOf, staffEntry } from './read-entries.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type OwnRequest = Parsed<typeof ownWaitlistContract.join>['body']
type VisitRequest = Omit<OwnRequest, 'contact_number'>
type By = Context<Principal>

/**
 * The requested days. Throws a 422 for a field whose value can never be offered: a past or too distant day, an unknown
 * or repeated service, or a practitioner who does not do the services.
 */
async function requireRequestedDays(context: By, request: VisitRequest): Promise<BookableDays> {
  const { now } = context
  if (request.last_date < manilaDate(now)) throw invalid('last_date', s.datePast)
  if (request.last_date > lastBookableDate(now)) throw invalid('last_date', s.dateTooFar)
  if (request.further_services.includes(request.service_id))
    throw invalid('further_services', visitServicesMessages.twice)
  const days = await readRequestedDays(context, { ...request, practitioner_id: request.practitioner_id ?? null })
  if (!days?.names) throw invalid('service_id', appointmentMessages.unknownService)
  if (!areServicesOffered(request, days)) throw invalid('further_services', appointmentMessages.unknownService)
  if (chainWithPractitioner(days.chain, request.practitioner_id) === null)
    throw invalid('practitioner_id', termsMessages.notTheirService)
  return days
}

/** Throws for a request that clients cannot book online, because such a time would never be offered to them. */
async function requireBookableOnline(
  context: By,
  { last_date, day_parts }: VisitRequest,
  days: BookableDays,
): Promise<void> {
  const { now } = context
  const { interval, terms } = days
  if (!days.isOnline) throw new AppError('conflict', termsMessages.notOnline(await clinicPhone(context)))
  if (terms.horizonDays !== null && last_date > lastDateWithin(terms.horizonDays, now))
    throw invalid('last_date', termsMessages.tooFarAhead(terms.horizonDays))
  const isInTime = (date: CivilDate) =>
    startsInTime(interval, terms, presentOn(date, now)).some(({ minute }) => day_parts.includes(dayPartOf(minute)))
  if (!days.dates.some(isInTime)) throw invalid('last_date', termsMessages.dayTooSoon(await clinicPhone(context)))
}

/**
 * Throws a 409 if an unknown client already has a visit or waitlist entry, or if unknown clients have too many entries
 * from the same IP address or in total. Returns the hash of the IP address.
 */
async function checkUnknownClient(
  context: By,
  { client_id }: ClientOf,
  open: number,
  limits: WaitlistLimits,
): Promise<Buffer> {
  const { tx, now, request } = context
  const refuse = async (sentence: (phone: string) => string) =>
    new AppError('conflict', sentence(await clinicPhone(context)))
  if (open >= limits.openPerUnknownClient) throw await refuse(s.firstEntry)
  if ((await countOpenBookings(tx, client_id, now)) > 0) throw await refuse(appointmentMessages.firstVisitOpen)
  const hash = await hashAddress(tx, addressKey(request.address))
  await queries.lockUnknownEntries(tx)
  const counted = await views.countUnknownEntries(tx, hash)
  if (counted.from_address >= limits.openPerAddress || counted.open >= limits.openOfUnknownClients)
    throw await refuse(s.waitlistFull)
  return hash
}

/**
 * Throws when the client already waits for one of these services. Returns the number of the client's other waitlist
 * entries.
 */
async function requireNotWaiting({ tx }: By, { client_id }: ClientOf, request: VisitRequest): Promise<number> {
  const open = await views.openEntriesOfClient(tx, client_id)
  const requested = [request.service_id, ...request.further_services]
  const same = open.find((entry) => [entry.service_id, ...idsOf(entry)].some((id) => requested.includes(id)))
  if (same) throw new AppError('conflict', s.alreadyWaiting(servicesOf(same)))
  return open.length
}

type Entry = { client: ClientOf; request: VisitRequest; days: BookableDays; address_hash: Buffer | null }

/** Writes the waitlist entry. Times that are free now did not suit the client, so they are not offered. */
async function insertEntry(context: By, { client, request, days, address_hash }: Entry): Promise<views.EntryRow> {
  const { tx, branchId, now, user } = context
  const id = newId()
  const practitioner_id = request.practitioner_id ?? null
  const { service_id, further_services, first_date, last_date, day_parts } = request
  // Free times are recorded at every quarter hour, even if visits start less often now. If the clinic later offers more
  // start times, the times that were free when the client joined are still not offered.
  const everyQuarter = { ...days, interval: 15 as const }
  const passed_over = findFittingStarts({ ...request, practitioner_id }, everyQuarter, now, 0).map(({ at }) => at)
  await queries.insertEntry(tx, {
    id,
    branch_id: branchId,
    client_id: client.client_id,
    service_id,
    further_services,
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
    parameters: { ...parametersOf(row), first_date, last_date },
  })
  context.publish({ name: 'AppointmentBooked' })
  return row
}

/**
 * Adds the caller to the waitlist. Throws for a request that clients could not book online, and for a caller with too
 * many entries or tries.
 */
export async function joinWaitlist(
  context: By,
  { contact_number, ...request }: OwnRequest,
  limits: WaitlistLimits,
): Promise<OwnWaitlistEntry> {
  const { tx, now, user } = context
  const client = await lockClientForUpdate(tx, user.id)
  if (!client) throw new AppError('forbidden', appointmentMessages.invalidCustomer)
  const tries = await countTry(tx, 'waitlist', client.id, limits.joinsPerClient, now)
  if (tries > limits.joinsPerClient.tries)
    throw new AppError('too_many', s.tooManyInAnHour, { retryAfter: limits.joinsPerClient.windowSeconds })
  const days = await requireRequestedDays(context, request)
  await requireBookableOnline(context, request, days)
  const open = await requireNotWaiting(context, client, request)
  if (open >= limits.openPerClient) throw new AppError('conflict', s.tooManyEntries(limits.openPerClient))
  const isKnown = client.proven_at !== null || client.is_verified
  const address_hash = isKnown ? null : await checkUnknownClient(context, client, open, limits)
  const row = await insertEntry(context, { client, request, days, address_hash })
  if (contact_number !== null && client.contact_number === null) await addPhoneNumber(context, client, contact_number)
  return ownEntry(row, now)
}

/** Staff add a client to the waitlist, also for services that only the clinic books. */
export async function addEntry(
  context: By,
  { user_id, ...request }: Parsed<typeof waitlistContract.add>['body'],
): Promise<WaitlistEntry> {
  const client = await lockClientForUpdate(context.tx, user_id)
  if (!client) throw invalid('user_id', appointmentMessages.invalidCustomer)
  const days = await requireRequestedDays(context, request)
  await requireNotWaiting(context, client, request)
  return staffEntry(await insertEntry(context, { client, request, days, address_hash: null }), context.now)
}
