import { CircleCheck, ScanSearch, ShieldQuestion, TriangleAlert } from 'lucide-react'
import { clsx } from 'clsx'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { booksContract, type BooksCheck } from '#shared/reports/books-contract.ts'
import { booksMessages as s } from '#shared/reports/books-messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState, Loaded } from '#web/ui/data/load-states.tsx'

/** The result of the last check of the books, with a button to run one. */
export function BooksCheckCard() {
  const read = useRead(booksContract.lastCheck, {}, { failed: s.checkNotLoaded })
  const { run, busy } = useAction(booksContract.checkBooks, {
    failed: s.checkFailed,
    reread: [booksContract.lastCheck, dashboardContract.monthlySales],
  })
  return (
    <SectionCard
      title={s.books}
      aside={
        <Button
          icon={<ScanSearch size={18} aria-hidden="true" />}
          onClick={() => void run({})}
          busy={busy}
          busyLabel={s.checking}
          className="max-sm:w-full"
        >
          {s.checkNow}
        </Button>
      }
      bodyClassName="space-y-4 px-5 pb-5"
    >
      <p className="max-w-prose text-sm text-ink-2">{s.booksHint}</p>
      <Loaded read={read} label={s.books} skeleton="h-24">
        {({ data }) => (data ? <Result check={data} /> : <EmptyState icon={ShieldQuestion} title={s.neverChecked} />)}
      </Loaded>
    </SectionCard>
  )
}

const whenOf = ({ checked_at, checked_by }: BooksCheck) =>
  checked_by === null ? s.checkedAtNight(formatInstant(checked_at)) : s.checkedBy(formatInstant(checked_at), checked_by)

const COUNTS = ['documents', 'days', 'series', 'shifts', 'readings'] as const

function Result({ check }: { check: BooksCheck }) {
  const { counts, finding_count, findings } = check
  const isClean = finding_count === 0
  const Icon = isClean ? CircleCheck : TriangleAlert
  return (
    <>
      <div
        role="status"
        className={clsx(
          'flex gap-3 rounded-card px-4 py-3 text-sm',
          isClean ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger',
        )}
      >
        <Icon size={20} className="mt-0.5 shrink-0" aria-hidden="true" />
        <div className="min-w-0">
          <p className="font-bold">{isClean ? s.clean : s.found(finding_count)}</p>
          <p>{whenOf(check)}</p>
        </div>
      </div>
      {!isClean && <Findings all={finding_count} findings={findings} />}
      <dl aria-label={s.checked} className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
        {COUNTS.map((name) => (
          <div key={name} className="flex flex-col-reverse rounded-card bg-surface-2 px-4 py-3">
            <dt className="text-sm text-ink-2">{s.counts[name]}</dt>
            <dd className="tnum text-xl font-extrabold">{formatNumber(counts[name])}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Findings({ all, findings }: { all: number; findings: readonly string[] }) {
  return (
    <div className="text-sm">
      <p className="max-w-prose font-semibold">{s.foundHint}</p>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        {findings.map((finding, index) => (
          // Two findings may have the same text, and the list is never reordered, so the index is the key.
          <li key={index} className="wrap-anywhere">
            {finding}
          </li>
        ))}
        {all > findings.length && <li>{s.more(all - findings.length)}</li>}
      </ul>
    </div>
  )
}
