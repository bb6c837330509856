import { formatInstant, formatShortDate } from '#shared/lib/manila-time.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { prepaidPaperContract, type PackageReceipt } from '#shared/prepaid/paper-contract.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { Loaded } from '#web/ui/data/load-states.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { PaidAheadPaper, RECEIPT_WIDTH_MM } from './paid-ahead-paper.tsx'
import { PaperDialog, PaperTray } from './paper-dialog.tsx'

type Sold = { id: string; number: number; name: string }

/** Shows the receipt of a sold package, to be printed for the client. */
export function PackageReceiptDialog({ open, onClose, sold }: DialogControl & { sold: Sold }) {
  const read = useRead(prepaidPaperContract.packageReceipt, { params: { id: sold.id } }, { failed: s.receiptFailed })
  const receipt = read.data?.data
  return (
    <PaperDialog
      open={open}
      onClose={onClose}
      accountId={sold.id}
      title={s.receipt(sold.number)}
      description={sold.name}
      widthMm={RECEIPT_WIDTH_MM}
      printLabel={s.printReceipt}
      failed={s.receiptNotPrinted}
      canPrint={receipt !== undefined}
      drawPaper={(paper) => (
        <PaperTray>
          <Loaded read={read} skeleton={['h-8', 'h-8', 'h-40']}>
            {({ data }) => (
              <PaidAheadPaper
                {...paper}
                title={s.receipt(data.number)}
                amount={data.price}
                lines={linesOf(data)}
                foot={s.receiptText}
              />
            )}
          </Loaded>
        </PaperTray>
      )}
    />
  )
}

/** The lines of the receipt as pairs of label and text. */
const linesOf = (receipt: PackageReceipt): [string, string][] => [
  [s.receiptDate, formatInstant(receipt.sold_at)],
  [s.client, receipt.buyer_name],
  [s.package, receipt.name],
  [s.services, receipt.services.map(({ sessions, service_name }) => s.sessionsOf(sessions, service_name)).join(', ')],
  [s.receiptValidity, validityOf(receipt)],
  [s.receiptMethod, methodMessages.methods[receipt.method]],
  ...(receipt.reference_number === null ? [] : [[s.receiptReference, receipt.reference_number] as [string, string]]),
  [s.receiptSeller, receipt.sold_by],
]

/** The last day, or for how long the package is valid if its validity has not begun. */
function validityOf({ validity, validity_months, expires_on }: PackageReceipt): string {
  if (expires_on !== null) return s.expires(formatShortDate(expires_on))
  return validity_months === null ? s.validities.none : s.validFor(s.validities[validity], validity_months)
}
