import { Image } from 'lucide-react'
import { Link } from 'react-router'
import type { Deposit } from '#shared/deposits/contract.ts'
import type { DepositStatus } from '#shared/deposits/records.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatDay, formatInstant } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { visitServicesMessages } from '#shared/lib/visit-services.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { clientPath } from '#web/clients/client-paths.ts'
import { useRole } from '#web/lib/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Tone } from '#web/ui/tone.ts'

type CellProps = { deposit: Deposit }

const quiet = 'block text-compact text-ink-2 wrap-anywhere'

/** The start of a deposit's visit: `Sat, Nov 21, 9:00 AM` */
export const visitStart = ({ visit }: Deposit): string =>
  s.visitStart(formatDay(visit.appointment_date), formatStart(visit.appointment_time))

/** The services of a deposit's visit: `Glow Drip + Facial` */
export const visitServices = ({ visit }: Deposit): string => visitServicesMessages.together(visit.services)

export const ClientCell = ({ deposit: { client } }: CellProps) => (
  <>
    <Link
      to={clientPath(useRole(), client.client_id)}
      className="-mt-0.5 block py-0.5 font-semibold wrap-anywhere text-ink hover:underline"
    >
      {client.name}
    </Link>
    <AlertLine clientId={client.client_id} isShort className="mt-1" />
  </>
)

export const VisitCell = ({ deposit }: CellProps) => (
  <>
    <span className="tnum block">{visitStart(deposit)}</span>
    <span className={quiet}>{visitServices(deposit)}</span>
  </>
)

/** The amount, and what is left of a deposit that was partly used. */
export function AmountCell({ deposit: { amount, balance, status } }: CellProps) {
  const whole = formatPeso(toCentavos(amount))
  const isPartlyUsed = status === 'paid' && balance < amount
  return (
    <>
      <span className="tnum block font-semibold">{whole}</span>
      {isPartlyUsed && <span className={`tnum ${quiet}`}>{s.left(formatPeso(toCentavos(balance)), whole)}</span>}
    </>
  )
}

type PaymentProps = CellProps & { onPicture: () => void }

/** The verified payment or else the client's report, with its reference number and a button for the screenshot. */
export function PaymentCell({ deposit: { payment, report, client }, onPicture }: PaymentProps) {
  const paid = payment ?? report
  if (!paid) return <span className="text-ink-2">{s.notPaidYet}</span>
  return (
    <>
      <span className="block">{methodMessages.methods[paid.method]}</span>
      {paid.reference_number !== null && (
        <span className="tnum block font-semibold wrap-anywhere" translate="no">
          {paid.reference_number}
        </span>
      )}
      {payment && <span className={`tnum ${quiet}`}>{s.receipt(payment.number)}</span>}
      {report?.has_picture && (
        <Button
          variant="quiet"
          icon={<Image size={18} aria-hidden="true" />}
          aria-label={s.actionFor(s.seePicture, client.name)}
          onClick={onPicture}
          className="-ml-2.5 px-2.5! text-sm! text-primary!"
        >
          {s.seePicture}
        </Button>
      )}
    </>
  )
}

const toneOf: Record<DepositStatus, Tone> = {
  requested: 'warning',
  reported: 'info',
  paid: 'success',
  used: 'neutral',
  returned: 'neutral',
  kept: 'neutral',
  expired: 'neutral',
}

/** The status with what staff must know beside it: a cancelled visit, the end of a reservation, or who settled it. */
export function StatusCell({ deposit }: CellProps) {
  const { status, visit, held_until, refused_reason, settled, payment } = deposit
  const isOpen = status === 'requested' || status === 'reported'
  return (
    <>
      <Badge tone={toneOf[status]}>{s.statuses[status]}</Badge>
      {visit.status === 'cancelled' && status === 'paid' && (
        <span className="mt-1 block text-compact font-semibold text-danger">{s.visitIsCancelled}</span>
      )}
      {isOpen && held_until !== null && (
        <span className={`tnum mt-1 ${quiet}`}>{s.reservedUntil(formatInstant(held_until))}</span>
      )}
      {isOpen && refused_reason !== null && <span className={`mt-1 ${quiet}`}>{s.toldClient(refused_reason)}</span>}
      {settled ? (
        <span className={`mt-1 ${quiet}`}>
          {settled.reason} <span className="whitespace-nowrap">({s.settledBy(settled.settled_by)})</span>
        </span>
      ) : (
        payment && <span className={`tnum mt-1 ${quiet}`}>{s.paidAt(formatInstant(payment.paid_at))}</span>
      )}
    </>
  )
}
