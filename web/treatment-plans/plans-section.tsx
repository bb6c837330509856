import { ListChecks, Pencil, Plus } from 'lucide-react'
import { formatDate } from '#shared/lib/manila-time.ts'
import { treatmentPlansContract, type PlanState, type TreatmentPlan } from '#shared/treatment-plans/contract.ts'
import { treatmentPlanMessages as s } from '#shared/treatment-plans/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, Loaded } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { PlanProgressLines } from './plan-progress.tsx'

const StartPlanDialog = lazyDialog(async () => (await import('./plan-dialog.tsx')).StartPlanDialog)
const EditPlanDialog = lazyDialog(async () => (await import('./plan-dialog.tsx')).EditPlanDialog)

type PlansSectionProps = { clientId: string; name: string; isLocked: boolean }

/** The treatment plans in a chart, running ones first. */
export default function PlansSection({ clientId, name, isLocked }: PlansSectionProps) {
  const read = useRead(treatmentPlansContract.inChart, { params: { id: clientId } }, { failed: s.failedToLoad })
  const start = useDialog(StartPlanDialog, { clientId, name })
  const button = (
    <Button variant="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => start.open({})}>
      {s.start}
    </Button>
  )
  return (
    <Loaded read={read} skeleton="h-96">
      {({ data }) => (
        <section aria-label={s.title} className="space-y-3">
          {!isLocked && data.length > 0 && button}
          {data.length === 0 && (
            <EmptyState icon={ListChecks} title={s.none} body={s.noneHint} action={isLocked ? undefined : button} />
          )}
          {data.map((plan) => (
            <PlanCard key={plan.id} plan={plan} name={name} isLocked={isLocked} />
          ))}
          {start.element}
        </section>
      )}
    </Loaded>
  )
}

const tones: Record<PlanState, Tone> = { running: 'primary', completed: 'success', ended: 'neutral' }

type PlanCardProps = { plan: TreatmentPlan; name: string; isLocked: boolean }

function PlanCard({ plan, name, isLocked }: PlanCardProps) {
  return (
    <Card className="space-y-3 p-5">
      <Badge tone={tones[plan.state]}>{s.states[plan.state]}</Badge>
      <PlanProgressLines plan={plan} />
      {plan.goal && <p className="whitespace-pre-line wrap-anywhere">{plan.goal}</p>}
      <p className="text-sm text-ink-2">{s.since(formatDate(plan.started_on), plan.started_by)}</p>
      {!isLocked && <PlanActions plan={plan} name={name} />}
    </Card>
  )
}

const reread = [treatmentPlansContract.inChart, treatmentPlansContract.ofClient, treatmentPlansContract.due]

function PlanActions({ plan, name }: { plan: TreatmentPlan; name: string }) {
  const edit = useDialog(EditPlanDialog, { plan, name })
  const end = useAction(treatmentPlansContract.setEnded, {
    ask: () => ({
      title: s.endQuestion(plan.service_name),
      body: s.endBody,
      confirmLabel: s.end,
      cancelLabel: s.cancel,
      busyLabel: s.ending,
    }),
    done: s.ended,
    failed: s.notEnded,
    reread,
  })
  const resume = useAction(treatmentPlansContract.setEnded, { done: s.continued, failed: s.notContinued, reread })
  const params = { id: plan.id }
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={() => edit.open({})}>
        {s.edit}
      </Button>
      {plan.state === 'running' && (
        <Button busy={end.busy} onClick={() => void end.run({ params, body: { is_ended: true } })}>
          {s.end}
        </Button>
      )}
      {plan.state === 'ended' && (
        <Button busy={resume.busy} onClick={() => void resume.run({ params, body: { is_ended: false } })}>
          {s.continue}
        </Button>
      )}
      {edit.element}
    </div>
  )
}
