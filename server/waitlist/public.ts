import type { ReadTx, Tx } from '#server/db/pool.ts'
import { holds } from '#server/resources/public.ts'
import type { CivilDate, CivilTime } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** For a merge of two records, and its undoing: moves entries. */
export const { moveEntries } = queries

/** For the clean-up. */
export const forgetOldEntries = queries.deleteOldEntries

/** Removes a client's wishes when the account is closed; a time that was held for them is free again. */
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

/** The time that is held for an entry now; undefined when none is. */
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
