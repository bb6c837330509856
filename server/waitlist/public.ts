import type { ReadTx, Tx } from '#server/db/pool.ts'
import { reservations } from '#server/resources/public.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** Deletes old waitlist entries; called by the daily clean-up job. */
export const deleteOldEntries = queries.deleteOldEntries

/** Releases the times reserved for a client's waitlist entries when the account is closed. */
export async function releaseOfferedTimes(tx: Tx, clientId: string): Promise<void> {
  for (const { hold_key } of await queries.openOffersOf(tx, clientId))
    await reservations.deleteReservedSlots(tx, hold_key)
}

type OpenOffer = {
  user_id: string
  service_name: string
  further: { service_name: string; practitioner_name: null }[]
  practitioner_name: string | null
  appointment_date: CivilDate
  appointment_time: CivilTime
  made_at: Date
  ends_at: Date
}

/** The current offer of a waitlist entry; undefined if there is none. */
export async function openOffer(tx: ReadTx, entryId: string): Promise<OpenOffer | undefined> {
  const row = await views.entryById(tx, entryId)
  if (!row || row.offer_id === null) return undefined
  return {
    user_id: row.user_id,
    service_name: row.service_name,
    further: row.further_services.map(({ service_name }) => ({ service_name, practitioner_name: null })),
    practitioner_name: row.offer_practitioner_name,
    appointment_date: row.appointment_date!,
    appointment_time: row.appointment_time!,
    made_at: row.made_at!,
    ends_at: row.ends_at!,
  }
}
