import type { Ref } from 'react'
import { clinicContract } from '#shared/clinic/contract.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import type { PrepaidCard } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { clinicLogo } from '#web/lib/page/document-head.ts'
import './card-paper.css'

/** The width of a printed gift card or store credit, in millimetres. */
export const CARD_WIDTH_MM = 105

type CardPaperProps = {
  card: PrepaidCard
  /** The word REPRINT with number and time; null on the original. */
  reprint: string | null
  ref: Ref<HTMLDivElement>
}

/** A gift card or store credit as it is printed. */
export function CardPaper({ card, ref, reprint }: CardPaperProps) {
  const clinic = useRead(clinicContract.read, {}).data?.data
  const logo = clinicLogo()
  const name = clinic?.name ?? ''
  return (
    <div ref={ref} className="card-paper">
      <div className="card-paper-head">
        {logo !== null && <img src={logo} alt="" className="card-paper-logo" />}
        <p className="card-paper-clinic">{name}</p>
        <p>{s.kinds[card.kind]}</p>
        {reprint !== null && <p className="card-paper-reprint">{reprint}</p>}
      </div>
      <p className="card-paper-amount">{formatPeso(toCentavos(card.amount))}</p>
      {card.recipient_name !== null && (
        <p>
          {card.kind === 'gift_card' ? s.giftFor : s.creditFor} <b>{card.recipient_name}</b>
        </p>
      )}
      {card.message !== null && <p className="card-paper-message">{card.message}</p>}
      <p className="card-paper-number" translate="no">
        {card.card_number}
      </p>
      <p className="card-paper-foot">
        {s.noExpiry} {s.keepSafe}
      </p>
      {clinic && (
        <p className="card-paper-foot">
          {clinic.address}
          <br />
          {clinic.phone}
        </p>
      )}
    </div>
  )
}
