import type { Tone } from '#web/ui/tone.ts'
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'

const tones: Record<string, Tone> = {
  pending: 'warning',
  confirmed: 'primary',
  'on-going': 'violet',
  completed: 'success',
  resched: 'info',
  cancelled: 'neutral',
}

/** The tone of an appointment's status, for badges, calendar entries and legends; grey if unknown. */
export const statusTone = (status: string): Tone => tones[status] ?? 'neutral'

type StatusBadgeProps = {
  /** The API's status: pending, confirmed, on-going, completed, resched, cancelled; others are grey. */
  status: string
  /** The displayed text. */
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
