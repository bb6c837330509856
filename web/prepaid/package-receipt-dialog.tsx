import { useQuery } from '@tanstack/react-query'
import { formatInstant, formatShortDate } from '#shared/lib/manila-time.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { paidAheadText } from '#shared/prepaid/paid-ahead-text.ts'
import { prepaidPaperContract, type PackageReceipt } from '#shared/prepaid/paper-contract.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { query } from '#web/lib/query.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { PaidAheadDialog } from './paid-ahead-dialog.tsx'

/**
 * Reads the receipt of a package each time the dialog opens, so that the last day and the number of copies are current.
 * The receipt is not read again while the dialog is open, because it must not change while it is printed.
 */
const useLoadedReceipt = (id: string) =>
  useQuery({
    ...query(prepaidPaperContract.packageReceipt, { params: { id } }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
  })

type Sold = { id: string; number: number; name: string }

/** Shows the receipt of a sold package, to be printed or saved for the client. */
export function PackageReceiptDialog({ open, onClose, sold }: DialogControl & { sold: Sold }) {
  const asked = useLoadedReceipt(sold.id)
  const receipt = asked.data?.data
  return (
    <PaidAheadDialog
      open={open}
      onClose={onClose}
      accountId={sold.id}
      title={s.receipt(sold.number)}
      description={sold.name}
      printCount={receipt?.print_count}
      textOf={(clinic, copy) =>
        receipt &&
        paidAheadText(
          {
            clinic,
            heading: s.receipt(receipt.number),
            facts: factsOf(receipt),
            amount: receipt.price,
            mark: receipt.is_refunded ? s.refundedMark : null,
            notice: s.receiptText,
          },
          copy,
        )
      }
      failure={
        asked.isError && !receipt ? (
          <ErrorPanel message={s.receiptFailed} onRetry={() => void asked.refetch()} busy={asked.isFetching} />
        ) : null
      }
    />
  )
}

/** The lines of the receipt as pairs of label and value. */
const factsOf = (receipt: PackageReceipt): [string, string][] => [
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
