import { Minus, Plus, type LucideIcon } from 'lucide-react'
import type { Output } from '#shared/lib/endpoint.ts'
import { stockMessages } from '#shared/inventory/stock-messages.ts'
import { formatPeso, toCentavos, type Centavos } from '#shared/lib/money.ts'
import type { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { withheldBack } from '#shared/sales/refunds/refund.ts'
import { refundMessages as s } from '#shared/sales/messages.ts'
import { ariaDisabled } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'

export type Left = Output<typeof refundContract.refundable>['data']
/** The number of pieces to refund, by the position of the line. */
export type Pieces = Readonly<Record<number, number>>

export const allOf = ({ lines }: Left): Pieces =>
  Object.fromEntries(lines.map(({ position, quantity_left }) => [position, quantity_left]))

/** A line's name with the holder of its card, because the pieces of each holder are a line of their own. */
const nameOf = ({ name, holder }: Left['lines'][number]) => (holder === null ? name : s.lineOf(name, holder))

type LinesProps = {
  left: Left
  pieces: Pieces
  onChange: (pieces: Pieces) => void
  /** The positions of products whose refunded pieces go back on the shelf. */
  restocked: readonly number[]
  onRestock: (restocked: readonly number[]) => void
}

/** Each line with the number of refunded pieces, from none to all that are left. */
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

/** Minus, quantity and plus, from none to all that are left. */
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

/** The refund's total, with discounts subtracted, and how much of it is tax that the buyer withheld. */
export function RefundTotal({ left, pieces, total }: { left: Left; pieces: Pieces; total: Centavos }) {
  const prices = left.lines.reduce((sum, line) => sum + toCentavos(line.price) * (pieces[line.position] ?? 0), 0)
  const withheld = withheldBack(total, { withheld: toCentavos(left.withheld_left), total: toCentavos(left.left) })
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
      {withheld > 0 && (
        <>
          <div className="flex justify-between text-sm text-ink-2">
            <dt>{s.withheldPart}</dt>
            <dd>{formatPeso(-withheld)}</dd>
          </div>
          <div className="flex justify-between font-bold">
            <dt>{s.inMoney}</dt>
            <dd>{formatPeso(total - withheld)}</dd>
          </div>
        </>
      )}
    </dl>
  )
}
