import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isBackupFileName, writerOfPart } from './manifest.ts'

const DAY_MS = 86_400_000

/** Removes all but the newest `keep` backups and unfinished files older than a day. Other files are left alone. */
export async function removeOldBackups(folder: string, keep: number, now: Date): Promise<string[]> {
  const names = await readdir(folder)
  const old = names.filter(isBackupFileName).sort().reverse().slice(keep)
  for (const name of names.filter((found) => writerOfPart(found) !== undefined)) {
    const { mtimeMs } = await stat(path.join(folder, name))
    if (now.getTime() - mtimeMs > DAY_MS) old.push(name)
  }
  for (const name of old) await rm(path.join(folder, name), { force: true })
  return old
}
