import type { ReadTx, Tx } from '#server/db/pool.ts'
import { holds } from '#server/resources/public.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** Moves entries when two records are merged or a merge is undone. */
export const { moveEntries } = queries

/** Used by the daily clean-up. */
export const forgetOldEntries = queries.deleteOldEntries

/** Deletes a client's entries when the account is closed, and releases the times reserved for them. */
export async function eraseEntries(tx: Tx, clientId: string): Promise<void> {
  for (const key of await queries.deleteEntriesOf(tx, clientId)) await holds.dropHold(tx, key)
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

/** The current offer of an entry; undefined without one. */
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
