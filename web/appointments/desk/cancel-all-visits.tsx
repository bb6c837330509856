import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { formatTimeRange } from '#shared/appointments/slots.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { receiptsOf } from './use-cancel-all.ts'
import type { OpenVisits } from './use-open-visits.ts'

type CancelAllVisitsProps = { client: string; open: OpenVisits }

/** What is cancelled together: from when until when, each visit, what stays, and that there is no way back. */
export function CancelAllVisits({ client, open: { visits, paid } }: CancelAllVisitsProps) {
  const [first, last] = [visits[0], visits.at(-1)]
  return (
    <div className="mb-4 space-y-3 text-sm">
      {first && last && (
        <p className="tnum text-ink">
          {s.cancelAllSpan(formatShortDate(first.appointment_date), formatShortDate(last.appointment_date))}
        </p>
      )}
      <ul
        aria-label={s.cancelAllOf(client)}
        // It can be scrolled by keyboard.
        tabIndex={0}
        className="max-h-44 divide-y divide-line overflow-y-auto rounded-card border border-line px-4"
      >
        {visits.map((row) => (
          <li key={row.id} className="py-2">
            <span className="tnum block font-semibold">
              {formatShortDate(row.appointment_date)}, {formatTimeRange(row.appointment_time)}
            </span>
            <span className="block text-ink-2 wrap-anywhere">{row.service_name}</span>
          </li>
        ))}
      </ul>
      {paid.length > 0 && <p className="tnum text-ink-2">{s.paidStay(receiptsOf(paid))}</p>}
      <p className="font-semibold text-danger">{s.cannotBeUndone}</p>
    </div>
  )
}
