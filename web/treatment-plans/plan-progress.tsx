import { formatDate } from '#shared/lib/manila-time.ts'
import type { PlanProgress } from '#shared/treatment-plans/contract.ts'
import { treatmentPlanMessages as s } from '#shared/treatment-plans/messages.ts'
import { useToday } from '#web/lib/use-now.ts'

/** When the next session is due or booked; of a plan that is over, its last session. */
function useNextLine({ state, due_on, booked_for, last_done_on }: PlanProgress): string | null {
  const today = useToday()
  if (state === 'running' && booked_for !== null) return s.booked(formatDate(booked_for))
  if (due_on !== null) return due_on <= today ? s.overdue(formatDate(due_on)) : s.nextDue(formatDate(due_on))
  return last_done_on === null ? null : s.lastDone(formatDate(last_done_on))
}

/** How far a plan is, in words and as a bar, and when its next session is due. */
export function PlanProgressLines({ plan }: { plan: PlanProgress }) {
  const next = useNextLine(plan)
  const words = s.progress(plan.done, plan.sessions)
  return (
    <div className="min-w-0 space-y-1.5">
      <p className="font-bold wrap-anywhere">{plan.service_name}</p>
      <p className="tnum text-sm text-ink-2">
        {words} · {s.interval(plan.interval_count, plan.interval_unit)}
      </p>
      <progress max={plan.sessions} value={plan.done} aria-label={words} className="w-full" />
      {next && <p className="tnum text-sm">{next}</p>}
    </div>
  )
}
