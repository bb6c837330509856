import { onTestFinished } from 'vitest'
import { createTestPool } from '#server/test/database.ts'
import type { TestServer } from '#server/test/server.ts'
import { periodicJobs, type JobServices } from './job-list.ts'
import { doDueJobs, type PeriodicJob } from './periodic-jobs.ts'

export type Process = {
  /** Checks once for due jobs and runs them. A real process does this every minute. */
  runDueJobs: () => Promise<void>
  /** Interrupts the running jobs. A real process does this when it stops. */
  stop: () => void
  /** The warnings that the process has logged so far. */
  warnings: string[]
}

type Of = Pick<TestServer, 'database' | 'appDb' | 'clock'>

/**
 * Creates a process that runs periodic jobs on a server's database with its clock. It checks for due jobs only when the
 * test says so.
 */
export function jobProcess({ database, appDb: db, clock }: Of, jobs: readonly PeriodicJob[]): Process {
  const pool = createTestPool({ connectionString: database.appUrl, max: 3 })
  onTestFinished(() => pool.end())
  const stopping = new AbortController()
  const warnings: string[] = []
  const warn = (error: unknown, text: string) => void warnings.push(`${text}: ${(error as Error).message}`)
  return {
    runDueJobs: () => doDueJobs({ pool, db, clock: () => clock.now, jobs, warn }, stopping.signal),
    stop: () => stopping.abort(),
    warnings,
  }
}

/** Returns every job of a server as its process runs it. */
export const jobsOfServer = (
  { appDb: db, clock, uploadsDir }: TestServer,
  given: Partial<Pick<JobServices, 'backup' | 'logError' | 'mailer' | 'sms' | 'publish' | 'warn'>> = {},
): PeriodicJob[] =>
  periodicJobs({
    db,
    exportDb: db,
    clock: () => clock.now,
    uploadsDir,
    mailer: undefined,
    sms: undefined,
    backup: undefined,
    publish: () => undefined,
    warn: () => undefined,
    logError: () => undefined,
    ...given,
  })
