import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type EmptyStateProps = {
  icon: LucideIcon
  /** The specification's sentence. */
  title: string
  /** What to do about it. */
  body?: ReactNode
  /** The single action, a Button. */
  action?: ReactNode
  className?: string
}

/** An empty list, and what to do about it. */
export function EmptyState({ icon: Icon, title, body, action, className }: EmptyStateProps) {
  return (
    <div className={clsx('flex flex-col items-center px-6 py-12 text-center', className)}>
      <Icon size={24} strokeWidth={1.6} className="text-gold" aria-hidden="true" />
      <p className="mt-3 font-bold">{title}</p>
      {body && <p className="mt-1 max-w-md text-sm text-ink-2">{body}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
