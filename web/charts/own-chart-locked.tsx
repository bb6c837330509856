import { Lock } from 'lucide-react'
import { ownChartLockMessages as s } from '#shared/charts/own-chart-messages.ts'
import { usePerson } from '#web/lib/session/session.ts'

/** True while the person's account does not open their own chart, because no admin has confirmed the account. */
export const useIsOwnChartLocked = (): boolean => usePerson().is_own_chart_locked === true

/** Says what the person must do to see their own chart; shown instead of each part of the chart. */
export function OwnChartLocked() {
  return (
    <div role="note" className="flex gap-3 rounded-card bg-surface-2 p-4">
      <Lock size={18} className="mt-0.5 shrink-0 text-ink-2" aria-hidden="true" />
      <div>
        <p className="font-semibold">{s.title}</p>
        <p className="text-sm text-ink-2">{s.awaitsConfirmation}</p>
      </div>
    </div>
  )
}
