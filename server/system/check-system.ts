import { access, constants, stat, statfs } from 'node:fs/promises'
import { lastCopiedRun, lastGoodRun, readTrials, type Trials } from '#server/db/job-runs.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { appVersion } from '#server/lib/app-version.ts'
import type { SecretBox } from '#server/lib/secret-box.ts'
import { describeMailProblem, openMailer } from '#server/messages/mail-server.ts'
import type { Mailer } from '#server/messages/transport/mailer.ts'
import { subscribedServices } from '#server/push/subscribe.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { SYSTEM_CHECKS, type SystemCheck } from '#shared/system/contract.ts'
import { systemMessages as s } from '#shared/system/messages.ts'
import { readDatabase } from './views.ts'

/** The stores to which backups are copied, and whether the copies are encrypted. */
export type BackupCopies = {
  stores: readonly { name: string; list: (signal?: AbortSignal) => Promise<unknown> }[]
  isEncrypted: boolean
}

type Result = Omit<SystemCheck, 'name'>

export type SystemOptions = {
  dataDir: string
  /** The folder of the daily backups. */
  backupDir?: string | undefined
  backupCopies?: BackupCopies | undefined
  publicUrl?: string | undefined
  proxyNotTrusted?: boolean | undefined
  /** The mailer that environment variables set up. */
  mailer?: Mailer | undefined
  secrets: SecretBox
  /** The version of Node.js; that of this process by default. */
  nodeVersion?: string
}

/** What the checks of the system need to know from the database. */
export type SystemFacts = {
  version: string
  /** How far the database's clock is ahead of the server's, in milliseconds. */
  clockAheadMs: number
  roundTripMs: number
  lastBackup: Date | null
  /** When the newest backup that has been copied to all stores was made. */
  lastCopy: Date | null
  trials: Trials
  /** The origins of the push services of all devices. */
  pushServices: readonly string[]
  /** The clinic's mailer; undefined without a mail server. */
  mailer: Mailer | undefined
}

const ok = (text: string): Result => ({ state: 'ok', text })
const warning = (text: string): Result => ({ state: 'warning', text })
const problem = (text: string): Result => ({ state: 'problem', text })

const GIGABYTE = 1e9
const LOW_DISK = 2 * GIGABYTE
const FULL_DISK = 0.5 * GIGABYTE
const CLOCK_MS = 60_000
const SLOW_MS = 50
/**
 * How often the response time of the database is measured. The fastest response counts, because a busy machine delays
 * single ones.
 */
const READS = 3
const NETWORK_MS = 4_000
/**
 * The age at which the newest backup is reported as late: a day, and an hour because tonight's backup may take longer
 * than last night's.
 */
const BACKUP_MS = 90_000_000
/**
 * The age at which the newest copied backup is reported as late: copies are made each hour, and later if a store cannot
 * be reached.
 */
const COPY_MS = BACKUP_MS + 3 * 3_600_000
/** The age at which the last trial restore is reported as late: trial restores are made each week. */
const TRIAL_MS = 8 * 86_400_000
/** Older versions of Node.js get no security updates since April 2026. */
const OLDEST_SAFE_NODE = 22

/** Reads what the checks of the system need from the database. `now` is this process's time. */
export async function readFacts(
  tx: ReadTx,
  branchId: string,
  { mailer, secrets }: Pick<SystemOptions, 'mailer' | 'secrets'>,
  now: () => Date,
): Promise<SystemFacts> {
  let fastest = { version: '', roundTripMs: Infinity, clockAheadMs: 0 }
  for (let read = 0; read < READS; read++) {
    const startedAt = performance.now()
    const { version, clock } = await readDatabase(tx)
    const roundTripMs = performance.now() - startedAt
    if (roundTripMs < fastest.roundTripMs)
      fastest = { version, roundTripMs, clockAheadMs: clock.getTime() - now().getTime() }
  }
  return {
    ...fastest,
    lastBackup: await lastGoodRun(tx),
    lastCopy: await lastCopiedRun(tx),
    trials: await readTrials(tx),
    pushServices: await subscribedServices(tx),
    mailer: mailer ?? (await openMailer(tx, branchId, secrets)),
  }
}

