import { Gauge, type Registry } from 'prom-client'
import type { Database, ReadTx } from '#server/db/pool.ts'
import { lastCopiedRun, lastGoodRun, readJobRuns, readTrials, type JobRun } from '#server/db/job-runs.ts'
import { countIssuedDocuments } from '#server/db/document-facts.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { appVersion } from '#server/lib/app-version.ts'
import type { EventHub } from '#server/lib/event-hub.ts'

/** The numbers of connections and of waiting requests that a pg.Pool reports. */
export type PoolCounts = { totalCount: number; idleCount: number; waitingCount: number }

export type ClinicMetricsOptions = { db: Database; hub: EventHub; clock: () => Date; pools?: readonly PoolCounts[] }

/**
 * Adds the clinic's metrics, whose values are read on each request. If the database is down, only the metrics that
 * query it are missing.
 */
export function addClinicMetrics(register: Registry, { db, hub, clock, pools }: ClinicMetricsOptions): void {
  const registers = [register]
  const gauge = (name: string, help: string, read: () => number | null | Promise<number | null>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.remove()
        const value = await Promise.resolve(read()).catch(() => null)
        if (value !== null) this.set(value)
      },
    })
  new Gauge({ name: 'mutya_app_info', help: 'The version that runs.', labelNames: ['version'], registers }).set(
    { version: appVersion },
    1,
  )
  // These metrics are added before those that query the database, because the queries use connections of the pools
  // themselves.
  if (pools) {
    const sum = (count: keyof PoolCounts) => pools.reduce((total, pool) => total + pool[count], 0)
    gauge('mutya_db_pool_connections', 'Connections to the database.', () => sum('totalCount'))
    gauge('mutya_db_pool_idle_connections', 'Connections that nobody uses at this moment.', () => sum('idleCount'))
    gauge('mutya_db_pool_waiting_requests', 'Requests that wait for a connection.', () => sum('waitingCount'))
  }
  gauge('mutya_event_stream_listeners', 'Screens that listen for events.', () => hub.listenerCount)
  gauge('mutya_receipts_issued', 'The number of the last receipt: sales and voids since the clinic opened.', () =>
    inSnapshot(db, countIssuedDocuments),
  )
  addBackupMetrics(gauge, db, clock)
  addJobMetrics(registers, db, clock)
}

type AddGauge = (name: string, help: string, read: () => Promise<number | null>) => unknown

/** Adds the ages of the last backup, of the last copied backup and of the last trial restore. */
function addBackupMetrics(gauge: AddGauge, db: Database, clock: () => Date): void {
  const age = (name: string, help: string, read: (tx: ReadTx) => Promise<Date | null>) =>
    gauge(name, help, async () => {
      const at = await inSnapshot(db, read)
      return at === null ? null : (clock().getTime() - at.getTime()) / 1000
    })
  age('mutya_last_backup_age_seconds', 'Seconds since the last good backup; absent before the first.', lastGoodRun)
  age(
    'mutya_last_backup_copy_age_seconds',
    'Seconds since the newest backup that is in a second place; absent before the first.',
    lastCopiedRun,
  )
  age(
    'mutya_last_backup_trial_age_seconds',
    'Seconds since a backup was last restored and compared without a difference; absent before the first.',
    async (tx) => (await readTrials(tx)).lastGood,
  )
  gauge('mutya_backup_trial_failed', '1 if the last trial restore failed, otherwise 0; absent before it.', async () => {
    const { last } = await inSnapshot(db, readTrials)
    return last && (last.problem === null ? 0 : 1)
  })
}

/** Adds metrics of each job that has ever run. */
function addJobMetrics(registers: Registry[], db: Database, clock: () => Date): void {
  const gauge = (name: string, help: string, read: (run: JobRun) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['job'],
      registers,
      async collect() {
        this.reset()
        const runs = await inSnapshot(db, readJobRuns).catch(() => [])
        for (const run of runs) {
          const value = read(run)
          if (value !== null) this.set({ job: run.name }, value)
        }
      },
    })
  gauge('mutya_job_failures', 'Tries of a job that have failed in a row.', ({ failures }) => failures)
  gauge('mutya_job_last_success_age_seconds', 'Seconds since a job was last done; absent before.', ({ done_at }) =>
    done_at === null ? null : (clock().getTime() - done_at.getTime()) / 1000,
  )
}
