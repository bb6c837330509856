/** The names of the background jobs. */
export const JOB_NAMES = [
  'lapse-visits',
  'offer-times',
  'write-reminders',
  'write-follow-ups',
  'write-package-notices',
  'tell-of-requests',
  'write-summaries',
  'recover-messages',
  'recover-imports',
  'recover-webhooks',
  'clean-up',
  'check-books',
  'check-records',
  'daily-backup',
  'copy-backups',
  'try-backup',
] as const
export type JobName = (typeof JOB_NAMES)[number]
