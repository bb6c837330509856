import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'

/** A grey placeholder with the shape of the content: `<Skeleton className="h-4 w-24" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={clsx('skeleton', className)} />
}

type SkeletonGroupProps = {
  /** The announcement for assistive technology; "Loading..." by default. */
  label?: string
  className?: string
  children: ReactNode
}

/** A loading area. Its placeholders appear after 150 ms, so that a fast response shows none. */
export function SkeletonGroup({ label = uiMessages.loading, className, children }: SkeletonGroupProps) {
  return (
    <div role="status" aria-busy="true" aria-label={label} className={clsx('animate-appear-late', className)}>
      {children}
    </div>
  )
}

/** Placeholder cards of the usual size in the caller's grid: clients (8), figures (4). */
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

/** Placeholder rows with a tile and three lines. */
export function RowSkeletons({ count = 3 }: { count?: number }) {
  return (
    <SkeletonGroup>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex items-center gap-4 border-t border-line py-4 first:border-t-0 first:pt-0">
          <Skeleton className="size-14 rounded-card!" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3 w-1/3" />
            <Skeleton className="h-3 w-2/3" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
