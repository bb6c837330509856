import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import { waitlistMessages as s } from '#shared/waitlist/messages.ts'
import { OPEN_WAITLIST_STATES, type WaitlistState } from '#shared/waitlist/requested-times.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/**
 * Reads a waitlist entry of the branch. Throws a 404 for an unknown entry, and for one of another person than `ofUser`.
 */
export async function requireEntry(
  { tx, branchId }: ReadContext,
  id: string,
  ofUser?: string,
): Promise<views.EntryRow> {
  const row = await views.entryById(tx, id)
  const isTheirs = row?.branch_id === branchId && (ofUser === undefined || row.user_id === ofUser)
  if (!row || !isTheirs) throw new AppError('not_found', s.notFound)
  return row
}

const isOpen = (state: WaitlistState): boolean => OPEN_WAITLIST_STATES.includes(state)

/** Like `requireEntry`, with a lock until the transaction ends. Throws a 409 for a closed waitlist entry. */
export async function lockOpenEntry(context: Context<Principal>, id: string, ofUser?: string): Promise<views.EntryRow> {
  await queries.lockEntry(context.tx, id)
  const row = await requireEntry(context, id, ofUser)
  if (!isOpen(row.state)) throw new AppError('conflict', s.isOver)
  return row
}

type OpenOffer = {
  id: string
  hold_key: Buffer
  appointment_date: CivilDate
  appointment_time: CivilTime
  practitioner_id: string | null
}

/** Returns the current offer of a waitlist entry. Throws a 409 if `offerId` is not that offer, or if it has expired. */
export function openOfferOf(row: views.EntryRow, offerId: string, now: Date): OpenOffer {
  const { offer_id, hold_key, appointment_date, appointment_time, ends_at } = row
  if (offer_id !== offerId || !hold_key || !appointment_date || !appointment_time || !ends_at || ends_at <= now)
    throw new AppError('conflict', s.offerEnded)
  return { id: offerId, hold_key, appointment_date, appointment_time, practitioner_id: row.offer_practitioner_id }
}
