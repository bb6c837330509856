import { UserX } from 'lucide-react'
import { visitContract } from '#shared/appointments/visit-contract.ts'
import { visitMessages as s } from '#shared/appointments/board/visit-messages.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { useRead } from '#web/data/use-read.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Marks a client who has missed visits, where staff book for them. */
export function NoShowMark({ clientId }: { clientId: string }) {
  const { data } = useRead(visitContract.noShows, { params: { id: clientId } })
  if (!data?.data.last_date) return null
  const { no_shows, last_date } = data.data
  return (
    <p role="status">
      <Badge tone="warning" icon={<UserX size={14} aria-hidden="true" />}>
        {s.noShowMark(no_shows, formatShortDate(last_date))}
      </Badge>
    </p>
  )
}