async function checkDisk({ dataDir, backupDir }: SystemOptions): Promise<Result> {
  const folders = [dataDir, ...(backupDir === undefined ? [] : [backupDir])]
  const free = await Promise.all(
    folders.map(async (folder) => {
      // A missing folder counts as having enough space here; the check of backups reports it.
      const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Infinity, bsize: 1 }))
      return { folder, bytes: bavail * bsize }
    }),
  )
  const least = free.reduce((one, other) => (other.bytes < one.bytes ? other : one))
  const gigabytes = Math.round(least.bytes / 1e8) / 10
  if (least.bytes < FULL_DISK) return problem(s.diskLow(least.folder, gigabytes))
  return least.bytes < LOW_DISK ? warning(s.diskLow(least.folder, gigabytes)) : ok(s.diskOk(gigabytes))
}

/** How far another clock is ahead of the server's, and whose clock it is. */
type OtherClock = { name: string; aheadMs: number }

/**
 * Sends a request to a push service to learn whether the server can reach it. Any response will do, and its date is the
 * clock of the service. Returns null if there is no response in time.
 */
async function askPushService(origin: string, now: () => Date): Promise<OtherClock | null> {
  try {
    const signal = AbortSignal.timeout(NETWORK_MS)
    const response = await fetch(origin, { method: 'HEAD', redirect: 'manual', signal })
    const date = Date.parse(response.headers.get('date') ?? '')
    return { name: new URL(origin).host, aheadMs: Number.isNaN(date) ? 0 : date - now().getTime() }
  } catch {
    // The service cannot be reached; the reason does not matter.
    return null
  }
}

function checkClock(facts: SystemFacts, clocks: readonly OtherClock[]): Result {
  const others = [{ name: s.databaseClock, aheadMs: facts.clockAheadMs }, ...clocks]
  const wrong = others.find(({ aheadMs }) => Math.abs(aheadMs) > CLOCK_MS)
  if (wrong) return problem(s.clockWrong(Math.round(Math.abs(wrong.aheadMs) / 1000), wrong.name))
  return ok(clocks.length > 0 ? s.clockOk : s.clockAlone)
}

function checkDatabase({ version, roundTripMs }: SystemFacts): Result {
  const ms = Math.ceil(roundTripMs)
  return ms > SLOW_MS ? warning(s.databaseSlow(version, ms)) : ok(s.databaseOk(version, ms))
}

async function checkMail({ mailer }: SystemFacts): Promise<Result> {
  if (!mailer) return warning(s.mailOff)
  const sentence = await describeMailProblem(mailer, NETWORK_MS)
  return sentence === null ? ok(s.mailOk) : problem(sentence)
}

function checkPush(services: readonly string[], answers: readonly (OtherClock | null)[]): Result {
  if (services.length === 0) return ok(s.pushNone)
  const silent = services.filter((_, index) => answers[index] === null).map((origin) => new URL(origin).host)
  return silent.length === 0 ? ok(s.pushOk) : problem(s.pushAway(silent.join(', ')))
}

async function checkBackups({ lastBackup }: SystemFacts, { backupDir }: SystemOptions, now: Date): Promise<Result> {
  if (backupDir === undefined) return warning(s.backupsOff)
  const isWritable = await access(backupDir, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable) return problem(s.backupsNotWritable(backupDir))
  if (lastBackup === null) return warning(s.backupNone)
  const time = formatInstant(lastBackup)
  return now.getTime() - lastBackup.getTime() > BACKUP_MS ? problem(s.backupLate(time)) : ok(s.backupOk(time))
}

/** The reason why a store of backup copies cannot be used, in a sentence; null if the store answers. */
async function problemOf({ name, list }: BackupCopies['stores'][number]): Promise<string | null> {
  const signal = AbortSignal.timeout(NETWORK_MS)
  return list(signal).then(
    () => null,
    (error: Error) => (signal.aborted ? s.copySilent(name) : error.message),
  )
}

