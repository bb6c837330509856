import { logInOf } from '#server/clients/client-records.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { AppError } from '#server/lib/app-error.ts'
import { readRecord, type StoredRecord } from '#server/people/merge-records.ts'
import { clientSpending } from '#server/sales/client-sales.ts'
import { photoAddress } from '#server/users/photo.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { MergeSide } from '#shared/merges/contract.ts'

/** What the merge screen shows of a record. Its version is the sum of the versions of person, account and note. */
export async function sideOf(tx: ReadTx, { person, record }: StoredRecord): Promise<MergeSide> {
  const { name, email, contact_number, location } = person
  return {
    id: record.id,
    user_id: person.id,
    name,
    email,
    contact_number,
    location,
    photo: photoAddress(person.photo_path),
    note: record.note,
    joined_at: isoInManila(record.joined_at),
    last_visit: record.last_visit,
    ...(await clientSpending(tx, record.id)),
    log_in: logInOf(person).status,
    version: person.version + record.note_version,
  }
}

async function requireSide(tx: ReadTx, id: string): Promise<MergeSide> {
  const stored = await readRecord(tx, id)
  if (!stored) throw new AppError('not_found', clientMessages.notFoundTitle)
  return sideOf(tx, stored)
}

/**
 * Reads the two records that the merge screen shows side by side. Throws a 404 if one of them is unknown or was
 * removed.
 */
export const compareClients = async (tx: ReadTx, id: string, otherId: string) => ({
  kept: await requireSide(tx, id),
  other: await requireSide(tx, otherId),
})
