import fs from 'node:fs'
import path from 'node:path'
import { findBinaries, packagedBinaries, systemFolders } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { chooseDataFolder, dataPlaces, existingData, majorOfData, type DataPlaces } from './data-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { deleteStalePidFile, runningPostmaster, type PostmasterPlan } from './postmaster.ts'
import { appRole, databaseName, ownerRole, setUpRoles } from './roles.ts'
import { chooseServerUser, type ServerUser } from './server-user.ts'
import { makeSocketFolder, removeSocketFolder, socketUrl } from './socket-folder.ts'
import { StartError } from './start-error.ts'
import { SupervisedServer } from './supervised-server.ts'
import type { SupervisorLog } from './supervisor-log.ts'

export type EmbeddedOptions = {
  dataDir: string
  log: SupervisorLog
  /** The PATH in which a system's PostgreSQL is searched when npm has installed none. */
  searchPath?: string
  /** The npm package's `native` folder; null behaves as if it were not installed. */
  packaged?: string | null
  /** The folder for programs and data that must be accessible to the server's user. */
  shelter?: string
  /** PostgreSQL settings in addition to those of the app, for tests and benches. */
  settings?: Record<string, string>
  /** Work that needs no database, done while the server starts. No connection is opened before it has ended. */
  whileStarting?: () => Promise<unknown>
}

type EmbeddedUrls = {
  /**
   * The URL with the role of the database's owner, for migrations, backup and restore. The role may create databases
   * but is no superuser.
   */
  ownerUrl: string
  /** The URL with the role of the app, which has only the privileges that migrations grant. */
  appUrl: string
}

export type EmbeddedDatabase = EmbeddedUrls & {
  /** The id of the current server process, which changes after a crash. */
  readonly pid: number
  /** True when this start created the data folder. */
  first: boolean
  /** True when a server that a dead app left running was taken over. */
  adopted: boolean
  /** The PostgreSQL data folder in use. */
  dataDir: string
  /** Stops the server and unlocks the folder; an orderly stop may take `withinMs` (2500). */
  stop: (withinMs?: number) => Promise<void>
}

const defaultShelter = '/var/lib/mutya'
const urls = (socketFolder: string): EmbeddedUrls => ({
  ownerUrl: socketUrl(ownerRole, databaseName, socketFolder),
  appUrl: socketUrl(appRole, databaseName, socketFolder),
})

function binariesFor(options: EmbeddedOptions, places: DataPlaces, user: ServerUser | null) {
  return findBinaries({
    user,
    wantedMajor: majorOfData(existingData(places)),
    packaged: options.packaged === undefined ? packagedBinaries() : (options.packaged ?? undefined),
    searchPath: systemFolders(options.searchPath ?? ''),
    shelter: options.shelter ?? defaultShelter,
    log: options.log,
  })
}

async function prepare(
  options: EmbeddedOptions,
  places: DataPlaces,
): Promise<{ plan: PostmasterPlan; first: boolean }> {
  const user = chooseServerUser(existingData(places))
  const binaries = binariesFor(options, places, user)
  const pgdata = chooseDataFolder(places, user, options.log)
  const first = await ensureCluster(binaries, user, pgdata)
  const plan = {
    program: path.join(binaries.folder, 'postgres'),
    user,
    pgdata: fs.realpathSync(pgdata),
    socketFolder: '',
    logFile: path.join(places.dataDir, 'postgres.log'),
    settings: options.settings ?? {},
  }
  return { plan, first }
}

type Started = { server: SupervisedServer; adopted: boolean }

/** Takes over a server that a dead app left running on the folder, or starts one. */
async function adoptOrStart(plan: PostmasterPlan, log: SupervisorLog): Promise<Started> {
  const running = runningPostmaster(plan.pgdata)
  if (running) {
    const server = new SupervisedServer({ ...plan, socketFolder: running.socketFolder }, log)
    if (fs.existsSync(running.socketFolder) && (await server.adopt(running.pid))) {
      log.info(`The database was still running (process ${running.pid}) and is used again.`)
      return { server, adopted: true }
    }
    // The socket of the running server was deleted with the temporary directory, so nobody can connect to this server
    // any more, and it is stopped.
    server.pid = running.pid
    await server.stop(5_000)
  }
  const left = deleteStalePidFile(plan.pgdata)
  if (left) removeSocketFolder(left)
  const server = new SupervisedServer({ ...plan, socketFolder: makeSocketFolder(plan.user) }, log)
  await server.start()
  return { server, adopted: false }
}

function refuseWindows(): void {
  if (process.platform !== 'win32') return
  throw new StartError('On Windows, run Mutya inside WSL, or set DATABASE_URL to a PostgreSQL server.')
}

/**
 * Starts a PostgreSQL server on a private socket with its data in `dataDir`. One app per folder. Throws a `StartError`
 * that tells the operator what to do.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  refuseWindows()
  const places = dataPlaces(options.dataDir, options.shelter ?? defaultShelter)
  const lock = await lockFolder(places.dataDir)
  let started: Started | undefined
  try {
    const { plan, first } = await prepare(options, places)
    const starting = adoptOrStart(plan, options.log)
    const working = options.whileStarting?.()
    started = await starting
    await working
    const { server, adopted } = started
    await setUpRoles(server.socketFolder)
    const stop = async (withinMs = 2_500) => {
      await server.stop(withinMs)
      removeSocketFolder(server.socketFolder)
      lock.release()
    }
    return {
      ...urls(server.socketFolder),
      first,
      adopted,
      dataDir: plan.pgdata,
      stop,
      get pid() {
        return server.pid
      },
    }
  } catch (error) {
    await started?.server.stop(1_000)
    lock.release()
    throw error
  }
}

/** True if this folder has an embedded database; creates nothing. */
export const hasEmbeddedData = ({ dataDir, shelter }: Pick<EmbeddedOptions, 'dataDir' | 'shelter'>): boolean =>
  fs.existsSync(dataDir) && existingData(dataPlaces(dataDir, shelter ?? defaultShelter)) !== undefined

/** The URLs of the server that another process runs on this folder; undefined when none runs. */
export function runningEmbedded(options: Pick<EmbeddedOptions, 'dataDir' | 'shelter'>): EmbeddedUrls | undefined {
  const places = dataPlaces(options.dataDir, options.shelter ?? defaultShelter)
  const pgdata = existingData(places)
  const running = pgdata === undefined ? undefined : runningPostmaster(fs.realpathSync(pgdata))
  return running && urls(running.socketFolder)
}
