const DAY_MS = 86_400_000

/**
 * How many days old data is kept. Data with its own expiry (a session, a link, a slot reservation) is deleted soon
 * after it. `docs/operations.md` and the privacy notice state the same numbers.
 */
const RETENTION_DAYS = {
  /** Responses stored for repeated requests. */
  answers: 30,
  countedTries: 1,
  /** Messages that were sent or failed. */
  messages: 183,
  /** Closed entries of the waitlist. */
  waitlist: 183,
  /** Queues of walk-ins. */
  walkIns: 183,
  /** Results of backups. */
  backupRuns: 366,
  /** Pictures in no draft and no version of the website; until then their removal can be undone. */
  websitePictures: 30,
  /** Files of chart photos that belong to no photo. */
  chartFiles: 1,
  /** The rows of imported files; until then an import can be undone. */
  imports: 30,
  /** Events that were or could not be sent to other programs. */
  webhooks: 30,
  /** Jobs that failed for good or whose process died. */
  deadJobs: 7,
} as const

/** Data older than this instant is deleted. */
export const retainedSince = (what: keyof typeof RETENTION_DAYS, now: Date): Date =>
  new Date(now.getTime() - RETENTION_DAYS[what] * DAY_MS)
