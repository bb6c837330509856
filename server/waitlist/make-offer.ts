import { randomBytes } from 'node:crypto'
import { requireSlots, type VisitSlots } from '#server/appointments/bookable-time.ts'
import type { BookableDays } from '#server/appointments/public.ts'
import { slotsWithinShare } from '#server/appointments/share/unknown-share.ts'
import { lockDateAgainstClosing } from '#server/closed-dates/closed-dates.ts'
import { saveMessages } from '#server/messages/outbox/outbox.ts'
import type { Tx } from '#server/db/pool.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import type { WaitlistLimits } from '#server/lib/http/limits.ts'
import { newId } from '#server/lib/new-id.ts'
import { reservations, reserveFreeSet } from '#server/resources/public.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { NO_CHANNELS, type Channels } from '#shared/messages/message-types.ts'
import { chainWithPractitioner } from '#shared/resources/free-chains.ts'
import { findStartsToOffer, readRequestedDays, type FittingStart } from './fitting-starts.ts'
import { parametersOf } from './read-entries.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** The number of waitlist entries that change in one transaction, which must end within seconds. */
export const CLOSED_AT_ONCE = 50

/**
 * Expires offers that nobody answered. Their waitlist entries go on waiting, or end after too many unanswered offers.
 * Returns how many expired; if that is `CLOSED_AT_ONCE`, there may be more.
 */
export async function expireOffers(tx: Tx, now: Date, { mostUnanswered }: WaitlistLimits): Promise<number> {
  const rows = await views.entriesByIds(tx, await queries.lockExpiredOffers(tx, now, CLOSED_AT_ONCE))
  for (const row of rows) {
    await queries.endOffer(tx, row.offer_id!, 'lapsed', now)
    const isOver = row.unanswered + 1 >= mostUnanswered
    await queries.updateEntry(tx, row.id, { state: isOver ? 'expired' : 'waiting', updated_at: now })
    const parameters = {
      ...parametersOf(row),
      appointment_date: row.appointment_date!,
      appointment_time: row.appointment_time!,
    }
    await writeSystemLog(tx, now, { type: 'waitlist.offer.lapsed', subjectId: row.id, parameters })
    if (isOver) await logExpired(tx, now, row, 'unanswered')
  }
  return rows.length
}

const logExpired = (tx: Tx, now: Date, row: views.EntryRow, why: 'days-over' | 'unanswered' | 'service-gone') =>
  writeSystemLog(tx, now, {
    type: 'waitlist.entry.expired',
    subjectId: row.id,
    parameters: { ...parametersOf(row), why },
  })

/**
 * Ends waitlist entries whose days have passed or whose services are gone, and deletes the hashed IP addresses of
 * clients who have become known. Returns how many ended.
 */
export async function expireEntries(tx: Tx, now: Date): Promise<number> {
  await queries.deleteAddressesOfKnownClients(tx)
  const rows = await views.entriesByIds(tx, await queries.lockEndedEntries(tx, manilaDate(now), CLOSED_AT_ONCE))
  for (const row of rows) {
    await queries.updateEntry(tx, row.id, { state: 'expired', updated_at: now })
    await logExpired(tx, now, row, row.is_offered ? 'days-over' : 'service-gone')
  }
  return rows.length
}

type Chosen = { entry: views.WaitingEntry; days: BookableDays; start: FittingStart }

/**
 * The slots for a waitlist offer. An unknown client gets only slots within the share of the day that unknown clients
 * may have; null if there are none.
 */
async function chooseSlots(
  tx: Tx,
  now: Date,
  { entry, days, start: { date, time } }: Chosen,
): Promise<VisitSlots | null> {
  const chain = chainWithPractitioner(days.chain, entry.practitioner_id ?? undefined)!
  const requested = { appointment_date: date, appointment_time: time }
  const slots = requireSlots(days.on(date), chain, requested, 'client')
  return entry.is_unknown ? slotsWithinShare({ tx, branchId: entry.branch_id, now }, slots, requested) : slots
}

/** Reserves the time and everything that the visit needs. Throws a 409 if the time was just taken. */
async function reserveSlots(
  tx: Tx,
  now: Date,
  { entry, slots }: { entry: views.WaitingEntry; slots: VisitSlots },
  minutes: number,
) {
  const until = new Date(now.getTime() + minutes * 60_000)
  // The key of the slot reservation stays on the server and is only used when the client accepts the offer.
  const key = randomBytes(32)
  const reservation = {
    id: newId(),
    branch_id: entry.branch_id,
    key,
    service_id: entry.service_id,
    further_services: entry.further_services,
    practitioner_id: entry.practitioner_id,
    starts_at: slots.starts_at,
    expires_at: until,
    address_hash: null,
    is_unknown: entry.is_unknown,
  }
  const { id } = await reservations.upsertReservation(tx, reservation, now)
  const set = await reserveFreeSet(tx, { holdId: id, until }, slots)
  // If several people do the services, the offer names no practitioner; the booking gets the people who are reserved.
  const people = new Set(slots.peopleOf(set).flatMap((one) => one?.id ?? []))
  const practitioner_id = people.size === 1 ? [...people][0]! : null
  return { key, until, starts_at: slots.starts_at, practitioner_id }
}

/**
 * Reserves a time for a waitlist entry and offers the time to the client. Returns false when the entry no longer waits
 * or the time no longer suits it, which is checked again here. Throws a 409 when the time was just taken.
 */
export async function makeOffer(
  tx: Tx,
  now: Date,
  id: string,
  start: FittingStart,
  { limits: { offerMinutes }, channels = NO_CHANNELS }: { limits: WaitlistLimits; channels?: Channels | undefined },
): Promise<boolean> {
  await queries.lockEntry(tx, id)
  const entry = await views.waitingEntry(tx, id, now)
  if (!entry) return false
  // Prevents a concurrent closing of the date, as a booking does.
  await lockDateAgainstClosing(tx, start.date)
  const request = { ...entry, first_date: start.date, last_date: start.date }
  const days = await readRequestedDays({ tx, branchId: entry.branch_id, now }, request)
  const isSameStart = ({ at }: FittingStart) => at.getTime() === start.at.getTime()
  if (!days || !findStartsToOffer(request, days, now, offerMinutes).some(isSameStart)) return false
  const slots = await chooseSlots(tx, now, { entry, days, start })
  if (!slots) return false
  const { key, until, starts_at, practitioner_id } = await reserveSlots(tx, now, { entry, slots }, offerMinutes)
  await queries.insertOffer(tx, {
    id: newId(),
    entry_id: id,
    starts_at,
    practitioner_id,
    hold_key: key,
    made_at: now,
    ends_at: until,
  })
  await queries.updateEntry(tx, id, { state: 'offered', updated_at: now })
  const message = { branchId: entry.branch_id, occasion: 'offer', subjectId: id, version: now.getTime() } as const
  await saveMessages(tx, { messages: [message], channels, now })
  const row = (await views.entryById(tx, id))!
  const parameters = { ...parametersOf(row), appointment_date: start.date, appointment_time: start.time }
  await writeSystemLog(tx, now, { type: 'waitlist.offer.made', subjectId: id, parameters })
  return true
}
