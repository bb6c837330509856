import type { Deposit } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { RECEIPT_WIDTH_MM } from '#web/prepaid/paid-ahead-paper.tsx'
import { PaperDialog, PaperTray } from '#web/prepaid/paper-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { DepositPaper } from './deposit-paper.tsx'

/** Shows the receipt of a deposit, to be printed for the client; nothing if the deposit is not verified. */
export function ReceiptDialog({ open, onClose, deposit }: DialogControl & { deposit: Deposit }) {
  const { payment } = deposit
  if (!payment) return null
  return (
    <PaperDialog
      open={open}
      onClose={onClose}
      accountId={payment.account_id}
      title={s.receipt(payment.number)}
      description={deposit.client.name}
      widthMm={RECEIPT_WIDTH_MM}
      printLabel={s.print}
      failed={s.notPrinted}
      drawPaper={(paper) => (
        <PaperTray>
          <DepositPaper {...paper} deposit={{ ...deposit, payment }} />
        </PaperTray>
      )}
    />
  )
}
