import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transactions.ts'
import type { Env } from '#server/lib/env.ts'
import { folderStore, type BackupStore } from './backup-stores.ts'
import { ENCRYPTED_END, isBackupFileName } from './manifest.ts'
import { recordCopies } from './runs.ts'
import { s3Store } from './s3-store.ts'

/** The stores for copies of backups that the environment variables configure: a folder, S3, both or none. */
export const backupStores = (
  { backupCopyDir, backupS3 }: Pick<Env, 'backupCopyDir' | 'backupS3'>,
  clock: () => Date,
): BackupStore[] => [
  ...(backupCopyDir === undefined ? [] : [folderStore(path.resolve(backupCopyDir))]),
  ...(backupS3 === undefined ? [] : [s3Store(backupS3, clock)]),
]

export type CopyOptions = {
  db: Database
  /** The folder of the daily backups. */
  folder: string
  /** With a passphrase only encrypted backups are copied. */
  passphrase?: string | undefined
  /** The number of backups to keep in each store. */
  keep: number
  stores: readonly BackupStore[]
  warn: (error: unknown, text: string) => void
}

/**
 * Copies missing backups into a store and deletes old ones: of the `wanted` backups and those in the store, the newest
 * `keep` remain.
 */
async function bringUpToDate(
  store: BackupStore,
  wanted: readonly string[],
  options: CopyOptions,
  signal?: AbortSignal,
) {
  const present = (await store.list(signal)).filter(isBackupFileName)
  const newest = [...new Set([...present, ...wanted])].sort().reverse().slice(0, options.keep)
  for (const name of newest.filter((each) => !present.includes(each)).reverse()) {
    signal?.throwIfAborted()
    await store.put(name, path.join(options.folder, name), signal)
  }
  for (const name of present.filter((each) => !newest.includes(each))) await store.remove(name)
}

/**
 * Copies to each store the backups that are missing there, and deletes old ones. If a store fails, the other stores
 * still get their copies, and then the first error is thrown.
 */
export async function copyBackups(options: CopyOptions, now: Date, signal?: AbortSignal): Promise<void> {
  const { db, folder, passphrase, keep, stores, warn } = options
  // Before the first backup the folder does not exist, and nothing is copied.
  const names = await readdir(folder).catch(() => [])
  const isCopied = (name: string) =>
    isBackupFileName(name) && (passphrase === undefined || name.endsWith(ENCRYPTED_END))
  const wanted = names.filter(isCopied).sort().reverse().slice(0, keep)
  const errors: unknown[] = []
  for (const store of stores)
    await bringUpToDate(store, wanted, options, signal).catch((error: unknown) => {
      if (signal?.aborted) throw error
      warn(error, 'the backups could not be copied')
      errors.push(error)
    })
  if (errors.length > 0) throw errors[0]
  await inTransaction(db, (tx) => recordCopies(tx, wanted, now))
}
