import { clsx } from 'clsx'
import { ArrowLeftRight } from 'lucide-react'
import type { Product } from '#shared/inventory/contract.ts'
import { STOCK_MOVEMENT_KINDS, type StockMovementKind } from '#shared/inventory/movement.ts'
import { stockContract, type StockBatch, type StockMovement } from '#shared/inventory/stock-contract.ts'
import { movementFile } from '#shared/inventory/stock-file.ts'
import { stockMessages as s } from '#shared/inventory/stock-messages.ts'
import { formatInstant, formatShortDate } from '#shared/lib/manila-time.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { useList } from '#web/data/use-list.ts'
import { useRead } from '#web/data/use-read.ts'
import { ListExport } from '#web/exports/list-export.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState, Loaded, Skeleton } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { MovementForm } from './movement-form.tsx'
import { ExpiredBadge } from './product-columns.tsx'

/** The dialog with the stock of a product by batch, the form of a movement, and all movements. */
export function StockDialog({ open, onClose, product }: DialogControl & { product: Product }) {
  const stock = useRead(stockContract.stock, { params: { id: product.id } }, { failed: s.stockFailed, staleMs: 0 })
  return (
    <Dialog open={open} onClose={onClose} size="xl" tall title={s.title(product.name)}>
      <div className="space-y-6">
        <Loaded read={stock} skeleton={<Skeleton className="h-24 w-full" />}>
          {(answer) => (
            <>
              <StockByBatch stock={answer} />
              <MovementForm product={answer.data} batches={answer.batches} suppliers={answer.suppliers} />
            </>
          )}
        </Loaded>
        <Movements product={product} />
      </div>
    </Dialog>
  )
}

/** The stock as a number, in red below zero, and its batches. */
function StockByBatch({ stock }: { stock: Output<typeof stockContract.stock> }) {
  const { data, batches, without_batch } = stock
  const isSplit = batches.length > 0
  return (
    <section aria-label={s.batches}>
      <p className={clsx('tnum text-lg font-bold', data.quantity < 0 && 'text-danger')}>
        {s.inStock(data.quantity, data.unit_type)}
      </p>
      {isSplit && (
        <ul className="mt-2 divide-y divide-line">
          {batches.map((batch) => (
            <BatchRow key={batch.id} batch={batch} />
          ))}
          {without_batch !== 0 && (
            <li className="flex justify-between gap-3 py-1.5">
              {s.withoutBatch}
              <span className={clsx('tnum', without_batch < 0 && 'text-danger')}>{formatNumber(without_batch)}</span>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

function BatchRow({ batch: { code, expires_on, quantity, is_expired } }: { batch: StockBatch }) {
  return (
    <li className="flex items-center justify-between gap-3 py-1.5">
      <span className="wrap-anywhere">
        {s.batchName(code, expires_on)}
        {expires_on !== null && code !== null && (
          <span className="tnum text-ink-2">
            {' '}
            · {(is_expired ? s.expiredOn : s.expiresOn)(formatShortDate(expires_on))}
          </span>
        )}
      </span>
      <span className="flex items-center gap-2">
        {is_expired && <ExpiredBadge />}
        <span className="tnum font-semibold">{formatNumber(quantity)}</span>
      </span>
    </li>
  )
}

const signed = (amount: number) => (amount > 0 ? `+${formatNumber(amount)}` : formatNumber(amount))

const columns: Column<StockMovement>[] = [
  {
    key: 'kind',
    header: s.kind,
    card: 'title',
    cell: ({ kind, batch, supplier, visit, reason, moved_by }) => (
      <>
        <span className="font-semibold">{s.kinds[kind]}</span>
        <span className="block text-compact font-normal wrap-anywhere text-ink-2">
          {[
            batch && s.batchName(batch.code, batch.expires_on),
            supplier,
            visit && s.visitOf(visit.client, formatShortDate(visit.date)),
            reason,
            moved_by === null && s.automatic,
          ]
            .filter((text) => typeof text === 'string')
            .join(' · ')}
        </span>
      </>
    ),
  },
  { key: 'time', header: s.time, className: 'tnum', cell: ({ moved_at }) => formatInstant(moved_at) },
  { key: 'by', header: s.person, cell: ({ moved_by }) => moved_by ?? '—' },
  { key: 'amount', header: s.amountLabel, align: 'right', cell: ({ amount }) => signed(amount) },
  {
    key: 'balance',
    header: s.balance,
    align: 'right',
    cell: ({ balance }) => <span className={clsx(balance < 0 && 'text-danger')}>{formatNumber(balance)}</span>,
  },
]

const ALL = 'all'
const kinds = [
  { value: ALL, label: s.allKinds },
  ...STOCK_MOVEMENT_KINDS.map((value) => ({ value, label: s.kinds[value] })),
]

/** All movements of the product, newest first. */
function Movements({ product }: { product: Product }) {
  const list = useList(stockContract.movements, {
    local: true,
    fixed: { product_id: product.id },
    failed: s.movementsFailed,
    staleMs: 0,
  })
  const { kind } = list.query
  return (
    <section aria-label={s.movements} className="space-y-3">
      <h3 className="text-base font-bold">{s.movements}</h3>
      <div className="flex flex-wrap gap-2">
        <SearchBox label={s.searchMovements} {...list.searchBox} className="w-full sm:w-72" />
        <Select
          aria-label={s.filterByKind}
          className="w-36! flex-none"
          options={kinds}
          value={kind ?? ALL}
          onChange={(value) => list.change({ kind: value === ALL ? undefined : (value as StockMovementKind) })}
        />
        <ListExport
          list={list}
          file={movementFile}
          endpoint={stockContract.exportMovements}
          covers={[product.name, kind && s.kinds[kind]]}
        />
      </div>
      <DataTable
        label={s.movements}
        columns={columns}
        rowKey={({ number }) => String(number)}
        empty={<EmptyState icon={ArrowLeftRight} title={s.noMovements} body={s.noMovementsHint} />}
        cardsBelow="md"
        {...list.table}
      />
      <Pager {...list.pager} />
    </section>
  )
}
