import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { statusTone } from './status-tone.ts'

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
