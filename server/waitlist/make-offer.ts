import { randomBytes } from 'node:crypto'
import { requirePlace, type Place } from '#server/appointments/bookable-time.ts'
import type { BookableDays } from '#server/appointments/public.ts'
import { placeWithinShare } from '#server/appointments/share/unknown-share.ts'
import { holdDateOpen } from '#server/closed-dates/closures.ts'
import { saveMessages } from '#server/messages/outbox/outbox.ts'
import type { Tx } from '#server/db/pool.ts'
import { writeSystemLog } from '#server/history-logs/write-audit-log.ts'
import type { WaitlistLimits } from '#server/lib/http/limits.ts'
import { newId } from '#server/lib/new-id.ts'
import { holds, occupy } from '#server/resources/public.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { NO_CHANNELS, type Channels } from '#shared/messages/occasions.ts'
import { chainWithPractitioner } from '#shared/resources/free-chains.ts'
import { momentsToOffer, readWishDays, type Moment } from './fitting-moments.ts'
import { parametersOf } from './present-entry.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** How many entries change in one transaction: it must end within seconds. */
export const ENDED_AT_ONCE = 50

/**
 * Takes back offers that nobody answered: their entries wait on, behind nobody, and end after too many of them. Returns how
 * many; when it is `ENDED_AT_ONCE` there may be more.
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

/** Ends entries that wait in vain, and forgets the addresses of people whom the clinic knows by now. Returns how many ended. */
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
async function placeOf(tx: Tx, now: Date, { entry, days, moment: { date, time } }: Chosen): Promise<Place | null> {
  const chain = chainWithPractitioner(days.chain, entry.practitioner_id ?? undefined)!
  const place = requirePlace(days.on(date), chain, { date, time }, { by: 'client' })
  if (!entry.is_unknown) return place
  const visit = { appointment_date: date, appointment_time: time }
  return placeWithinShare({ tx, branchId: entry.branch_id, now }, place, visit)
}

/** Occupies the time and everything that the visit needs; throws the 409 of a time that was taken a moment ago. */
async function holdPlace(tx: Tx, now: Date, { entry, place }: { entry: views.Waiting; place: Place }, minutes: number) {
  const until = new Date(now.getTime() + minutes * 60_000)
  // The key never leaves the server: nobody but the taking of the offer uses it.
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
  const { id } = await holds.upsertHold(tx, wanted, now)
  const set = await occupy(tx, { holdId: id, until }, place)
  // Where several do it in turn the offer names nobody: the booking takes them as they are held.
  const people = new Set(place.peopleOf(set).flatMap((one) => one?.id ?? []))
  const practitioner_id = people.size === 1 ? [...people][0]! : null
  return { key, until, starts_at: place.starts_at, practitioner_id }
}

/**
 * Holds a time for an entry and offers it. False when the entry waits no more, or the time does not suit it any more: what
 * was read before is judged again. Throws a 409 when the time was taken a moment ago.
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
  // As a booking does: the date is not closed in between.
  await holdDateOpen(tx, moment.date)
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
