import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { uiSentences } from '#shared/lib/ui-sentences.ts'

/** One grey shape; give it the geometry of what comes: `<Skeleton className="h-4 w-24" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={clsx('skeleton', className)} />
}

type SkeletonGroupProps = {
  /** Said to assistive technology, "Loading..." unless told otherwise. */
  label?: string
  className?: string
  children: ReactNode
}

/** The place that is loading. Its shapes appear after 150 ms, so that a fast answer shows none. */
export function SkeletonGroup({ label = uiSentences.loading, className, children }: SkeletonGroupProps) {
  return (
    <div role="status" aria-busy="true" aria-label={label} className={clsx('animate-appear-late', className)}>
      {children}
    </div>
  )
}

/** Cards of the usual size in the caller's grid: clients (8), figures (4). */
export function SkeletonCards({ count, className }: { count: number; className?: string }) {
  return (
    <SkeletonGroup className={className}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="space-y-3 rounded-card border border-line bg-surface p-5">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-8 w-36" />
          <Skeleton className="h-3 w-28" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
