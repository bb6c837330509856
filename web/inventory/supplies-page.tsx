import { clsx } from 'clsx'
import { ArrowLeftRight, Package, PackageOpen, Pencil, Plus, SearchX, Tags, Trash2 } from 'lucide-react'
import { lazy, useMemo, useRef, useState } from 'react'
import { INVENTORY_PAGE_SIZES, inventoryContract, runsLow, type Product } from '#shared/inventory/contract.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import { formatInstantTime, formatShortDate } from '#shared/lib/manila-time.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { isGone, useAction } from '#web/data/use-action.ts'
import { useList, type List } from '#web/data/use-list.ts'
import { HistoryButton } from '#web/history-logs/history-button.tsx'
import { api } from '#web/lib/api.ts'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { PageSizeSelect, Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { inventoryReads, useCategoryChoices } from './categories.ts'
import { ListExport } from '#web/exports/list-export.tsx'
import { supplyFile } from '#shared/inventory/list-file.ts'

const ProductDialog = lazyDialog(async () => (await import('./product-dialog.tsx')).ProductDialog)
// The dialog is loaded when it is opened, because its form and its list are large.
const loadStock = async () => ({ default: (await import('./stock-dialog.tsx')).StockDialog })
const StockDialog = lazy(() => retryImport(loadStock))
const CategoriesDialog = lazyDialog(async () => (await import('./categories-dialog.tsx')).CategoriesDialog)

type Products = List<typeof inventoryContract.products>

/** The Supplies Inventory page. */
export default function SuppliesPage() {
  const list = useList(inventoryContract.products, {
    names: { category_id: 'category', per_page: 'size' },
    pageSizes: INVENTORY_PAGE_SIZES,
    failed: s.failedToLoad,
  })
  const edit = useDialog(ProductDialog)
  const stock = useDialog(StockDialog)
  const sort = useDialog(CategoriesDialog, {
    // Clears the filter when its category is deleted, because the list would look empty.
    onDeleted: ({ id }) => id === list.query.category_id && list.change({ category_id: undefined }),
  })
  const actions = (
    <>
      <ListExport
        list={list}
        file={supplyFile}
        endpoint={inventoryContract.exportProducts}
        covers={[list.query.stock && s.lowStock]}
      />
      <Button icon={<Tags size={18} aria-hidden="true" />} onClick={() => sort.open({})}>
        {s.categories}
      </Button>
      <Button
        variant="primary"
        icon={<Plus size={18} aria-hidden="true" />}
        onClick={() => edit.open({ product: null })}
      >
        {s.addProduct}
      </Button>
    </>
  )
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} actions={actions} />
      <Supplies list={list} onEdit={edit.open} onStock={stock.open} />
      {edit.element}
      {stock.element}
      {sort.element}
    </div>
  )
}

type SuppliesProps = { list: Products } & Record<'onEdit' | 'onStock', (opened: { product: Product }) => void>

/** The searchable table of supplies, a page at a time. */
function Supplies({ list, onEdit, onStock }: SuppliesProps) {
  const { answer } = list
  const heading = useRef<HTMLHeadingElement>(null)
  const { run: remove } = useAction(({ id }: Product) => api(inventoryContract.deleteProduct, { params: { id } }), {
    ask: ({ name }) => ({
      title: s.deleteProduct,
      body: name,
      confirmLabel: s.delete,
      cancelLabel: s.cancel,
      danger: true,
      busyLabel: s.deleting,
    }),
    done: s.productDeleted,
    failed: s.productNotDeleted,
    reread: inventoryReads,
  })
  // Row numbers belong to the displayed rows, also while the next page loads.
  const first = answer ? (answer.page - 1) * answer.per_page + 1 : 1
  const columns = useMemo(() => {
    const onDelete = async (product: Product) => {
      // The focused row is gone, so the heading gets the focus.
      if (isGone(await remove(product))) heading.current?.focus()
    }
    return productColumns(first, {
      onEdit: (product) => onEdit({ product }),
      onStock: (product) => onStock({ product }),
      onDelete: (product) => void onDelete(product),
    })
  }, [first, onEdit, onStock, remove])
  return (
    <section className="space-y-3">
      <Toolbar list={list} />
      <h2 ref={heading} tabIndex={-1} className="tnum text-lg font-bold outline-none">
        {s.listed(list.total)}
      </h2>
      <DataTable
        label={s.title}
        columns={columns}
        rowKey={(product) => product.id}
        empty={<Nothing query={list.query} />}
        {...list.table}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <PageSizeSelect {...list.pageSize} />
        <Pager keep variant="steps" {...list.pager} className="min-w-72 flex-1" />
      </div>
    </section>
  )
}

const ALL = 'all'

/** The controls for search, category and low stock. */
function Toolbar({ list }: { list: Products }) {
  const { choices } = useCategoryChoices()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox label={s.search} {...list.searchBox} className="w-full sm:w-80" />
      <Select
        aria-label={s.filterByCategory}
        options={[{ value: ALL, label: s.allCategories }, ...choices]}
        value={list.query.category_id ?? ALL}
        onChange={(category) => list.change({ category_id: category === ALL ? undefined : category })}
        className="w-full! sm:w-56!"
      />
      <SegmentedControl
        aria-label={s.filterByStock}
        options={[
          { value: ALL, label: s.allStock },
          { value: 'low', label: s.lowStock },
        ]}
        value={list.query.stock ?? ALL}
        onChange={(stock) => list.change({ stock: stock === 'low' ? stock : undefined })}
      />
    </div>
  )
}

function Nothing({ query }: Pick<Products, 'query'>) {
  const isNarrowed = query.search !== '' || query.category_id !== undefined || query.stock !== undefined
  const [icon, body] = isNarrowed ? [SearchX, s.otherText] : [PackageOpen, s.firstProduct]
  return <EmptyState icon={icon} title={s.noResults} body={body} />
}

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

function Quantity({ product }: { product: Product }) {
  const { quantity } = product
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5">
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

const facts: Column<Product>[] = [
  {
    key: 'name',
    header: s.nameOfProduct,
    card: 'title',
    className: 'min-w-36 whitespace-normal!',
    cell: (row) => <Name product={row} />,
  },
  { key: 'image', header: s.image, card: 'hidden', className: 'w-14', cell: (row) => <ProductPicture product={row} /> },
  { key: 'quantity', header: s.quantityLabel, align: 'right', cell: (row) => <Quantity product={row} /> },
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

/** `first`: the number of this page's first row. */
const productColumns = (first: number, actions: Actions): Column<Product>[] =>
  [numberColumn(first), ...facts, actionsColumn(actions)].map(close)
