import { requestMessages as s } from '#shared/appointments/request-messages.ts'

const MINUTE_MS = 60_000

/** How long something has waited, in its largest unit: `just now`, `12 min`, `3 h`, `2 days`. */
export function formatWait(since: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(since).getTime()) / MINUTE_MS)
  if (minutes < 1) return s.justNow
  if (minutes < 60) return s.waitedMinutes(minutes)
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return s.waitedHours(hours)
  return s.waitedDays(Math.floor(hours / 24))
}
