import { Users } from 'lucide-react'
import { ringPercent } from '#shared/dashboard/client-ring.ts'
import { dashboardSentences as s } from '#shared/dashboard/sentences.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Ring } from '#web/ui/ring.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import type { ClientCounts } from './use-dashboard.ts'

/** How many clients this month has seen, beside last month. */
export function ClientAnalytics({ clients, className }: { clients: ClientCounts; className?: string }) {
  return (
    <SectionCard title={s.clientAnalytics} className={className}>
      {clients && <Months clients={clients} />}
      {clients === undefined && <Loading />}
      {clients === null && <EmptyState icon={Users} title={s.notLoaded} className="min-h-82 justify-center" />}
    </SectionCard>
  )
}

function Months({ clients }: { clients: NonNullable<ClientCounts> }) {
  const { catered_clients_this_month: present, catered_clients_last_month: last } = clients
  const percent = ringPercent(present, last)
  return (
    <>
      <Ring percent={percent} caption={s.ofLastMonth} label={s.catered(present, last, Math.round(percent))} />
      <dl className="tnum mt-5 grid grid-cols-2 gap-3 text-center">
        <div className="flex flex-col-reverse rounded-card bg-primary-soft p-3 text-primary-ink">
          <dt className="text-sm">{s.thisMonth}</dt>
          <dd className="text-xl font-extrabold">{present.toLocaleString('en-PH')}</dd>
        </div>
        <div className="flex flex-col-reverse rounded-card bg-surface-2 p-3">
          <dt className="text-sm text-ink-2">{s.lastMonth}</dt>
          <dd className="text-xl font-extrabold">{last.toLocaleString('en-PH')}</dd>
        </div>
      </dl>
      <p className="mt-3 text-center text-sm text-ink-2">{s.cateredHint}</p>
    </>
  )
}

function Loading() {
  return (
    <SkeletonGroup className="space-y-5">
      <Skeleton className="mx-auto size-48 rounded-full!" />
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-18 rounded-card!" />
        <Skeleton className="h-18 rounded-card!" />
      </div>
      <Skeleton className="mx-auto h-5 w-3/4" />
    </SkeletonGroup>
  )
}
