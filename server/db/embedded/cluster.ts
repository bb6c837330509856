import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { majorOfData } from './data-folder.ts'
import { runAs, type ServerUser } from './server-user.ts'
import { StartError } from './start-error.ts'

const run = promisify(execFile)
const marker = 'mutya-initdb-finished'

async function initdb(binaries: Binaries, user: ServerUser | null, folder: string, locale: string): Promise<void> {
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--data-checksums']
  await run(path.join(binaries.folder, 'initdb'), ['-D', folder, ...options], { ...runAs(user), cwd: '/', env: {} })
}

function emptyFolder(folder: string, user: ServerUser | null): void {
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { mode: 0o700 })
  if (user) fs.chownSync(folder, user.uid, user.gid)
}

function syncFolder(folder: string): void {
  const descriptor = fs.openSync(folder, 'r')
  fs.fsyncSync(descriptor)
  fs.closeSync(descriptor)
}

/**
 * Creates the folder under a temporary name and renames it, so that a crash leaves only a half-made folder that is
 * deleted at the next start.
 */
async function create(binaries: Binaries, user: ServerUser | null, pgdata: string): Promise<void> {
  const making = `${pgdata}.new`
  try {
    emptyFolder(making, user)
    await initdb(binaries, user, making, 'C.UTF-8').catch(async () => {
      // Some systems lack the locale C.UTF-8. There the locale C is used, which sorts in the same order, but knows
      // upper and lower case only of ASCII letters.
      emptyFolder(making, user)
      await initdb(binaries, user, making, 'C')
    })
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new StartError(`The database could not be created in ${pgdata}: ${(stderr || message).trim()}`)
  }
  fs.writeFileSync(path.join(making, marker), `${binaries.major}\n`, { flush: true })
  if (user) fs.chownSync(path.join(making, marker), user.uid, user.gid)
  syncFolder(making)
  fs.renameSync(making, pgdata)
  syncFolder(path.dirname(pgdata))
}

function refuseOtherMajor(pgdata: string, found: number, binaries: Binaries): void {
  if (found === binaries.major) return
  throw new StartError(
    `The data in ${pgdata} was written by PostgreSQL ${found}; this Mutya runs PostgreSQL ${binaries.major}, which cannot ` +
      `open it. The data is untouched. Either install PostgreSQL ${found} on this machine and start again, or run ` +
      `"npm run backup" with the Mutya that wrote it, move the folder away and run "npm run restore" with this Mutya: ` +
      `docs/operations.md, "Another PostgreSQL version".`,
  )
}

/**
 * Creates the PostgreSQL data folder if there is none; returns true if it did. Throws if the folder has data of another
 * PostgreSQL version, or was not made by Mutya.
 */
export async function ensureCluster(binaries: Binaries, user: ServerUser | null, pgdata: string): Promise<boolean> {
  const major = majorOfData(fs.existsSync(pgdata) ? pgdata : undefined)
  if (major !== undefined) refuseOtherMajor(pgdata, major, binaries)
  if (major !== undefined && fs.existsSync(path.join(pgdata, marker))) return false
  if (fs.existsSync(pgdata)) {
    throw new StartError(
      `${pgdata} is not a database that Mutya made (there is no file "${marker}" in it). Nothing was changed. ` +
        'Move that folder away, or choose another one with DATA_DIR.',
    )
  }
  await create(binaries, user, pgdata)
  return true
}
