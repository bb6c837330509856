import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A subtitle without visible text that takes up its line, so that nothing moves when the text arrives. */
export const EMPTY_SUBTITLE = '\u00a0'

type PageHeaderProps = {
  title: string
  /** A secondary line below the title, such as the clock, a count or "Last updated". */
  subtitle?: ReactNode
  /** Buttons on the right, primary one last. */
  actions?: ReactNode
  className?: string
}

/** The header of a staff page, with the page's only h1. */
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
