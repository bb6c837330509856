import { EXPIRED_AT_ONCE, cancelExpiredFirstVisits } from '#server/appointments/first-visit.ts'
import { storeRecordCheck } from '#server/charts/public.ts'
import { copyBackups, type CopyOptions } from '#server/backup/copy-backups.ts'
import { backUp, type DailyBackupOptions } from '#server/backup/daily-backup.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { recoverClinicImports } from '#server/clinic-imports/public.ts'
import { recoverImports } from '#server/imports/public.ts'
import { recoverMessages } from '#server/messages/outbox/outbox.ts'
import { tryBackup, type TrialOptions } from '#server/backup/try-backup.ts'
import type { Database } from '#server/db/pool.ts'
import { inSnapshot, inTransaction } from '#server/db/transactions.ts'
import type { HubEvent } from '#server/lib/hub-event.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { channelsOf, type MessageServices } from '#server/messages/deliver.ts'
import { writeDailySummaries } from '#server/messages/daily-summaries.ts'
import {
  writeFollowUps,
  writePackageNotices,
  writeReminders,
  writeRequestAlert,
} from '#server/messages/due-messages.ts'
import { storeNightlyCheck, recountBooks } from '#server/reports/check-books.ts'
import { offerFreeTimes } from '#server/waitlist/offer-runner.ts'
import { NO_CHANNELS } from '#shared/messages/message-types.ts'
import { recoverWebhooks } from '#server/webhooks/public.ts'
import { checkRecords } from './check-records.ts'
import { cleanUp } from './clean-up.ts'
import type { PeriodicJob, Schedule } from './periodic-jobs.ts'

type Publish = (events: HubEvent[]) => void

export type JobServices = Pick<MessageServices, 'db' | 'clock' | 'mailer' | 'sms'> & {
  /** A pool with a long statement timeout, because the nightly checks read all documents and signed records. */
  exportDb: Database
  uploadsDir: string
  /** If undefined, no scheduled backups are made. */
  backup: (Omit<DailyBackupOptions & CopyOptions & TrialOptions, 'db' | 'warn'> & { hour: number }) | undefined
  /** Notifies the pages of all processes. */
  publish: Publish
  warn: (error: unknown, text: string) => void
  /** Writes to the server's log as an error. */
  logError: (details: object, text: string) => void
}

/** Cancels first visits that were not confirmed in time, a few in each transaction, and notifies all pages. */
export async function expireFirstVisits(
  db: Database,
  now: Date,
  publish: Publish,
  channels = NO_CHANNELS,
): Promise<number> {
  let all = 0
  for (;;) {
    const expired = await inTransaction(db, (tx) => cancelExpiredFirstVisits(tx, now, channels))
    if (expired > 0) publish([{ name: 'AppointmentBooked' }])
    all += expired
    if (expired < EXPIRED_AT_ONCE) return all
  }
}

const EACH_MINUTE: Schedule = { everyMinutes: 1 }
const EACH_HOUR: Schedule = { everyMinutes: 60 }
const SUNDAY_NIGHT: Schedule = { weeklyOn: 0, at: '03:00:00' }

/** Jobs that change visits or notify clients. */
const visitJobs = (services: JobServices): PeriodicJob[] => {
  const { db, clock, publish, warn } = services
  const channels = channelsOf(services)
  const waitlist = { db, clock, limits: defaultLimits.waitlist, channels, publish, warn }
  return [
    { name: 'lapse-visits', schedule: EACH_MINUTE, run: (now) => expireFirstVisits(db, now, publish, channels) },
    { name: 'offer-times', schedule: EACH_MINUTE, run: () => offerFreeTimes(waitlist) },
    { name: 'write-reminders', schedule: EACH_MINUTE, run: (now) => writeReminders(db, channels, now) },
    {
      name: 'write-follow-ups',
      schedule: EACH_MINUTE,
      run: (now) => writeFollowUps(db, { branchId: MAIN_BRANCH_ID, channels, now }),
    },
    {
      name: 'write-package-notices',
      schedule: EACH_MINUTE,
      run: (now) => writePackageNotices(db, { branchId: MAIN_BRANCH_ID, channels, now }),
    },
    {
      name: 'tell-of-requests',
      schedule: EACH_MINUTE,
      run: (now) => writeRequestAlert(db, channels, MAIN_BRANCH_ID, now),
    },
    {
      name: 'write-summaries',
      schedule: EACH_MINUTE,
      run: (now) => inTransaction(db, (tx) => writeDailySummaries(tx, { branchId: MAIN_BRANCH_ID, channels, now })),
    },
    {
      name: 'recover-messages',
      schedule: EACH_MINUTE,
      run: (now) => inTransaction(db, (tx) => recoverMessages(tx, now)),
    },
  ]
}

async function checkBooksNightly({ db, exportDb, logError }: JobServices, now: Date): Promise<void> {
  const branchId = MAIN_BRANCH_ID
  const result = await inSnapshot(exportDb, (tx) => recountBooks(tx, branchId, now))
  await storeNightlyCheck((work) => inTransaction(db, work), { branchId, now, result }, logError)
}

/**
 * Stores the result of the check of signed records. Fails if a record does not match, so that the dashboard reports the
 * failed job.
 */
async function checkRecordsNightly({ db, exportDb, logError }: JobServices, now: Date): Promise<void> {
  const branchId = MAIN_BRANCH_ID
  const result = await inSnapshot(exportDb, (tx) => checkRecords(tx, branchId))
  await inTransaction(db, (tx) => storeRecordCheck(tx, branchId, now, result))
  if (result.findings.length === 0) return
  const records = result.findings.map(({ records: kind, problem, id }) => ({ kind, problem, id }))
  logError({ records }, 'signed records do not match what was signed')
  throw new Error('signed records do not match what was signed')
}

/** Returns a full hour as a time, such as `04:00:00` for 4. */
const hourOf = (hour: number) => `${String(hour).padStart(2, '0')}:00:00`

/** The jobs of a clinic with a folder of backups. */
function backupJobs(backup: NonNullable<JobServices['backup']>, services: Pick<JobServices, 'db' | 'warn'>) {
  const options = { ...backup, ...services }
  const jobs: PeriodicJob[] = [
    { name: 'daily-backup', schedule: { dailyAt: hourOf(backup.hour) }, run: (now, end) => backUp(options, now, end) },
  ]
  jobs.push({ name: 'try-backup', schedule: SUNDAY_NIGHT, run: (now, end) => tryBackup(options, now, end) })
  if (backup.stores.length > 0)
    jobs.push({ name: 'copy-backups', schedule: EACH_HOUR, run: (now, end) => copyBackups(options, now, end) })
  return jobs
}

/** Every periodic job of Mutya. */
export function periodicJobs(services: JobServices): PeriodicJob[] {
  const { db, uploadsDir, backup, warn } = services
  return [
    ...visitJobs(services),
    {
      name: 'recover-imports',
      schedule: EACH_MINUTE,
      run: async () => {
        await recoverImports(services)
        await recoverClinicImports(services)
      },
    },
    { name: 'recover-webhooks', schedule: EACH_MINUTE, run: () => recoverWebhooks(services) },
    { name: 'clean-up', schedule: EACH_HOUR, run: (now) => cleanUp(db, now, uploadsDir) },
    { name: 'check-books', schedule: { dailyAt: '02:00:00' }, run: (now) => checkBooksNightly(services, now) },
    { name: 'check-records', schedule: { dailyAt: '02:30:00' }, run: (now) => checkRecordsNightly(services, now) },
    ...(backup ? backupJobs(backup, { db, warn }) : []),
  ]
}
