import { clientDepositMessages } from '#shared/deposits/client-messages.ts'
import { depositsContract, type Deposit } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatInstant, formatShortDate } from '#shared/lib/manila-time.ts'
import { paidAheadText } from '#shared/prepaid/paid-ahead-text.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { PaidAheadDialog } from '#web/prepaid/paid-ahead-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { visitServices } from './deposit-cells.tsx'

/** A deposit that staff have verified. */
type PaidDeposit = Deposit & { payment: NonNullable<Deposit['payment']> }

/** Shows the receipt of a deposit, to be printed or saved for the client; nothing if the deposit is not verified. */
export function ReceiptDialog({ open, onClose, deposit }: DialogControl & { deposit: Deposit }) {
  const { payment, status, client, amount, policy } = deposit
  if (!payment) return null
  return (
    <PaidAheadDialog
      open={open}
      onClose={onClose}
      accountId={payment.account_id}
      title={s.receipt(payment.number)}
      description={client.name}
      printCount={payment.print_count}
      rereads={[depositsContract.list, depositsContract.ofVisit]}
      textOf={(clinic, copy) =>
        paidAheadText(
          {
            clinic,
            heading: s.receipt(payment.number),
            facts: factsOf({ ...deposit, payment }),
            amount,
            mark: status === 'returned' || status === 'kept' ? s.marks[status] : null,
            notice: s.receiptText,
            smallPrint: [
              `${s.receiptDeducted} ${clientDepositMessages.policy(policy.return_notice_hours)}`,
              ...(policy.note === null ? [] : policy.note.split('\n')),
            ],
          },
          copy,
        )
      }
    />
  )
}

/** The lines of the receipt as pairs of label and value. */
const factsOf = (deposit: PaidDeposit): [string, string][] => {
  const { client, payment } = deposit
  const reference: [string, string][] =
    payment.reference_number === null ? [] : [[clientDepositMessages.reference, payment.reference_number]]
  return [
    [s.paidOn, formatInstant(payment.paid_at)],
    [s.client, client.name],
    [clientDepositMessages.method, methodMessages.methods[payment.method]],
    ...reference,
    [s.visit, visitDay(deposit)],
    [s.services, visitServices(deposit)],
    [s.takenBy, payment.verified_by],
  ]
}

/** The day and time of the visit with the year, because the paper is kept. */
const visitDay = ({ visit }: Deposit): string =>
  s.visitStart(formatShortDate(visit.appointment_date), formatStart(visit.appointment_time))
