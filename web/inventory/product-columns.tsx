import { clsx } from 'clsx'
import { ArrowLeftRight, Package, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { runsLow, type Product } from '#shared/inventory/contract.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import { addDays, formatInstantTime, formatShortDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { HistoryButton } from '#web/history-logs/history-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data/data-table.tsx'

const frame = 'size-11 shrink-0 rounded-ctl bg-surface-2'

/** The product's picture, or a placeholder. */
function ProductPicture({ product }: { product: Product }) {
  const [missing, setMissing] = useState<string | null>(null)
  if (product.image && product.image !== missing)
    return (
      <img
        src={product.image}
        alt={s.pictureOf(product.name)}
        width={44}
        height={44}
        loading="lazy"
        onError={() => setMissing(product.image)}
        className={clsx(frame, 'object-cover')}
      />
    )
  return (
    <span aria-hidden="true" className={clsx(frame, 'grid place-items-center text-ink-3')}>
      <Package size={20} strokeWidth={1.6} />
    </span>
  )
}

/** In the card layout the picture is beside the name instead of in its own column. */
function Name({ product }: { product: Product }) {
  return (
    <span className="flex items-center gap-3 py-1">
      <span className="hidden shrink-0 cards:block">
        <ProductPicture product={product} />
      </span>
      <span className="min-w-0 font-semibold wrap-anywhere">{product.name}</span>
    </span>
  )
}

/** The badge of pieces that have expired. */
export const ExpiredBadge = () => <Badge tone="danger">{s.expired}</Badge>

/** The badge of a product whose pieces have expired or expire within 30 days. */
function ExpiryBadge({ product: { next_expiry }, today }: { product: Product; today: CivilDate }) {
  if (next_expiry === null || next_expiry > addDays(today, 30)) return null
  if (next_expiry < today) return <ExpiredBadge />
  return <Badge tone="warning">{s.expires(formatShortDate(next_expiry))}</Badge>
}

function Quantity({ product, today }: { product: Product; today: CivilDate }) {
  const { quantity } = product
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5">
      <ExpiryBadge product={product} today={today} />
      {quantity <= 0 ? (
        <Badge tone="danger">{s.outOfStock}</Badge>
      ) : (
        runsLow(product) && <Badge tone="warning">{s.lowStock}</Badge>
      )}
      <span className={clsx('font-semibold', quantity < 0 && 'text-danger')}>{formatNumber(quantity)}</span>
    </span>
  )
}

/** Date and time as two parts, so that the time wraps in a narrow table. */
function Updated({ at }: { at: string }) {
  return (
    <time dateTime={at} className="flex flex-wrap gap-x-1.5 whitespace-nowrap cards:justify-end">
      <span>{formatShortDate(at.slice(0, 10))}</span>
      <span>{formatInstantTime(new Date(at))}</span>
    </time>
  )
}

type Actions = Record<'onEdit' | 'onStock' | 'onDelete', (product: Product) => void>

function RowActions({ product, onEdit, onStock, onDelete }: Actions & { product: Product }) {
  return (
    <div className="flex justify-end">
      <IconButton
        label={s.stockOf(product.name)}
        icon={<ArrowLeftRight size={18} aria-hidden="true" />}
        onClick={() => onStock(product)}
      />
      <HistoryButton record={{ subject: 'product', id: product.id, name: product.name }} />
      <IconButton
        label={s.edit(product.name)}
        icon={<Pencil size={18} aria-hidden="true" />}
        onClick={() => onEdit(product)}
      />
      <IconButton
        label={s.remove(product.name)}
        icon={<Trash2 size={18} aria-hidden="true" />}
        variant="danger-quiet"
        onClick={() => onDelete(product)}
      />
    </div>
  )
}

const factColumns = (today: CivilDate): Column<Product>[] => [
  {
    key: 'name',
    header: s.nameOfProduct,
    card: 'title',
    className: 'min-w-36 whitespace-normal!',
    cell: (row) => <Name product={row} />,
  },
  { key: 'image', header: s.image, card: 'hidden', className: 'w-14', cell: (row) => <ProductPicture product={row} /> },
  { key: 'quantity', header: s.quantityLabel, align: 'right', cell: (row) => <Quantity product={row} today={today} /> },
  { key: 'unit', header: s.unitTypeLabel, className: 'wrap-anywhere', cell: (row) => row.unit_type },
  { key: 'category', header: s.category, className: 'min-w-26 wrap-break-word', cell: (row) => row.category_name },
  {
    key: 'updated',
    header: s.lastUpdated,
    className: 'tnum text-ink-2',
    cell: (row) => <Updated at={row.updated_at} />,
  },
]

/** On an upright tablet the eight columns only fit with smaller gaps. */
const closer = '@min-[44rem]/cards-md:@max-5xl/cards-md:px-1.5'
const close = (column: Column<Product>): Column<Product> => ({
  ...column,
  className: clsx(column.className, closer),
})

const numberColumn = (first: number): Column<Product> => ({
  key: 'number',
  header: s.number,
  align: 'right',
  card: 'hidden',
  className: 'w-11 text-ink-2',
  cell: (_, index) => first + index,
})

const actionsColumn = (actions: Actions): Column<Product> => ({
  key: 'actions',
  header: s.actions,
  align: 'right',
  card: 'actions',
  className: 'w-46',
  cell: (row) => <RowActions product={row} {...actions} />,
})

/** The columns of the table of supplies. `first` is the number of this page's first row. */
export const productColumns = (first: number, today: CivilDate, actions: Actions): Column<Product>[] =>
  [numberColumn(first), ...factColumns(today), actionsColumn(actions)].map(close)
