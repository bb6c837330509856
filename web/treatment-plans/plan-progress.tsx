import { formatDate } from '#shared/lib/manila-time.ts'
import type { PlanProgress } from '#shared/treatment-plans/contract.ts'
import { treatmentPlanMessages as s } from '#shared/treatment-plans/messages.ts'
import { useToday } from '#web/lib/use-now.ts'

/** Says when the next session of a treatment plan is due or booked, or when the last one was if none is to come. */
function useNextLine({ state, due_on, booked_for, last_done_on }: PlanProgress): string | null {
  const today = useToday()
  if (state === 'running' && booked_for !== null) return s.booked(formatDate(booked_for))
  if (due_on !== null) return due_on <= today ? s.overdue(formatDate(due_on)) : s.nextDue(formatDate(due_on))
  return last_done_on === null ? null : s.lastDone(formatDate(last_done_on))
}

/** How far a treatment plan is, in words and as a bar, and when its next session is due. */
export function PlanProgressLines({ plan }: { plan: PlanProgress }) {
  const next = useNextLine(plan)
  const words = s.progress(plan.done, plan.sessions)
  return (
    <div className="min-w-0 space-y-1.5">
      <p className="font-bold wrap-anywhere">{plan.service_name}</p>
      <p className="tnum text-sm text-ink-2">
        {words} · {s.interval(plan.interval_count, plan.interval_unit)}
      </p>
      <div
        role="progressbar"
        aria-label={words}
        aria-valuemin={0}
        aria-valuemax={plan.sessions}
        aria-valuenow={plan.done}
        className="h-2.5 overflow-hidden rounded-full bg-surface-3"
      >
        <div className="h-full rounded-full bg-primary" style={{ width: `${(100 * plan.done) / plan.sessions}%` }} />
      </div>
      {next && <p className="tnum text-sm">{next}</p>}
    </div>
  )
}
