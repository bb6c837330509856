import { useId } from 'react'
import { formatPeso } from '#shared/lib/money.ts'
import { cardMessages as s } from '#shared/sales/messages.ts'
import { tillMessages } from '#shared/sales/till-messages.ts'
import { QuantityStepper } from '#web/sales/till/order-row.tsx'
import type { OrderLine } from '#web/sales/till/order.ts'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { priceOf, promoPriceOf, withoutCard } from './card-calculation.tsx'
import { freePieces, piecesUnder, setAddOnPieces, setPieces } from './pieces.ts'
import type { CardForm } from './use-card-form.ts'

type LinesProps = { form: CardForm; error: string | undefined }

/**
 * The services of the order with the number of pieces that get the discount of the shown Senior or PWD card. An add-on
 * is shown only if its pieces can be covered differently from those of its service.
 */
export function CardLines({ form, error }: LinesProps) {
  const errorId = useId()
  const { order } = form
  const pricesWithoutCard = withoutCard(order)
  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">{s.services}</legend>
      <div className="divide-y divide-line rounded-ctl border border-line">
        {order.lines.map((line, i) => (
          <ServicePieces key={line.serviceId} form={form} line={line} otherwise={pricesWithoutCard[i]!} />
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/**
 * Names the holders of Senior and PWD cards with the number of pieces that each card covers, and the number of pieces
 * without a card.
 */
function holdersText({ all }: CardForm, line: OrderLine, addOnId: string | null): string {
  const counts = all.map(({ name }, card) => [name || s.card(card + 1), piecesUnder(line, card, addOnId)] as const)
  const free = freePieces(line, addOnId)
  return [
    ...counts.filter(([, count]) => count > 0).map(([name, count]) => tillMessages.piecesOf(count, name)),
    ...(free > 0 ? [s.withoutCard(free)] : []),
  ].join(', ')
}

/**
 * The note below a service: why a Senior or PWD card cannot cover it, whose cards cover it, or that a promo is better.
 */
function noteOf(form: CardForm, line: OrderLine, otherwise: readonly number[]): string {
  const isVatRegistered = form.isVatRegistered ?? false
  if (!line.isEligible) return s.notEligibleHere
  const { gross, toPay } = priceOf(line, isVatRegistered)
  const promo =
    otherwise.reduce((sum, price) => sum + price, 0) < gross &&
    s.promoInstead(formatPeso(promoPriceOf(line, otherwise, isVatRegistered)), formatPeso(toPay))
  if (form.all.length === 1) return promo || s.eligible
  return [holdersText(form, line, null), promo].filter(Boolean).join('. ')
}

type ServiceProps = { form: CardForm; line: OrderLine; otherwise: readonly number[] }

function ServicePieces({ form, line, otherwise }: ServiceProps) {
  const { shown, changeLine } = form
  const count = piecesUnder(line, shown)
  const gross = priceOf(line, false).gross
  const isShared = form.all.length > 1 || line.quantity > 1
  return (
    <div>
      <Pieces
        name={line.name}
        note={noteOf(form, line, otherwise)}
        price={formatPeso(gross)}
        count={count}
        free={freePieces(line)}
        most={line.quantity}
        disabled={!line.isEligible}
        onChange={(pieces) => changeLine(setPieces(line, shown, pieces))}
      />
      {count > 0 &&
        line.addOns
          .filter(({ quantity }) => isShared || quantity > 1)
          .map(({ id, name, quantity }) => (
            <div key={id} className="pl-4">
              <Pieces
                name={name}
                note={isShared ? holdersText(form, line, id) : s.eligible}
                count={piecesUnder(line, shown, id)}
                free={freePieces(line, id)}
                most={quantity}
                disabled={false}
                onChange={(pieces) => changeLine(setAddOnPieces(line, shown, id, pieces))}
              />
            </div>
          ))}
    </div>
  )
}

type PiecesProps = {
  name: string
  note: string
  price?: string
  /**
   * The number of pieces with the shown Senior or PWD card; `free` is the number without a card, `most` the number in
   * the order.
   */
  count: number
  free: number
  most: number
  disabled: boolean
  onChange: (count: number) => void
}

/**
 * A checkbox that puts all pieces without a card under the shown Senior or PWD card, or takes one piece from another
 * card if each has one. If there are several pieces, a stepper sets their number.
 */
function Pieces({ name, note, price, count, free, most, disabled, onChange }: PiecesProps) {
  return (
    <>
      <Checkbox
        className="min-h-13 px-3"
        label={
          <span className="block py-1.5">
            <span className="block font-semibold wrap-anywhere">{name}</span>
            <span className="tnum block text-sm font-normal text-ink-2">{note}</span>
          </span>
        }
        aside={price}
        checked={count > 0}
        disabled={disabled}
        onChange={(isOn) => onChange(isOn ? Math.max(free, 1) : 0)}
      />
      {most > 1 && count > 0 && (
        <div className="flex items-center justify-between gap-3 px-3 pb-2 text-sm">
          <span>{s.pieces(most)}</span>
          <QuantityStepper name={name} quantity={count} most={most} onChange={onChange} />
        </div>
      )}
    </>
  )
}
