const HOUR_MS = 3_600_000

/**
 * How far the server's clock may be behind or ahead of the latest time that is known to be right, because the books
 * accepted it. Two weeks are shorter than a month, because a wrong month is the likeliest mistake, and longer than most
 * holidays of a clinic; after a longer break an admin confirms the date.
 */
const MOST_BEHIND_MS = 48 * HOUR_MS
export const MOST_AHEAD_MS = 14 * 24 * HOUR_MS

type ClockProblem = 'behind' | 'ahead'

/**
 * Returns whether the clock is too far behind or ahead of the latest time that the books accepted as right; null when
 * it is neither.
 */
export function clockProblem(now: Date, accepted: Date): ClockProblem | null {
  const ahead = now.getTime() - accepted.getTime()
  if (ahead < -MOST_BEHIND_MS) return 'behind'
  return ahead > MOST_AHEAD_MS ? 'ahead' : null
}

/**
 * True if the stored time that the books accepted last is so old that it should be updated. Most sales do not update
 * it, for speed.
 */
export const isClockStale = (now: Date, accepted: Date): boolean => now.getTime() - accepted.getTime() > HOUR_MS
