import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { toneText, type Tone } from '#web/ui/tone.ts'
import { Skeleton, SkeletonGroup } from './data/load-states.tsx'

/** A plain bordered surface; staff cards have no shadow. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('rounded-card border border-line bg-surface', className)} />
}

type SectionCardProps = {
  title: ReactNode
  /** Content beside the title, such as a count or a button. */
  aside?: ReactNode
  children: ReactNode
  className?: string
  /** Classes of the body; `p-0` lets a table reach the edges. */
  bodyClassName?: string
}

/** A titled section, which is a landmark for assistive technology. */
export function SectionCard({ title, aside, children, className, bodyClassName = 'px-5 pb-5' }: SectionCardProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={clsx('rounded-card border border-line bg-surface', className)}>
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3">
        <h2 id={titleId} className="min-w-0 flex-1 text-lg font-bold">
          {title}
        </h2>
        {aside}
      </div>
      <div className={bodyClassName}>{children}</div>
    </section>
  )
}

type StatCardProps = {
  label: string
  value: ReactNode
  /** The line below the figure, such as a trend. While loading, any value but undefined reserves its space. */
  note?: ReactNode
  noteTone?: Tone
  icon?: LucideIcon
  loading?: boolean
  className?: string
}

/**
 * A card with one figure, such as today's sales. Several of these cards are in a `<dl>`, so each is a `div` with term
 * and definitions.
 */
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
