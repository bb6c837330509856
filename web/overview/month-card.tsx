import { Progress } from '@base-ui/react/progress'
import { Target } from 'lucide-react'
import { formatPesoShort, toCentavos, type Centavos } from '#shared/lib/money.ts'
import { formatPercent } from '#shared/lib/numbers.ts'
import type { Overview } from '#shared/overview/contract.ts'
import { overviewMessages as s } from '#shared/overview/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const GoalDialog = lazyDialog(async () => (await import('./goal-dialog.tsx')).GoalDialog)

type Month = Overview['month']

/** The month's sales so far, compared with the goal that the owner has set. */
export function MonthCard({ month }: { month: Month }) {
  const edit = useDialog(GoalDialog)
  const { sales, monthly_goal: goal, open_days_left, version } = month
  return (
    <SectionCard
      title={s.month}
      aside={
        <Button
          variant="quiet"
          icon={<Target size={18} aria-hidden="true" />}
          onClick={() => edit.open({ goal: { monthly_goal: goal, version } })}
        >
          {goal === null ? s.setGoal : s.changeGoal}
        </Button>
      }
    >
      <p className="tnum flex flex-wrap items-baseline gap-x-2">
        <b className="text-2xl leading-tight font-extrabold tracking-tight">{formatPesoShort(toCentavos(sales))}</b>
        {goal !== null && <span className="text-ink-2">{s.goalOf(formatPesoShort(toCentavos(goal)))}</span>}
      </p>
      {goal === null ? (
        <p className="mt-2 text-ink-2">
          <b className="block font-semibold text-ink">{s.noGoal}</b>
          {s.noGoalHint}
        </p>
      ) : (
        <GoalProgress sold={toCentavos(sales)} goal={toCentavos(goal)} days={open_days_left} />
      )}
      <p className="mt-4 text-sm text-ink-2">{s.monthMeans}</p>
      {edit.element}
    </SectionCard>
  )
}

type GoalProgressProps = { sold: Centavos; goal: Centavos; days: number }

/** Shows how much of the goal the sales have reached, and what is left for each open day, rounded up to whole pesos. */
function GoalProgress({ sold, goal, days }: GoalProgressProps) {
  const percent = formatPercent(Math.floor((sold * 100) / goal))
  const left = goal - sold
  const perDay = Math.ceil(left / Math.max(1, days) / 100) * 100
  return (
    <Progress.Root
      aria-label={s.month}
      value={Math.max(0, Math.min(100, (sold * 100) / goal))}
      getAriaValueText={() => s.goalProgress(percent)}
      className="mt-3 space-y-2"
    >
      <Progress.Track className="block h-2.5 overflow-hidden rounded-full bg-surface-3">
        <Progress.Indicator className="block h-full rounded-full bg-primary" />
      </Progress.Track>
      <p className="tnum font-semibold">{s.goalProgress(percent)}</p>
      {left <= 0 ? (
        <p className="tnum text-ink-2">{s.goalReached(formatPesoShort(-left))}</p>
      ) : (
        <p className="tnum text-ink-2">
          {`${s.toGo(formatPesoShort(left))} · ${days === 0 ? s.noDaysLeft : s.perDay(formatPesoShort(perDay), days)}`}
        </p>
      )}
    </Progress.Root>
  )
}
