import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A subtitle that reserves its line while it is empty. */
export const EMPTY_SUBTITLE = '\u00a0'

type PageHeaderProps = {
  title: string
  /** A secondary line below: the clock, a count, "Last updated". */
  subtitle?: ReactNode
  /** Buttons on the right, primary one last. */
  actions?: ReactNode
  className?: string
}

/** A staff page's header with its only h1. */
export function PageHeader({ title, subtitle, actions, className }: PageHeaderProps) {
  return (
    <div className={clsx('flex flex-wrap items-center gap-x-4 gap-y-3', className)}>
      <div className="min-w-48 flex-1">
        <h1 className="text-2xl font-bold tracking-tight">{title}</h1>
        {subtitle && <div className="tnum text-sm text-ink-2">{subtitle}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">{actions}</div>}
    </div>
  )
}
