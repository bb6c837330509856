import { overviewContract as contract } from '#shared/overview/contract.ts'
import { summaryMessages as s } from '#shared/overview/summary-messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'

/** The switch with which an admin chooses to get a summary of each day by e-mail. */
export function DailySummaryCard() {
  const read = useRead(contract.ownSummary, {}, { failed: s.notLoaded })
  const { run, busy } = useAction((is_on: boolean) => api(contract.chooseSummary, { body: { is_on } }), {
    done: (_, is_on) => (is_on ? s.on : s.off),
    failed: s.notSaved,
    reread: [contract.ownSummary],
  })
  return (
    <SectionCard title={s.title} bodyClassName="space-y-3 px-5 pb-5">
      <Loaded read={read} skeleton="h-24">
        {({ data: { is_on, sends_email } }) => (
          <>
            <Switch
              label={s.switch}
              detail={s.hint}
              checked={is_on}
              disabled={busy}
              onChange={(next) => void run(next)}
            />
            {!sends_email && <p className="text-sm text-ink-2">{s.noMailServer}</p>}
          </>
        )}
      </Loaded>
    </SectionCard>
  )
}
