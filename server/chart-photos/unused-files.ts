import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { ReadTx } from '#server/db/pool.ts'
import { retainedSince } from '#server/lib/retention.ts'
import { removeImage } from '#server/lib/uploads.ts'
import * as views from './views.ts'

/** Runs a read in a separate transaction. */
type Read = <T>(work: (tx: ReadTx) => Promise<T>) => Promise<T>

/** How many files are looked up with one statement. */
const AT_ONCE = 500

async function isOlder(file: string, than: Date): Promise<boolean> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    // Somebody has deleted the file meanwhile.
    if (error.code === 'ENOENT') return null
    throw error
  })
  return found?.isFile() === true && found.mtime < than
}

/**
 * Deletes files of chart photos that belong to no row: a process died between storing the files and the commit, or
 * could not delete them together with the chart. Files of the last day stay, because their row may just be being
 * written.
 */
export async function deleteUnusedFiles(read: Read, now: Date, folder: string): Promise<void> {
  const before = retainedSince('chartFiles', now)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (let first = 0; first < names.length; first += AT_ONCE) {
    const some = names.slice(first, first + AT_ONCE)
    const used = await read((tx) => views.filesInUse(tx, some))
    for (const name of some)
      if (!used.has(name) && (await isOlder(path.join(folder, name), before))) await removeImage(folder, name)
  }
}
