const DAY_MS = 86_400_000

/**
 * For how many days things are kept that tell nothing any more. Whatever names its own end (a log-in, a link, a held time)
 * goes soon after it. `docs/operations.md` and the privacy notice say the same.
 */
const KEPT_DAYS = {
  /** What was answered to a change, for whoever sends it again. */
  answers: 30,
  countedTries: 1,
  /** The history of messages. */
  messages: 183,
  /** Entries of the waitlist that are over. */
  waitlist: 183,
  /** What became of the backups. */
  backupRuns: 366,
  /** Pictures that no draft and no version of the website shows: whatever took them away can be undone. */
  websitePictures: 30,
  /** Jobs that were given up, or that the process has not survived. */
  deadJobs: 7,
} as const

/** What is older than this is kept no longer. */
export const keptSince = (what: keyof typeof KEPT_DAYS, now: Date): Date =>
  new Date(now.getTime() - KEPT_DAYS[what] * DAY_MS)
