import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { StartError } from './start-error.ts'

/** The system user who runs the database server. PostgreSQL refuses to run as root, so root has to choose another. */
export type ServerUser = { name: string; uid: number; gid: number }

const preferred = ['postgres', 'nobody']

function accounts(): ServerUser[] {
  const rows = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  return rows.map((row) => {
    const [name = '', , uid, gid] = row.split(':')
    return { name, uid: Number(uid), gid: Number(gid) }
  })
}

export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * Chooses the system user who runs the database server: null if that is the app's own user. If the app runs as root, it
 * is the owner of existing data, else `postgres` or `nobody`.
 */
export function chooseServerUser(existingData: string | undefined): ServerUser | null {
  if (!isRoot()) return null
  const all = accounts()
  const owner = existingData === undefined ? undefined : fs.statSync(existingData)
  if (owner && owner.uid !== 0) {
    const known = all.find((account) => account.uid === owner.uid)
    return known ?? { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid }
  }
  const usable = (name: string) => all.find((account) => account.name === name && account.uid > 0)
  const chosen = preferred.map(usable).find((account) => account !== undefined)
  if (chosen) return chosen
  throw new StartError(
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody". ' +
      'Start Mutya as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

/** The options that make `spawn` run a program as the server's user. */
export function runAs(user: ServerUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

/** True if the server's user can enter a folder, for which every parent folder must let that user pass. */
export function canReach(folder: string, user: ServerUser | null): boolean {
  const asked = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], {
    ...runAs(user),
    cwd: '/',
    stdio: 'ignore',
  })
  return asked.status === 0
}
