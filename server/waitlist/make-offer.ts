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
import { momentsToOffer, readWishDays, type Moment } from './fitting-moments.ts'
import { parametersOf } from './present-entry.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** The number of entries that change in one transaction, which must end within seconds. */
export const ENDED_AT_ONCE = 50

/**
 * Expires offers that nobody answered. Their entries keep their place, or end after too many unanswered offers. Returns
 * how many expired; if that is `ENDED_AT_ONCE`, there may be more.
 */
export async function lapseOffers(tx: Tx, now: Date, { mostUnanswered }: WaitlistLimits): Promise<number> {
  const rows = await views.entriesByIds(tx, await queries.lockLapsed(tx, now, ENDED_AT_ONCE))
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
 * Ends entries whose days have passed or whose services are gone, and deletes addresses of clients who have become
 * known. Returns how many ended.
 */
export async function expireEntries(tx: Tx, now: Date): Promise<number> {
  await queries.forgetAddresses(tx)
  const rows = await views.entriesByIds(tx, await queries.lockOver(tx, manilaDate(now), ENDED_AT_ONCE))
  for (const row of rows) {
    await queries.updateEntry(tx, row.id, { state: 'expired', updated_at: now })
    await logExpired(tx, now, row, row.is_offered ? 'days-over' : 'service-gone')
  }
  return rows.length
}

type Chosen = { entry: views.Waiting; days: BookableDays; moment: Moment }

/**
 * The slots for a waitlist offer; null when the offer is for an unknown client and would exceed the unknown clients'
 * share.
 */
async function placeOf(tx: Tx, now: Date, { entry, days, moment: { date, time } }: Chosen): Promise<VisitSlots | null> {
  const chain = chainWithPractitioner(days.chain, entry.practitioner_id ?? undefined)!
  const start = { appointment_date: date, appointment_time: time }
  const slots = requireSlots(days.on(date), chain, start, 'client')
  return entry.is_unknown ? slotsWithinShare({ tx, branchId: entry.branch_id, now }, slots, start) : slots
}

/** Reserves the time and everything the visit needs; throws the 409 of a time that was just taken. */
async function holdPlace(
  tx: Tx,
  now: Date,
  { entry, place }: { entry: views.Waiting; place: VisitSlots },
  minutes: number,
) {
  const until = new Date(now.getTime() + minutes * 60_000)
  // The key stays on the server and is only used when the offer is taken.
  const key = randomBytes(32)
  const wanted = {
    id: newId(),
    branch_id: entry.branch_id,
    key,
    service_id: entry.service_id,
    further_services: entry.further_services,
    practitioner_id: entry.practitioner_id,
    starts_at: place.starts_at,
    expires_at: until,
    address_hash: null,
    is_unknown: entry.is_unknown,
  }
  const { id } = await reservations.upsertReservation(tx, wanted, now)
  const set = await reserveFreeSet(tx, { holdId: id, until }, place)
  // If several people do the services, the offer names none; the booking takes the reserved ones.
  const people = new Set(place.peopleOf(set).flatMap((one) => one?.id ?? []))
  const practitioner_id = people.size === 1 ? [...people][0]! : null
  return { key, until, starts_at: place.starts_at, practitioner_id }
}

/**
 * Reserves a time for an entry and offers it. Returns false when the entry no longer waits or the time no longer suits
 * it, which is checked again here. Throws a 409 when the time was just taken.
 */
export async function makeOffer(
  tx: Tx,
  now: Date,
  id: string,
  moment: Moment,
  { limits: { offerMinutes }, channels = NO_CHANNELS }: { limits: WaitlistLimits; channels?: Channels | undefined },
): Promise<boolean> {
  await queries.lockEntry(tx, id)
  const entry = await views.waitingEntry(tx, id, now)
  if (!entry) return false
  // Prevents a concurrent closing of the date, as a booking does.
  await lockDateAgainstClosing(tx, moment.date)
  const wish = { ...entry, first_date: moment.date, last_date: moment.date }
  const days = await readWishDays({ tx, branchId: entry.branch_id, now }, wish)
  const isTheMoment = ({ at }: Moment) => at.getTime() === moment.at.getTime()
  if (!days || !momentsToOffer(wish, days, now, offerMinutes).some(isTheMoment)) return false
  const place = await placeOf(tx, now, { entry, days, moment })
  if (!place) return false
  const { key, until, starts_at, practitioner_id } = await holdPlace(tx, now, { entry, place }, offerMinutes)
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
  const parameters = { ...parametersOf(row), appointment_date: moment.date, appointment_time: moment.time }
  await writeSystemLog(tx, now, { type: 'waitlist.offer.made', subjectId: id, parameters })
  return true
}
