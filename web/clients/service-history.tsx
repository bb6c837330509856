import { Plus, Sparkles } from 'lucide-react'
import type { ClientDetail } from '#shared/clients/contract.ts'
import { clientHistorySentences } from '#shared/clients/history-sentences.ts'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'

type Entry = ClientDetail['services_availed'][number]

type ServiceHistoryProps = { entries: readonly Entry[]; onAdd: () => void }

/** What was done, newest first, and the way to add to it. */
export function ServiceHistory({ entries, onAdd }: ServiceHistoryProps) {
  const aside = (
    <div className="flex items-center justify-between gap-3 max-sm:w-full">
      <Badge tone="primary">{s.services(entries.length)}</Badge>
      <Button icon={<Plus size={18} aria-hidden="true" />} onClick={onAdd}>
        {clientHistorySentences.addTreatment}
      </Button>
    </div>
  )
  return (
    <SectionCard title={s.serviceHistory} aside={aside}>
      {entries.length === 0 ? (
        <EmptyState icon={Sparkles} title={s.noHistory} body={s.noHistoryHint} />
      ) : (
        <ol className="space-y-5 border-l-2 border-line pl-5">
          {entries.map((entry) => (
            <HistoryEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </SectionCard>
  )
}

function HistoryEntry({ entry }: { entry: Entry }) {
  return (
    <li className="relative before:absolute before:top-1.5 before:-left-[calc(1.25rem+6px)] before:size-2.5 before:rounded-full before:bg-primary">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-bold">{entry.service_name}</span>
          <span className="text-ink-2"> – {entry.treatment_name}</span>
        </p>
        <p className="tnum text-sm text-ink-2">
          <time dateTime={entry.date}>{formatShortDate(entry.date)}</time>
          {entry.receipt_number !== null && ` · ${s.receipt(entry.receipt_number)}`}
        </p>
      </div>
      {entry.addons.length > 0 && (
        <div className="mt-1 text-sm text-ink-2">
          <p className="font-semibold">{s.addOns}</p>
          <ul className="list-disc pl-5">
            {entry.addons.map((addOn) => (
              <li key={addOn.addon_id} className="tnum wrap-anywhere">
                {s.timesOf(addOn.addOn_name, addOn.quantity)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  )
}

export function ServiceHistorySkeleton() {
  return (
    <SkeletonGroup className="space-y-5 rounded-card border border-line bg-surface p-5">
      <Skeleton className="h-5 w-40" />
      {[1, 2, 3].map((entry) => (
        <div key={entry} className="space-y-2">
          <Skeleton className="h-4 w-64 max-w-full" />
          <Skeleton className="h-3 w-24" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
