import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { errorDetails } from '#server/lib/log-errors.ts'
import { canReach, type ServerUser } from './server-user.ts'
import { StartError } from './start-error.ts'
import type { SupervisorLog } from './supervisor-log.ts'

export type DataPlaces = {
  /** The data folder that the operator configured, as a real path. It also contains the app's own files and lock. */
  dataDir: string
  /** The database's folder if the server's user cannot access `dataDir`; always the same for one `dataDir`. */
  sheltered: string
}

const database = (folder: string) => path.join(folder, 'postgres')

export function dataPlaces(wanted: string, shelter: string): DataPlaces {
  try {
    fs.mkdirSync(wanted, { recursive: true })
    fs.accessSync(wanted, fs.constants.W_OK)
  } catch (error) {
    throw new StartError(`The data folder ${path.resolve(wanted)} cannot be written: ${errorDetails(error).message}`)
  }
  const dataDir = fs.realpathSync(wanted)
  const mark = createHash('sha256').update(dataDir).digest('hex').slice(0, 8)
  return { dataDir, sheltered: path.join(shelter, `${path.basename(dataDir)}-${mark}`) }
}

/**
 * The PostgreSQL data folder that exists already, in the configured folder or in the sheltered one; undefined if
 * neither has one.
 */
export function existingData(places: DataPlaces): string | undefined {
  return [places.dataDir, places.sheltered].map(database).find((folder) => fs.existsSync(folder))
}

/** The major version of the data; undefined when there is none. */
export function majorOfData(pgdata: string | undefined): number | undefined {
  if (pgdata === undefined) return undefined
  try {
    return Number(fs.readFileSync(path.join(pgdata, 'PG_VERSION'), 'utf8'))
  } catch (error) {
    if (errorDetails(error).code === 'ENOENT') return undefined
    throw new StartError(
      `The database in ${pgdata} belongs to another user (number ${fs.statSync(pgdata).uid}). ` +
        'Start Mutya as that user or as root, as the first time.',
    )
  }
}

function move(from: string, to: string): void {
  fs.mkdirSync(path.dirname(to), { recursive: true, mode: 0o755 })
  try {
    fs.renameSync(from, to)
  } catch (error) {
    if (errorDetails(error).code !== 'EXDEV') throw error
    // The new folder is on another disk. A complete copy is made under a temporary name first, so that after a crash
    // the original is still used.
    const copy = spawnSync('cp', ['-a', from, `${to}.copy`], { encoding: 'utf8' })
    if (copy.status !== 0) throw new StartError(`The database could not be moved to ${to}: ${copy.stderr}`)
    fs.renameSync(`${to}.copy`, to)
    fs.rmSync(from, { recursive: true })
  }
}

/** Changes the owner of data that root copied by hand, because PostgreSQL only starts on its own user's data. */
function changeOwner(pgdata: string, user: ServerUser): void {
  if (fs.statSync(pgdata).uid === user.uid) return
  spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, pgdata])
  fs.chmodSync(pgdata, 0o700)
}

/**
 * True if the server's user can pass through DATA_DIR. If only DATA_DIR itself is closed (by a strict umask), this
 * function lets that user's group pass through the folder, but not list or read it.
 */
function allowPassage(dataDir: string, user: ServerUser): boolean {
  if (canReach(dataDir, user)) return true
  const { mode, uid } = fs.statSync(dataDir)
  const closedToAll = (mode & 0o077) === 0
  if (!closedToAll || !canReach(path.dirname(dataDir), user)) return false
  fs.chownSync(dataDir, uid, user.gid)
  fs.chmodSync(dataDir, (mode & 0o700) | 0o010)
  return canReach(dataDir, user)
}

/**
 * Returns the database's folder. It is in DATA_DIR, or it is `places.sheltered` if the server's user cannot access
 * DATA_DIR, for example in a private home folder. In that case existing data is moved there and the log says so.
 */
export function chooseDataFolder(places: DataPlaces, user: ServerUser | null, log: SupervisorLog): string {
  const home = database(places.dataDir)
  const sheltered = database(places.sheltered)
  if (user && !allowPassage(places.dataDir, user)) {
    const reason = `because the user "${user.name}", who runs the database, cannot reach ${places.dataDir}.`
    if (fs.existsSync(sheltered)) log.info(`The database is kept in ${sheltered}, ${reason}`)
    else if (fs.existsSync(home)) {
      move(home, sheltered)
      log.warn(`The database was moved to ${sheltered}, ${reason}`)
    } else log.warn(`The database will be kept in ${sheltered}, ${reason}`)
    fs.mkdirSync(places.sheltered, { recursive: true, mode: 0o755 })
    if (fs.existsSync(sheltered)) changeOwner(sheltered, user)
    return sheltered
  }
  const chosen = existingData(places) ?? home
  if (user && fs.existsSync(chosen)) changeOwner(chosen, user)
  return chosen
}
