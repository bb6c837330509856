import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { formatClock } from '#shared/lib/manila-time.ts'
import { useNow } from '#web/lib/use-now.ts'

/** The clinic's wall clock, every second. */
export function ManilaClock() {
  const now = useNow()
  return (
    <>
      <time dateTime={now.toISOString()} className="tnum font-semibold text-ink">
        {formatClock(now)}
      </time>{' '}
      {s.manilaTime}
    </>
  )
}
