import type { Ref } from 'react'
import { clinicContract } from '#shared/clinic/contract.ts'
import type { Deposit } from '#shared/deposits/contract.ts'
import { clientDepositMessages } from '#shared/deposits/client-messages.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { formatInstant, formatShortDate, formatTime } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { clinicLogo } from '#web/lib/page/document-head.ts'
import { visitServices } from './deposit-cells.tsx'
import './deposit-paper.css'

/** The width of a printed receipt of a deposit, in millimetres: the usual roll of a receipt printer. */
export const PAPER_WIDTH_MM = 80

/** The receipt of a verified deposit as it is printed. */
export function DepositPaper({ deposit, ref }: { deposit: Deposit; ref?: Ref<HTMLDivElement> }) {
  const clinic = useRead(clinicContract.read, {}).data?.data
  const logo = clinicLogo()
  const { client, amount, payment, policy } = deposit
  if (!payment) return null
  return (
    <div ref={ref} className="deposit-paper">
      <div className="deposit-paper-head">
        {logo !== null && <img src={logo} alt="" className="deposit-paper-logo" />}
        <p className="deposit-paper-clinic">{clinic?.name ?? ''}</p>
        {clinic && (
          <p>
            {clinic.address} · <span className="deposit-paper-phone">{clinic.phone}</span>
          </p>
        )}
      </div>
      <p className="deposit-paper-title">{s.receipt(payment.number)}</p>
      <p className="deposit-paper-amount">{formatPeso(toCentavos(amount))}</p>
      <dl>
        <Line label={s.paidOn} text={formatInstant(payment.paid_at)} />
        <Line label={s.client} text={client.name} />
        <Line label={clientDepositMessages.method} text={methodMessages.methods[payment.method]} />
        {payment.reference_number !== null && (
          <Line label={clientDepositMessages.reference} text={payment.reference_number} />
        )}
        <Line label={s.visit} text={visitDay(deposit)} />
        <Line label={s.services} text={visitServices(deposit)} />
        <Line label={s.takenBy} text={payment.verified_by} />
      </dl>
      <p className="deposit-paper-foot">
        {s.receiptDeducted} {clientDepositMessages.policy(policy.return_notice_hours)}
      </p>
      {policy.note !== null && <p className="deposit-paper-foot deposit-paper-note">{policy.note}</p>}
      <p className="deposit-paper-foot deposit-paper-strong">{s.receiptText}</p>
    </div>
  )
}

/** The day and time of the visit with the year, because the paper is kept. */
const visitDay = ({ visit }: Deposit): string =>
  s.visitStart(formatShortDate(visit.appointment_date), formatTime(visit.appointment_time))

const Line = ({ label, text }: { label: string; text: string }) => (
  <div className="deposit-paper-line">
    <dt>{label}</dt>
    <dd>{text}</dd>
  </div>
)
