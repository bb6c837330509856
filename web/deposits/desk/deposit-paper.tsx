import { clientDepositMessages } from '#shared/deposits/client-messages.ts'
import type { Deposit } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { formatInstant, formatShortDate, formatTime } from '#shared/lib/manila-time.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { PaidAheadPaper } from '#web/prepaid/paid-ahead-paper.tsx'
import type { PaperProps } from '#web/prepaid/paper-dialog.tsx'
import { visitServices } from './deposit-cells.tsx'

/** A deposit that staff have verified. */
export type PaidDeposit = Deposit & { payment: NonNullable<Deposit['payment']> }

/** The receipt of a verified deposit as it is printed. */
export function DepositPaper({ deposit, ...paper }: PaperProps & { deposit: PaidDeposit }) {
  const { amount, payment, policy } = deposit
  return (
    <PaidAheadPaper
      {...paper}
      title={s.receipt(payment.number)}
      amount={amount}
      lines={linesOf(deposit)}
      foot={s.receiptText}
    >
      <p className="paid-ahead-paper-foot">
        {s.receiptDeducted} {clientDepositMessages.policy(policy.return_notice_hours)}
      </p>
      {policy.note !== null && <p className="paid-ahead-paper-foot paid-ahead-paper-note">{policy.note}</p>}
    </PaidAheadPaper>
  )
}

/** The lines of the receipt as pairs of label and text. */
const linesOf = (deposit: PaidDeposit): [string, string][] => {
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
  s.visitStart(formatShortDate(visit.appointment_date), formatTime(visit.appointment_time))
