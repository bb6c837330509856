import { overviewContract as contract } from '#shared/overview/contract.ts'
import { summaryMessages as s } from '#shared/overview/summary-messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel, Skeleton } from '#web/ui/data/load-states.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'

/** An admin's own choice whether the figures of each day come by e-mail. */
export function DailySummaryCard() {
  const { data, failure } = useRead(contract.ownSummary, {}, { failed: s.notLoaded })
  const { run, busy } = useAction((is_on: boolean) => api(contract.chooseSummary, { body: { is_on } }), {
    done: (_, is_on) => (is_on ? s.on : s.off),
    failed: s.notSaved,
    reread: [contract.ownSummary],
  })
  return (
    <SectionCard title={s.title} bodyClassName="space-y-3 px-5 pb-5">
      {failure && <ErrorPanel {...failure} />}
      {data ? (
        <Switch
          label={s.switch}
          detail={s.hint}
          checked={data.data.is_on}
          disabled={busy}
          onChange={(is_on) => void run(is_on)}
        />
      ) : (
        !failure && <Skeleton className="h-24" />
      )}
      {data?.data.sends_email === false && <p className="text-sm text-ink-2">{s.noMailServer}</p>}
    </SectionCard>
  )
}
