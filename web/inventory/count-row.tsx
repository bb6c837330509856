import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import type { Product } from '#shared/inventory/contract.ts'
import { MAX_STOCK, roundAmount } from '#shared/inventory/movement.ts'
import { countMessages as s } from '#shared/inventory/stock-messages.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { differenceOf, useStockCount, type CountedLine } from './stock-count.ts'

/** The milliseconds without typing after which a counted number is recorded. */
const PAUSE_MS = 1000

type CountRowProps = {
  product: Product
  /** What was counted; undefined if the product was not counted. */
  line: CountedLine | undefined
  /** True for the product of a scanned barcode, whose field gets the focus. */
  isFound: boolean
}

/** The typed number of a product, which is recorded after a pause in typing or when the field loses the focus. */
function useTypedCount({ product, line }: Pick<CountRowProps, 'product' | 'line'>) {
  const { record, forget } = useStockCount()
  const [typed, setTyped] = useState<number | null>(line?.counted ?? null)
  const [isSending, setSending] = useState(false)
  const [before, setBefore] = useState(line)
  // If a stock count is refused, products that must be counted again lose their numbers, so the field is cleared too.
  if (line !== before) {
    setBefore(line)
    if (!line) setTyped(null)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const send = async (counted: number) => {
    setSending(true)
    await record(product.id, counted)
    setSending(false)
  }
  const settle = (value: number | null) => {
    clearTimeout(timer.current)
    if (value === null) return line && forget(product.id)
    if (value !== line?.counted) void send(roundAmount(value))
  }
  const change = (value: number | null) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => settle(value), PAUSE_MS)
  }
  return { typed, change, settle: () => settle(typed), isSending, retry: () => void (line && send(line.counted)) }
}

/** A product with the field for its counted pieces. The recorded stock is shown only after the pieces were counted. */
export function CountRow({ product, line, isFound }: CountRowProps) {
  const field = useRef<HTMLInputElement>(null)
  const { typed, change, settle, isSending, retry } = useTypedCount({ product, line })
  useEffect(() => {
    if (isFound) field.current?.focus()
  }, [isFound])
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{product.name}</p>
        <p className="tnum text-sm text-ink-2">
          <State product={product} line={line} isSending={isSending} onRetry={retry} />
        </p>
      </div>
      <NumberInput
        ref={field}
        aria-label={s.countOf(product.name)}
        value={typed}
        onChange={change}
        onBlur={settle}
        min={0}
        max={MAX_STOCK}
        className="w-40 shrink-0"
      />
    </li>
  )
}

/** An amount with its sign. */
export const signed = (amount: number) => (amount > 0 ? `+${formatNumber(amount)}` : formatNumber(amount))

type StateProps = Pick<CountRowProps, 'product' | 'line'> & { isSending: boolean; onRetry: () => void }

function State({ product: { unit_type, category_name }, line, isSending, onRetry }: StateProps) {
  if (!line) return `${unit_type} · ${category_name}`
  const difference = differenceOf(line)
  if (difference === null)
    return isSending ? (
      s.saving
    ) : (
      <span role="alert" className="text-danger">
        {s.notRead}{' '}
        <button type="button" onClick={onRetry} className="min-h-touch font-semibold underline">
          {s.again}
        </button>
      </span>
    )
  const balance = formatNumber(line.at!.balance)
  if (difference === 0) return <span className="text-success">{s.same(balance)}</span>
  return <span className={clsx(difference < 0 && 'text-danger')}>{s.different(balance, signed(difference))}</span>
}
