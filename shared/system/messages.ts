import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber } from '#shared/lib/numbers.ts'

/** The texts of Settings → System and of `npm run doctor`. */
export const systemMessages = defineMessages('system', {
  title: 'System',
  subtitle: 'What the server of your clinic needs to go on working',
  failedToLoad: 'Failed to check the system. Please try again.',
  refresh: 'CHECK AGAIN',
  version: (version: string) => `Mutya ${version}`,
  checkedAt: (time: string) => `Checked ${time}`,
  states: { ok: 'OK', warning: 'Look at this', problem: 'Act on this' },
  names: {
    disk: 'Disk',
    clock: 'Clock',
    database: 'Database',
    mail: 'E-mail',
    push: 'Notifications on devices',
    backups: 'Backups',
    copies: 'Copies of backups',
    trial: 'Trial restore',
    proxy: 'Proxy',
    versions: 'Versions',
  },

  diskOk: (gigabytes: number) => `${formatNumber(gigabytes)} GB are free.`,
  diskLow: (folder: string, gigabytes: number) =>
    `Only ${formatNumber(gigabytes)} GB are free in ${folder}. Delete old files or get a larger disk before Mutya stops saving.`,
  clockOk: 'The clocks of the server, the database and the push services agree.',
  clockAlone: 'The clock agrees with the database. There is no other clock to compare it with.',
  clockWrong: (seconds: number, other: string) =>
    `The server’s clock is ${formatNumber(seconds)} seconds away from the clock of ${other}. Switch automatic time on (timedatectl set-ntp true).`,
  databaseClock: 'the database',
  databaseOk: (version: string, ms: number) => `PostgreSQL ${version} answers within ${formatNumber(ms)} ms.`,
  databaseSlow: (version: string, ms: number) =>
    `PostgreSQL ${version} needs ${formatNumber(ms)} ms for an answer. Sales take too long. Move the database nearer to Mutya.`,
  databaseAway: (reason: string) => `The database cannot be used: ${reason}`,
  notMigrated: 'The database has not been brought up to date. Start this version of Mutya once.',
  unknown: 'Unknown while the database cannot be used.',
  mailOk: 'The mail server accepts the log-in.',
  mailOff: 'E-mails are off. Set up a mail account in Settings → E-mail.',
  pushNone: 'No device has notifications switched on.',
  pushOk: 'The push services of all devices answer.',
  pushAway: (hosts: string) =>
    `These push services do not answer: ${hosts}. Let the server reach them by https (port 443).`,
  backupsOff: 'No daily backups are made. Set BACKUP_DIR to a folder on another disk, and start Mutya again.',
  backupsNotWritable: (folder: string) =>
    `Mutya cannot write to ${folder}. Make the folder, or give Mutya’s user the right to write to it.`,
  backupNone: 'No backup has been made yet. The first one is made tonight.',
  backupLate: (time: string) =>
    `The last good backup is from ${time}. Look into History Logs for the reason, or run “npm run backup”.`,
  backupOk: (time: string) => `The last good backup is from ${time}.`,
  copiesOff:
    'Backups are not copied to a second place. Set BACKUP_COPY_DIR or BACKUP_S3_ENDPOINT, and start Mutya again.',
  copyNone: (place: string) =>
    `No backup has been copied to ${place} yet. A copy is made within an hour after a backup.`,
  copyLate: (place: string, time: string) =>
    `The newest backup in ${place} is from ${time}. Look for “the backups could not be copied” in the log.`,
  copySilent: (place: string) => `${place} does not answer. Check whether the server can reach it.`,
  copySameDisk: (place: string) =>
    `${place} is on the same disk as the backups. Connect the other disk, or choose a folder on it.`,
  copyNotEncrypted: (place: string) =>
    `Backups are copied to ${place} without encryption. Set BACKUP_PASSPHRASE, and start Mutya again.`,
  copyOk: (place: string, time: string) => `The newest backup in ${place} is from ${time}.`,
  trialNone: 'No backup has been tested by restoring it yet. Mutya does this each Sunday at 3:00 AM.',
  trialFailed: (time: string, reason: string) => `The backup could not be restored on ${time}. ${reason}`,
  trialLate: (time: string) =>
    `A backup was last tested by restoring it on ${time}. Look for “the job try-backup failed” in the log.`,
  trialOk: (time: string) => `The backup was restored and compared without a difference on ${time}.`,
  proxyNone: 'Browsers connect to Mutya directly, without a proxy server in between.',
  proxyOk: 'Mutya knows its proxy.',
  proxyNotTrusted:
    'All visitors seem to come from one address. Set TRUSTED_PROXY to the address of the proxy, and start Mutya again.',
  versionsOk: (mutya: string, node: string) => `Mutya ${mutya} on Node.js ${node}.`,
  nodeOld: (mutya: string, node: string) =>
    `Mutya ${mutya} runs on Node.js ${node}, which gets no security updates any more. Install Node.js 24.`,
})
