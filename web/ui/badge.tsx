import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { toneDot, toneSoft, type Tone } from './tone.ts'

type BadgeProps = {
  tone?: Tone
  /** A coloured dot before the text on a neutral background. */
  dot?: boolean
  icon?: ReactNode
  /** Strikes the text through, such as for something cancelled or voided. */
  struck?: boolean
  className?: string
  children: ReactNode
}

/** A small label; its colour only repeats the text. */
export function Badge({ tone = 'neutral', dot = false, icon, struck = false, className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'tnum inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-xs font-bold whitespace-nowrap',
        dot ? 'bg-surface-2 text-ink' : toneSoft[tone],
        struck && 'line-through',
        className,
      )}
    >
      {dot && <span className={clsx('size-2 rounded-full', toneDot[tone])} aria-hidden="true" />}
      {icon}
      {children}
    </span>
  )
}

const statusTones: Record<string, Tone> = {
  pending: 'warning',
  confirmed: 'primary',
  'on-going': 'violet',
  completed: 'success',
  resched: 'info',
  cancelled: 'neutral',
}

/** The tone of an appointment's status, for badges, calendar entries and legends; grey if unknown. */
export const statusTone = (status: string): Tone => statusTones[status] ?? 'neutral'

type StatusBadgeProps = {
  /** The API's status: pending, confirmed, on-going, completed, resched, cancelled; others are grey. */
  status: string
  /** The displayed name of the status. */
  children: ReactNode
}

/** An appointment's status; cancelled is struck through. */
export function StatusBadge({ status, children }: StatusBadgeProps) {
  return (
    <Badge tone={statusTone(status)} struck={status === 'cancelled'}>
      {children}
    </Badge>
  )
}
