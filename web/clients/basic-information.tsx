import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ClientDetail } from '#shared/clients/contract.ts'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { formatDate } from '#shared/lib/manila-time.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { LogInLine } from './log-in-line.tsx'

type BasicInformationProps = { client: ClientDetail; onEdit: () => void }

export function BasicInformation({ client, onEdit }: BasicInformationProps) {
  const edit = (
    <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={onEdit}>
      {s.edit}
    </Button>
  )
  return (
    <SectionCard title={s.basicInformation} aside={edit}>
      <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
        <Line label={s.name}>{client.name}</Line>
        <Line label={s.email}>{client.email ?? s.notAvailable}</Line>
        <Line label={s.contact}>{client.contact_number ?? s.notAvailable}</Line>
        <Line label={s.joined}>
          <time dateTime={client.joined_at}>{formatDate(client.joined_at.slice(0, 10))}</time>
        </Line>
        <LogInLine client={client} />
      </dl>
    </SectionCard>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="tnum font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

export function BasicInformationSkeleton() {
  return (
    <SkeletonGroup className="space-y-4 rounded-card border border-line bg-surface p-5">
      <Skeleton className="h-5 w-40" />
      {[1, 2, 3, 4, 5].map((line) => (
        <div key={line} className="space-y-2">
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-4 w-44" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
