import { CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { CancelAllDialog } from './cancel-all-dialog.tsx'
import { useOpenVisits } from './use-open-visits.ts'

/** The way to cancel every open visit of a client; nothing while there is none. */
export function CancelAllButton({ client }: { client: { id: string; name: string } }) {
  const visits = useOpenVisits(client.id)
  const [asked, setAsked] = useState({ open: false, turn: 0 })
  const count = visits.visits.length
  if (count === 0 && !asked.open) return null
  return (
    <>
      <Button
        variant="danger-quiet"
        icon={<CalendarX2 size={18} aria-hidden="true" />}
        onClick={() => setAsked(({ turn }) => ({ open: true, turn: turn + 1 }))}
      >
        {s.cancelAll(count)}
      </Button>
      <CancelAllDialog
        key={asked.turn}
        client={client}
        visits={visits}
        open={asked.open}
        onClose={() => setAsked(({ turn }) => ({ open: false, turn }))}
      />
    </>
  )
}
