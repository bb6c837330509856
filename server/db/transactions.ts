import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { isPgError } from './constraint-errors.ts'
import { isStalePlan } from './driver.ts'
import { DatabaseAway } from './is-database-away.ts'
import { pipelinedTransaction } from './pipeline.ts'
import type { Database, ReadTx, Tx } from './pool.ts'

const isRetryable = (error: unknown) =>
  isPgError(error) && (error.code === '40001' || error.code === '40P01' || isStalePlan(error))

/**
 * Runs `work` in one transaction. Retries up to three times, with some jitter, after a serialization failure, a
 * deadlock or an outdated plan. `work` must have no effects outside the database.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (tx) => work(await pipelinedTransaction(tx)))
    } catch (error) {
      if (attempt > 3 || !isRetryable(error)) throw error
      await wait(attempt * 10 + Math.random() * 20)
    }
  }
}

/**
 * Repeats a read up to three times if a migration has changed the columns of one of its prepared statements meanwhile.
 * An upgrade runs several migrations, so this can happen again to the repeated read.
 */
async function repeatIfStale<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (attempt > 3 || !isStalePlan(error)) throw error
    }
  }
}

/**
 * Runs a single read-only statement; a second one throws. On a pool with `isGuarded` this costs one round trip and no
 * transaction. `work` must have no effects outside the database.
 */
export const inRead = <T>(db: Database, work: (tx: ReadTx) => Promise<T>): Promise<T> =>
  repeatIfStale(() => db.transaction().setAccessMode('read only').execute(work))

/** Like `inSnapshot`, for `work` with effects that cannot be repeated, such as a response that is being sent. */
export const inUnrepeatedSnapshot = <T>(db: Database, work: (tx: ReadTx) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => work(await pipelinedTransaction(tx)))

/** Runs `work` in a read-only snapshot on one connection. `work` must have no effects outside the database. */
export const inSnapshot = <T>(db: Database, work: (tx: ReadTx) => Promise<T>): Promise<T> =>
  repeatIfStale(() => inUnrepeatedSnapshot(db, work))

type ReplicaState = { is_replica: boolean; replayed_at: Date | null }

/** Reads whether the database is a replica, and when the last change that it has received was committed. */
async function readReplicaState(tx: ReadTx): Promise<ReplicaState> {
  const { rows } = await sql<ReplicaState>`select pg_is_in_recovery() as is_replica,
    pg_last_xact_replay_timestamp() as replayed_at`.execute(tx)
  return rows[0]!
}

/**
 * A replica that is further behind is not used. A replica that works is at most a minute behind, because the jobs write
 * into the database each minute.
 */
const LONGEST_DELAY_MS = 300_000

/** Throws if the replica is so far behind that its reports would mislead. The caller is answered with 503. */
async function requireCurrentReplica(tx: ReadTx, now: Date): Promise<void> {
  const { is_replica, replayed_at } = await readReplicaState(tx)
  if (is_replica && replayed_at && now.getTime() - replayed_at.getTime() > LONGEST_DELAY_MS)
    throw new DatabaseAway(`The replica for reports has received nothing since ${replayed_at.toISOString()}.`)
}

type ReportDatabases = { db: Database; exportDb: Database; replica?: Database | undefined }

/**
 * Returns functions that run the reads of reports in a snapshot of the replica, or of the main database without a
 * replica. `inLongSnapshot` is for a response that is sent while it is read, such as a file.
 */
export function reportReadsOf({ db, exportDb, replica }: ReportDatabases, now: Date) {
  const current =
    <T>(work: (tx: ReadTx) => Promise<T>) =>
    async (tx: ReadTx): Promise<T> => {
      if (replica) await requireCurrentReplica(tx, now)
      return work(tx)
    }
  return {
    inSnapshot: <T>(work: (tx: ReadTx) => Promise<T>) => inSnapshot(replica ?? db, current(work)),
    inLongSnapshot: <T>(work: (tx: ReadTx) => Promise<T>) => inUnrepeatedSnapshot(replica ?? exportDb, current(work)),
  }
}

/** Returns a sentence for the log if the database for reports cannot be used or is no replica; undefined otherwise. */
export async function findReplicaProblem(replica: Database): Promise<string | undefined> {
  try {
    if ((await inRead(replica, readReplicaState)).is_replica) return undefined
    return 'The database of REPORTS_DATABASE_URL is not a replica. Reports show what that database contains.'
  } catch {
    return 'The database of REPORTS_DATABASE_URL cannot be used. Until it can, reports and exports are answered with 503.'
  }
}
