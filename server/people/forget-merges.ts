import type { Tx } from '#server/db/pool.ts'
import { eraseRecord } from './erase-person.ts'
import * as mergeQueries from './merge-queries.ts'

type Merge = Awaited<ReturnType<typeof mergeQueries.mergesToForget>>[number]

/** Erases undo data of merges and merged people. Returns photos that nobody uses any more. */
async function forget(tx: Tx, now: Date, merges: readonly Merge[]): Promise<string[]> {
  const photos: (string | null)[] = []
  for (const { id, merged_id, kept_photo_path } of merges) {
    const person = await mergeQueries.personOfRecord(tx, merged_id)
    await eraseRecord({ tx, now }, person, merged_id)
    await mergeQueries.updateMerge(tx, id, { undo: null, kept_photo_path: null })
    photos.push(person.photo_path, kept_photo_path)
  }
  const unused: string[] = []
  for (const photo of photos) if (photo !== null && !(await mergeQueries.isPhotoKept(tx, photo))) unused.push(photo)
  return unused
}

/** Erases undo data of merges that can no longer be undone. Returns the photos whose files can be deleted. */
export const forgetOldMerges = async (tx: Tx, now: Date): Promise<string[]> =>
  forget(tx, now, await mergeQueries.mergesToForget(tx, now))

/** The same for all merges into the records of a person who is deleted. */
export const forgetMergesOf = async (tx: Tx, now: Date, clientIds: readonly string[]): Promise<string[]> =>
  forget(tx, now, await mergeQueries.mergesOf(tx, clientIds))
