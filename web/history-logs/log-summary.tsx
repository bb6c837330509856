import { FileClock, Pencil, Plus, Trash2 } from 'lucide-react'
import type { historyLogsContract } from '#shared/history-logs/contract.ts'
import { historyLogSentences as s } from '#shared/history-logs/sentences.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { StatCard } from '#web/ui/stat-card.tsx'

type Summary = Output<typeof historyLogsContract.list>['summary']

/** The counts of everything the filter leaves, not of the page on the screen; a dash where they could not be loaded. */
export function LogSummary({ summary, loading }: { summary: Summary | undefined; loading: boolean }) {
  const card = { loading }
  const count = (value: number | undefined) => value?.toLocaleString('en-PH') ?? '—'
  return (
    <section aria-label={s.summary}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
        <StatCard {...card} label={s.total} value={count(summary?.total)} icon={FileClock} />
        <StatCard {...card} label={s.created} value={count(summary?.created)} icon={Plus} />
        <StatCard {...card} label={s.updated} value={count(summary?.updated)} icon={Pencil} />
        <StatCard {...card} label={s.deleted} value={count(summary?.deleted)} icon={Trash2} />
      </dl>
    </section>
  )
}
