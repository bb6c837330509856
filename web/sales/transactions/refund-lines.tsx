import { Minus, Plus, type LucideIcon } from 'lucide-react'
import type { Output } from '#shared/lib/endpoint.ts'
import { stockMessages } from '#shared/inventory/stock-messages.ts'
import { formatPeso, toCentavos, type Centavos } from '#shared/lib/money.ts'
import type { RefundableLine, refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { refundOf, withheldBack } from '#shared/sales/refunds/refund.ts'
import { noTaxSums } from '#shared/sales/tax.ts'
import { refundMessages as s } from '#shared/sales/refunds/messages.ts'
import { ariaDisabled } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'

export type Left = Output<typeof refundContract.refundable>['data']
/** The number of pieces to refund, by the position of the line. */
export type Pieces = Readonly<Record<number, number>>

export const allOf = ({ lines }: Left): Pieces =>
  Object.fromEntries(lines.map(({ position, quantity_left }) => [position, quantity_left]))

/**
 * The amount that is paid back for some pieces of a line, computed as on the server. The taxes of the line do not
 * change this amount.
 */
function paidBack(line: RefundableLine, pieces: number): Centavos {
  if (pieces === 0) return 0
  const left = {
    quantity: line.quantity_left,
    price: toCentavos(line.price),
    discount: toCentavos(line.discount_left),
    lessVat: toCentavos(line.less_vat_left),
    orderDiscount: toCentavos(line.order_discount_left),
    tax: noTaxSums,
  }
  return refundOf(left, pieces).paid
}

const sumOf = (lines: readonly RefundableLine[], pieces: Pieces): Centavos =>
  lines.reduce((sum, line) => sum + paidBack(line, pieces[line.position] ?? 0), 0)

export const refundedTotal = ({ lines }: Left, pieces: Pieces): Centavos => sumOf(lines, pieces)

/** The parts of a refund that the client does not get in money: withheld tax, and what goes back to packages. */
function notInMoney({ lines, withheld_left, left }: Left, pieces: Pieces, total: Centavos) {
  const withheld = withheldBack(total, { withheld: toCentavos(withheld_left), total: toCentavos(left) })
  const toPackages = sumOf(
    lines.filter(({ is_session }) => is_session),
    pieces,
  )
  return { withheld, toPackages }
}

/** The part of a refund that is paid back in money or as store credit. */
export function moneyBack(left: Left, pieces: Pieces, total: Centavos): Centavos {
  const { withheld, toPackages } = notInMoney(left, pieces, total)
  return total - withheld - toPackages
}

/**
 * A line's name with the holder of its Senior or PWD card, because the pieces of each holder are a line of their own.
 */
const nameOf = ({ name, holder }: Left['lines'][number]) => (holder === null ? name : s.lineOf(name, holder))

type LinesProps = {
  left: Left
  pieces: Pieces
  onChange: (pieces: Pieces) => void
  /** The positions of products whose refunded pieces go back on the shelf. */
  restocked: readonly number[]
  onRestock: (restocked: readonly number[]) => void
}

/** Lists each line of the sale with the number of refunded pieces, from none to all that are left. */
export function RefundLines({ left, pieces, onChange, restocked, onRestock }: LinesProps) {
  return (
    <section aria-label={s.lines}>
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-bold">{s.lines}</h3>
        <span className="flex gap-1">
          <Button variant="quiet" onClick={() => onChange(allOf(left))}>
            {s.all}
          </Button>
          <Button variant="quiet" onClick={() => onChange({})}>
            {s.clear}
          </Button>
        </span>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {left.lines.map((line) => (
          <li key={line.position} className="flex min-h-14 flex-wrap items-center gap-x-3 py-1.5">
            <span className={line.is_add_on ? 'min-w-0 flex-1 pl-4' : 'min-w-0 flex-1'}>
              <span className="block font-semibold wrap-anywhere">{nameOf(line)}</span>
              <span className="tnum block text-sm text-ink-2">
                {line.quantity_left === 0 ? s.none : s.piece(formatPeso(toCentavos(line.price)), line.quantity_left)}
              </span>
            </span>
            <PieceStepper
              name={nameOf(line)}
              pieces={pieces[line.position] ?? 0}
              most={line.quantity_left}
              onChange={(count) => onChange({ ...pieces, [line.position]: count })}
            />
            <span className="tnum min-w-24 text-right font-bold max-sm:hidden">
              {formatPeso(toCentavos(line.price) * (pieces[line.position] ?? 0))}
            </span>
            {line.is_product && (pieces[line.position] ?? 0) > 0 && (
              <Checkbox
                label={stockMessages.restock(nameOf(line))}
                checked={restocked.includes(line.position)}
                onChange={(isBack) =>
                  onRestock(
                    isBack ? [...restocked, line.position] : restocked.filter((position) => position !== line.position),
                  )
                }
                className="w-full"
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type StepperProps = { name: string; pieces: number; most: number; onChange: (pieces: number) => void }

/** A stepper for the number of refunded pieces, from none to all that are left. */
function PieceStepper({ name, pieces, most, onChange }: StepperProps) {
  const step = (label: string, Icon: LucideIcon, to: number, atEnd: boolean) => (
    <button
      type="button"
      aria-label={label}
      {...ariaDisabled(atEnd, () => onChange(to))}
      className="grid size-touch touch-manipulation place-items-center rounded-ctl border border-line bg-surface text-ink hover:bg-surface-2 active:translate-y-px off:text-line-strong off:hover:bg-surface"
    >
      <Icon size={17} aria-hidden="true" />
    </button>
  )
  return (
    <span className="flex shrink-0 items-center">
      {step(s.less(name), Minus, pieces - 1, pieces <= 0)}
      <output className="tnum min-w-8 px-1 text-center font-bold">{pieces}</output>
      {step(s.more(name), Plus, pieces + 1, pieces >= most)}
    </span>
  )
}

/** The refund's total, with discounts subtracted, and how much of it is not paid back in money. */
export function RefundTotal({ left, pieces, total }: { left: Left; pieces: Pieces; total: Centavos }) {
  const prices = left.lines.reduce((sum, line) => sum + toCentavos(line.price) * (pieces[line.position] ?? 0), 0)
  const { withheld, toPackages } = notInMoney(left, pieces, total)
  const parts = [
    { label: s.withheldPart, amount: withheld },
    { label: s.toPackage, amount: toPackages },
  ].filter(({ amount }) => amount > 0)
  return (
    <dl className="tnum mt-3">
      {prices > total && (
        <div className="flex justify-between text-sm text-ink-2">
          <dt>{s.withDiscount}</dt>
          <dd>{formatPeso(total - prices)}</dd>
        </div>
      )}
      <div className="flex items-baseline justify-between">
        <dt className="font-bold">{s.goesBack}</dt>
        <dd aria-live="polite" className="text-3xl font-extrabold tracking-tight">
          {formatPeso(total)}
        </dd>
      </div>
      {parts.map(({ label, amount }) => (
        <div key={label} className="flex justify-between text-sm text-ink-2">
          <dt>{label}</dt>
          <dd>{formatPeso(-amount)}</dd>
        </div>
      ))}
      {parts.length > 0 && (
        <div className="flex justify-between font-bold">
          <dt>{s.inMoney}</dt>
          <dd>{formatPeso(total - withheld - toPackages)}</dd>
        </div>
      )}
    </dl>
  )
}
