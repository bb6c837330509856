import { Calculator, Trash2 } from 'lucide-react'
import type { Dispatch, Ref } from 'react'
import { formatPeso } from '#shared/lib/money.ts'
import { posDemoSentences as s } from '#shared/pos-demo/sentences.ts'
import { QuantityStepper } from '#web/sales/till/quantity-stepper.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { tallyCount, tallyTotal, type Tally, type TallyAction, type TallyLine } from './tally.ts'

type BoxProps = {
  tally: Tally
  dispatch: Dispatch<TallyAction>
  onRemove: (line: TallyLine) => void
  onCheckout: () => void
  /** Takes the focus when its last button is gone, or when somebody asks to see it. */
  ref: Ref<HTMLDivElement>
}

/** What was added, how many of each, and what it comes to. */
export function TallyBox({ tally, dispatch, onRemove, onCheckout, ref }: BoxProps) {
  return (
    <div ref={ref} tabIndex={-1} className="scroll-mt-20 rounded-card md:sticky md:top-21">
      <SectionCard title={s.tally} aside={<Badge>{s.items(tallyCount(tally))}</Badge>} bodyClassName="">
        {tally.length === 0 ? (
          <EmptyState icon={Calculator} title={s.tallyEmpty} body={s.tallyEmptyHint} className="border-t border-line" />
        ) : (
          // Beside a long list of services the total and Checkout stay in sight.
          <ul className="px-5 md:max-h-[calc(100dvh-25rem)] md:min-h-30 md:overflow-y-auto">
            {tally.map((line) => (
              <Line key={line.id} line={line} dispatch={dispatch} onRemove={onRemove} />
            ))}
          </ul>
        )}
        <div className="space-y-3 border-t border-line p-5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-bold">{s.total}</span>
            <span className="tnum text-[1.75rem] leading-tight font-extrabold wrap-anywhere">
              {formatPeso(tallyTotal(tally))}
            </span>
          </p>
          <Button variant="primary" size="xl" block onClick={onCheckout}>
            {s.checkout}
          </Button>
          <p className="text-center text-sm text-ink-2">{s.notice}</p>
        </div>
      </SectionCard>
    </div>
  )
}

type LineProps = Pick<BoxProps, 'dispatch' | 'onRemove'> & { line: TallyLine }

function Line({ line, dispatch, onRemove }: LineProps) {
  const { id, name, price, quantity } = line
  return (
    <li className="border-t border-line py-3">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 leading-snug font-semibold wrap-anywhere">{name}</span>
        <span className="tnum text-ctl font-bold">{formatPeso(price * quantity)}</span>
      </p>
      <p className="tnum text-sm text-ink-2">{s.each(formatPeso(price))}</p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <QuantityStepper
          name={name}
          quantity={quantity}
          disabled={false}
          onChange={(next) => dispatch({ type: 'quantity', id, quantity: next })}
        />
        <Button
          variant="danger-quiet"
          aria-label={s.removeNamed(name)}
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={() => onRemove(line)}
          className="-mr-2"
        >
          {s.remove}
        </Button>
      </div>
    </li>
  )
}
