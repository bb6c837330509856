import { HandCoins } from 'lucide-react'
import { isActive, type AppointmentStatus } from '#shared/appointments/status.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const AskDepositDialog = lazyDialog(async () => (await import('./ask-deposit-dialog.tsx')).AskDepositDialog)

export type AskedVisit = { id: string; name: string; status: AppointmentStatus; is_paid: boolean }

/** Opens the dialog that asks for a deposit for a visit, such as one that was booked by phone. */
export function AskDepositButton({ visit }: { visit: AskedVisit }) {
  const ask = useDialog(AskDepositDialog)
  if (visit.is_paid || !isActive(visit.status)) return null
  return (
    <>
      <Button
        block
        icon={<HandCoins size={18} aria-hidden="true" />}
        onClick={() => ask.open({ appointmentId: visit.id, client: visit.name })}
      >
        {s.ask}
      </Button>
      {ask.element}
    </>
  )
}
