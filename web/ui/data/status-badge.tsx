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

/** The tone of a status of the wire, for badges, calendar chips and legends; grey when unknown. */
export const statusTone = (status: string): Tone => tones[status] ?? 'neutral'

type StatusBadgeProps = {
  /** The word of the wire: pending, confirmed, on-going, completed, resched, cancelled; anything else is grey. */
  status: string
  /** The word people read. */
  children: ReactNode
}

/** The status of an appointment; cancelled is struck through. */
export function StatusBadge({ status, children }: StatusBadgeProps) {
  return (
    <Badge tone={statusTone(status)} struck={status === 'cancelled'}>
      {children}
    </Badge>
  )
}
