import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { canReach, type ServerUser } from './server-user.ts'

/** The port is fixed, so that PGPORT in the environment has no effect. It is only a part of the socket file's name. */
export const socketPort = 5432

// The longest socket path that both Linux (107 bytes) and macOS (103 bytes) allow.
const longestPath = 103
const socketFile = `.s.PGSQL.${socketPort}`
const prefix = 'mutya-'

const fits = (parent: string) => path.join(parent, `${prefix}XXXXXX`, socketFile).length <= longestPath

/**
 * Creates a private folder (0700) for the server's socket in the temporary directory, because the path of DATA_DIR may
 * be too long.
 */
export function makeSocketFolder(user: ServerUser | null): string {
  const parents = [os.tmpdir(), '/tmp'].map((parent) => (fs.existsSync(parent) ? fs.realpathSync(parent) : parent))
  const parent = parents.find((candidate) => fits(candidate) && canReach(candidate, user)) ?? '/tmp'
  const folder = fs.mkdtempSync(path.join(parent, prefix))
  if (user) fs.chownSync(folder, user.uid, user.gid)
  return folder
}

const isOurs = (folder: string) => path.basename(folder).startsWith(prefix)

/** Deletes a dead server's socket and its lock file. */
export function removeSocket(folder: string): void {
  if (!isOurs(folder)) return
  for (const file of [socketFile, `${socketFile}.lock`]) fs.rmSync(path.join(folder, file), { force: true })
}

/** Deletes a socket folder that this app created; others are left alone. */
export function removeSocketFolder(folder: string): void {
  if (isOurs(folder)) fs.rmSync(folder, { recursive: true, force: true })
}

export function socketUrl(role: string, database: string, folder: string): string {
  return `postgres://${role}@localhost:${socketPort}/${database}?host=${encodeURIComponent(folder)}`
}
