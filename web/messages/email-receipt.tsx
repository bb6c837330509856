import { Mail } from 'lucide-react'
import { clinicContract } from '#shared/clinic/contract.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { receiptMailMessages as s } from '#shared/messages/sent-messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { Button } from '#web/ui/button.tsx'

/**
 * Sends a copy of the receipt by e-mail; hidden if the clinic sends no e-mail. The e-mail is not counted as a printed
 * copy.
 */
export function EmailReceipt({ saleId }: { saleId: string }) {
  const { data } = useRead(clinicContract.read, {}, { staleMs: Infinity })
  const { run, busy } = useAction(messagesContract.emailReceipt, {
    done: ({ message }) => message,
    failed: s.receiptNotSent,
  })
  if (!data?.sends_email) return null
  return (
    <Button
      className="mt-3 w-full"
      busy={busy}
      icon={<Mail size={18} aria-hidden="true" />}
      onClick={() => void run({ params: { id: saleId } })}
    >
      {s.emailReceipt}
    </Button>
  )
}
