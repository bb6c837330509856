import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { canReach, type ServerUser } from './server-user.ts'

/** Fixed, so that a PGPORT in somebody's environment changes neither the server nor the address. It only names the socket file. */
export const socketPort = 5432

// A socket's whole path has room for 107 bytes on Linux and 103 on macOS.
const longestPath = 103
const socketFile = `.s.PGSQL.${socketPort}`
const prefix = 'mutya-'

const fits = (parent: string) => path.join(parent, `${prefix}XXXXXX`, socketFile).length <= longestPath

/** A new private folder (0700) for the server's socket, under the temporary directory: DATA_DIR may be far too long. */
export function makeSocketFolder(user: ServerUser | null): string {
  const parents = [os.tmpdir(), '/tmp'].map((parent) => (fs.existsSync(parent) ? fs.realpathSync(parent) : parent))
  const parent = parents.find((candidate) => fits(candidate) && canReach(candidate, user)) ?? '/tmp'
  const folder = fs.mkdtempSync(path.join(parent, prefix))
  if (user) fs.chownSync(folder, user.uid, user.gid)
  return folder
}

const isOurs = (folder: string) => path.basename(folder).startsWith(prefix)

/** Removes a dead server's socket and the lock file beside it, which names its process. */
export function removeSocket(folder: string): void {
  if (!isOurs(folder)) return
  for (const file of [socketFile, `${socketFile}.lock`]) fs.rmSync(path.join(folder, file), { force: true })
}

/** Removes a socket folder of ours; anything else is left alone. */
export function removeSocketFolder(folder: string): void {
  if (isOurs(folder)) fs.rmSync(folder, { recursive: true, force: true })
}

export function socketUrl(role: string, database: string, folder: string): string {
  return `postgres://${role}@localhost:${socketPort}/${database}?host=${encodeURIComponent(folder)}`
}
