const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The pauses between tries to send an event: after the first, second, … failure in a row; the last pause repeats. */
const BACK_OFF_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
]

/** If every try fails for this long, the event is not sent any more, and its webhook is switched off. */
const GIVE_UP_MS = 72 * HOUR_MS

type Failures = { failures: number; since: Date; now: Date }

/**
 * Returns the time of the next attempt to send an event after some failures in a row; null when they have lasted three
 * days. The last attempt is exactly three days after the first failure.
 */
export function nextTryAfter({ failures, since, now }: Failures): Date | null {
  const end = since.getTime() + GIVE_UP_MS
  if (now.getTime() >= end) return null
  const pause = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length) - 1]!
  return new Date(Math.min(now.getTime() + pause, end))
}