/**
 * True if a store of backup copies is a folder on the disk of the backups themselves. A store in the network has no
 * such folder.
 */
async function isOnSameDisk(place: string, backupDir: string): Promise<boolean> {
  const disks = await Promise.all([place, backupDir].map((folder) => stat(folder).catch(() => null)))
  return disks[0] !== null && disks[0]?.dev === disks[1]?.dev
}

async function checkCopies({ lastCopy }: SystemFacts, options: SystemOptions, now: Date): Promise<Result> {
  const { backupDir, backupCopies } = options
  if (backupDir === undefined || !backupCopies || backupCopies.stores.length === 0) return warning(s.copiesOff)
  const { stores, isEncrypted } = backupCopies
  const problems = (await Promise.all(stores.map(problemOf))).filter((sentence) => sentence !== null)
  if (problems.length > 0) return problem(problems.join(' '))
  const places = stores.map(({ name }) => name).join(', ')
  for (const { name } of stores) if (await isOnSameDisk(name, backupDir)) return warning(s.copySameDisk(name))
  if (lastCopy === null) return warning(s.copyNone(places))
  const time = formatInstant(lastCopy)
  if (now.getTime() - lastCopy.getTime() > COPY_MS) return problem(s.copyLate(places, time))
  return isEncrypted ? ok(s.copyOk(places, time)) : warning(s.copyNotEncrypted(places))
}

function checkTrial({ trials: { last, lastGood } }: SystemFacts, { backupDir }: SystemOptions, now: Date): Result {
  if (last?.problem) return problem(s.trialFailed(formatInstant(last.finishedAt), last.problem))
  if (lastGood === null) return backupDir === undefined ? warning(s.backupsOff) : warning(s.trialNone)
  const time = formatInstant(lastGood)
  return now.getTime() - lastGood.getTime() > TRIAL_MS ? problem(s.trialLate(time)) : ok(s.trialOk(time))
}

function checkProxy({ publicUrl, proxyNotTrusted }: SystemOptions): Result {
  if (proxyNotTrusted) return problem(s.proxyNotTrusted)
  return ok(publicUrl === undefined ? s.proxyNone : s.proxyOk)
}

function checkVersions({ nodeVersion = process.versions.node }: SystemOptions): Result {
  const isSafe = Number(nodeVersion.split('.')[0]) >= OLDEST_SAFE_NODE
  return isSafe ? ok(s.versionsOk(appVersion, nodeVersion)) : warning(s.nodeOld(appVersion, nodeVersion))
}

/** Checks everything that a clinic's server needs. `facts` is a sentence if the database cannot be used. */
export async function checkSystem(
  options: SystemOptions,
  facts: SystemFacts | string,
  now: () => Date,
): Promise<SystemCheck[]> {
  const unknown = Promise.resolve(warning(s.unknown))
  const isAway = typeof facts === 'string'
  const services = isAway ? [] : facts.pushServices
  const answers = Promise.all(services.map((origin) => askPushService(origin, now)))
  const clocks = async () => (await answers).filter((answer) => answer !== null)
  const results: Record<SystemCheck['name'], Result | Promise<Result>> = {
    disk: checkDisk(options),
    clock: isAway ? unknown : clocks().then((others) => checkClock(facts, others)),
    database: isAway ? problem(s.databaseAway(facts)) : checkDatabase(facts),
    mail: isAway ? unknown : checkMail(facts),
    push: isAway ? unknown : answers.then((found) => checkPush(services, found)),
    backups: isAway ? unknown : checkBackups(facts, options, now()),
    copies: isAway ? unknown : checkCopies(facts, options, now()),
    trial: isAway ? unknown : checkTrial(facts, options, now()),
    proxy: checkProxy(options),
    versions: checkVersions(options),
  }
  return Promise.all(SYSTEM_CHECKS.map(async (name) => ({ name, ...(await results[name]) })))
}
