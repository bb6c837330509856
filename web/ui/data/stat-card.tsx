import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton, SkeletonGroup } from './skeleton.tsx'
import { toneText, type Tone } from '#web/ui/tone.ts'

type StatCardProps = {
  label: string
  value: ReactNode
  /** The line below, such as a trend. While loading, any value but undefined reserves its space. */
  note?: ReactNode
  noteTone?: Tone
  icon?: LucideIcon
  loading?: boolean
  className?: string
}

/** One figure. Several are in a `<dl>`: the card is a `div` with term and definitions. */
export function StatCard({ label, value, note, noteTone = 'neutral', icon: Icon, loading, className }: StatCardProps) {
  return (
    <div className={clsx('min-w-0 rounded-card border border-line bg-surface p-5', className)}>
      <dt className="flex items-center justify-between gap-2 text-sm font-semibold text-ink-2">
        {label}
        {Icon && <Icon size={19} strokeWidth={1.7} className="shrink-0 text-gold-ink" aria-hidden="true" />}
      </dt>
      {loading ? (
        <dd className="mt-3">
          <SkeletonGroup className="space-y-2">
            <Skeleton className="h-7 w-36 max-w-full" />
            {note !== undefined && <Skeleton className="h-5 w-28 max-w-full" />}
          </SkeletonGroup>
        </dd>
      ) : (
        <>
          <dd className="tnum mt-3 text-3xl leading-none font-extrabold tracking-tight wrap-anywhere">{value}</dd>
          {note && <dd className={clsx('tnum mt-2 text-sm font-medium', toneText[noteTone])}>{note}</dd>}
        </>
      )}
    </div>
  )
}
