import { clsx } from 'clsx'
import { useState } from 'react'
import { inventoryContract, type Product } from '#shared/inventory/contract.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'
import { countMessages as s } from '#shared/inventory/stock-messages.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { useAction } from '#web/data/use-action.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { signed } from './count-row.tsx'
import { differenceOf, useStockCount, type StockCount } from './stock-count.ts'

/** The request body of a stock count, without products whose stock at the moment of counting is not known yet. */
const bodyOf = ({ category_id, lines }: StockCount, reason: string) => ({
  category_id,
  reason,
  lines: Object.entries(lines).flatMap(([product_id, { counted, at }]) =>
    at === null ? [] : [{ product_id, counted, after_movement: at.movement }],
  ),
})

/** Posts the user's count. After a refusal the products that must be counted again lose their numbers. */
function usePosting(onClose: () => void) {
  const { count, discard, forget } = useStockCount()
  const { busy, run } = useAction(stockContract.postCount, {
    failed: s.notPosted,
    reread: [inventoryContract.products, stockContract.order, stockContract.stock, stockContract.movements],
    onFailed: ({ code, data }) => {
      if (code === 'conflict') for (const id of (data as { product_ids: string[] }).product_ids) forget(id)
    },
  })
  const post = async (reason: string) => {
    if (!count) return
    // A repeated attempt has the same key, also after the page was closed, and is executed only once.
    const outcome = await run({ body: bodyOf(count, reason) }, { idempotencyKey: count.key })
    if (outcome.kind !== 'done') return
    onClose()
    discard()
    toast.success({ title: s.posted(outcome.answer.differences.length) })
  }
  return { count, busy, post }
}

/** Shows how the counted pieces differ from the stock, asks for the reason and posts the count. */
export function PostCountDialog({ open, onClose, products }: DialogControl & { products: readonly Product[] }) {
  const [reason, setReason] = useState<string>(s.usualReason)
  const { count, busy, post } = usePosting(onClose)
  const lines = count?.lines ?? {}
  const counted = products.flatMap((product) => (lines[product.id] ? [{ product, line: lines[product.id]! }] : []))
  const isUnread = counted.some(({ line }) => line.at === null)
  const left = products.length - counted.length
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.postTitle}
      leave={s.cancel}
      send={s.post}
      busy={busy}
      busyLabel={s.posting}
      disabled={isUnread || counted.length === 0}
      onSubmit={(event) => {
        event.preventDefault()
        void post(reason)
      }}
    >
      <div className="space-y-4">
        {isUnread && <p className="text-danger">{s.unread}</p>}
        <Differences counted={counted} />
        {left > 0 && <p className="text-sm text-ink-2">{s.notCounted(left)}</p>}
        <Field label={s.reason} required>
          <TextInput value={reason} onChange={(event) => setReason(event.target.value)} maxLength={200} />
        </Field>
      </div>
    </FormDialog>
  )
}

type Counted = { product: Product; line: StockCount['lines'][string] }

function Differences({ counted }: { counted: readonly Counted[] }) {
  const different = counted.flatMap(({ product, line }) => {
    const difference = differenceOf(line)
    return difference ? [{ product, difference, counted: line.counted, balance: line.at!.balance }] : []
  })
  if (different.length === 0) return <p>{s.allSame}</p>
  return (
    <ul className="divide-y divide-line">
      {different.map(({ product, difference, counted: pieces, balance }) => (
        <li key={product.id} className="flex items-center justify-between gap-3 py-2">
          <span className="min-w-0 wrap-anywhere">
            {product.name}
            <span className="tnum block text-sm text-ink-2">
              {s.counted(formatNumber(pieces), formatNumber(balance))}
            </span>
          </span>
          <b className={clsx('tnum', difference < 0 && 'text-danger')}>{signed(difference)}</b>
        </li>
      ))}
    </ul>
  )
}
