import { copyFile, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { errorDetails } from '#server/lib/log-errors.ts'
import { syncFolder } from '#server/lib/sync-folder.ts'
import { BackupError } from './backup-error.ts'
import { partNameOf } from './manifest.ts'
import { toDisk } from './write-archive.ts'

/**
 * A second place for backups besides the clinic's own disk, such as a folder or a bucket. Its methods throw a
 * `BackupError` with a sentence that says what to do.
 */
export type BackupStore = {
  /** The name of the store in sentences that people read. */
  name: string
  /** The names of all files in the store. */
  list: (signal?: AbortSignal) => Promise<string[]>
  /** Copies `file` into the store; the copy gets its name only when it is complete. */
  put: (fileName: string, file: string, signal?: AbortSignal) => Promise<void>
  remove: (fileName: string) => Promise<void>
}

function folderError(error: unknown, folder: string): unknown {
  const { code, message } = errorDetails(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BackupError(`There is no room left in ${folder}.`)
  if (code === 'ENOENT')
    return new BackupError(`There is no folder ${folder}. Connect the disk, or make the folder (BACKUP_COPY_DIR).`)
  return code === undefined
    ? error
    : new BackupError(`${folder} cannot be used (${message}). Check BACKUP_COPY_DIR and the rights of Mutya’s user.`)
}

/**
 * A folder on another disk or computer. The folder is never created: while its disk is not connected, the copies would
 * otherwise be written to the disk of the clinic's data.
 */
export function folderStore(folder: string): BackupStore {
  const guarded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw folderError(error, folder)
    })
  const put = async (fileName: string, file: string) => {
    const part = path.join(folder, partNameOf(fileName, process.pid))
    try {
      await copyFile(file, part)
      await toDisk(part)
      await rename(part, path.join(folder, fileName))
    } finally {
      await rm(part, { force: true })
    }
    await syncFolder(folder)
  }
  return {
    name: folder,
    list: () => guarded(readdir(folder)),
    put: (fileName, file) => guarded(put(fileName, file)),
    remove: (fileName) => guarded(rm(path.join(folder, fileName), { force: true })),
  }
}
