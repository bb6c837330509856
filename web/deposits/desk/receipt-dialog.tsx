import { Printer } from 'lucide-react'
import type { Deposit } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { usePrintedPaper } from '#web/ui/overlays/use-printed-paper.ts'
import { DepositPaper, PAPER_WIDTH_MM } from './deposit-paper.tsx'

/** Shows the receipt of a verified deposit, to be printed for the client. */
export function ReceiptDialog({ open, onClose, deposit }: DialogControl & { deposit: Deposit }) {
  const { paper, isPrinting, print } = usePrintedPaper(PAPER_WIDTH_MM, s.notPrinted)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={s.receipt(deposit.payment?.number ?? 0)}
      description={deposit.client.name}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            {s.close}
          </Button>
          <Button
            size="lg"
            variant="primary"
            icon={<Printer size={18} aria-hidden="true" />}
            onClick={print}
            busy={isPrinting}
          >
            {s.print}
          </Button>
        </>
      }
    >
      <div className="flex justify-center overflow-x-auto rounded-card bg-surface-3 p-4 max-sm:justify-start">
        <DepositPaper ref={paper} deposit={deposit} />
      </div>
    </Dialog>
  )
}
