const DAY_MS = 86_400_000

/**
 * How many days old data is kept. Data with its own expiry (a session, a link, a slot reservation) is deleted soon
 * after this expiry. `docs/operations.md` and the privacy notice state the same numbers.
 */
const RETENTION_DAYS = {
  /** How many days the response to a call is kept for a repeated request. */
  answers: 30,
  countedTries: 1,
  /** How many days messages are kept after they were sent or failed. */
  messages: 183,
  /** How many days closed entries of the waitlist are kept. */
  waitlist: 183,
  /** How many days the queue of a day's walk-ins is kept. */
  walkIns: 183,
  /** How many days the results of backups are kept. */
  backupRuns: 366,
  /**
   * How many days pictures are kept that are in no draft and no version of the website; until then their removal can be
   * undone.
   */
  websitePictures: 30,
  /** How many days a file in the folder of chart photos is kept that belongs to no photo. */
  chartFiles: 1,
  /** How many days the rows of imported files are kept; until then an import can be undone. */
  imports: 30,
  /**
   * How many days events for webhooks are kept after they were sent to another program, or after sending them has
   * failed.
   */
  webhooks: 30,
  /** How many days jobs are kept that failed for good or whose process died. */
  deadJobs: 7,
} as const

/** Data older than this instant is deleted. */
export const retainedSince = (what: keyof typeof RETENTION_DAYS, now: Date): Date =>
  new Date(now.getTime() - RETENTION_DAYS[what] * DAY_MS)
