import { clsx } from 'clsx'
import { PackageCheck, PackageOpen, Plus, SearchX, Tags } from 'lucide-react'
import { lazy, Suspense, useMemo, useRef, type ReactNode } from 'react'
import { INVENTORY_PAGE_SIZES, inventoryContract, STOCK_FILTERS, type Product } from '#shared/inventory/contract.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import { isGone, useAction } from '#web/data/use-action.ts'
import { useList, type List } from '#web/data/use-list.ts'
import { api } from '#web/lib/api.ts'
import { useToday } from '#web/lib/use-now.ts'
import { useAddress, writeParam } from '#web/lib/use-url-state.ts'
import { lazyPart } from '#web/lib/page/lazy-part.tsx'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState, Skeleton } from '#web/ui/data/load-states.tsx'
import { PageSizeSelect, Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { inventoryReads } from './categories.ts'
import { CategoryFilter } from './category-filter.tsx'
import { productColumns } from './product-columns.tsx'
import { ListExport } from '#web/exports/list-export.tsx'
import { supplyFile } from '#shared/inventory/list-file.ts'
import { stockContract, type OrderedProduct } from '#shared/inventory/stock-contract.ts'
import { orderFile } from '#shared/inventory/stock-file.ts'
import { orderMessages as orders } from '#shared/inventory/stock-messages.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { formatNumber } from '#shared/lib/numbers.ts'

const ProductDialog = lazyDialog(async () => (await import('./product-dialog.tsx')).ProductDialog)
// The dialog is loaded when it is opened, because its form and its list are large.
const loadStock = async () => ({ default: (await import('./stock-dialog.tsx')).StockDialog })
const StockDialog = lazy(() => retryImport(loadStock))
const CategoriesDialog = lazyDialog(async () => (await import('./categories-dialog.tsx')).CategoriesDialog)

type Products = List<typeof inventoryContract.products>

const CountPart = lazyPart(async () => (await import('./count-part.tsx')).CountPart)

const VIEWS = ['supplies', 'order', 'count'] as const
type View = (typeof VIEWS)[number]
const tabs = VIEWS.map((value) => ({ value, label: s.views[value] }))

/** The chosen tab, which the URL keeps. Opening another tab removes all filters. */
function useView(): [View, (view: View) => void] {
  const [params, edit] = useAddress()
  const open = (view: View) =>
    edit(
      (next) => {
        const names = [...next.keys()]
        for (const name of names) next.delete(name)
        writeParam(next, 'view', view, 'supplies')
      },
      { push: true },
    )
  return [VIEWS.find((view) => view === params.get('view')) ?? 'supplies', open]
}

/** The Supplies Inventory page: the supplies, the products to order, and the stock count. */
export default function SuppliesPage() {
  const [view, open] = useView()
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} />
      <Tabs label={s.title} items={tabs} value={view} onChange={open} panelClassName="mt-4">
        {view === 'supplies' ? (
          <AllSupplies />
        ) : (
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            {view === 'order' ? <OrderPart /> : <CountPart />}
          </Suspense>
        )}
      </Tabs>
    </div>
  )
}

/** The list of all supplies with its dialogs. */
function AllSupplies() {
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
        covers={[list.query.stock && s.stockFilters[list.query.stock]]}
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
    <>
      <Supplies list={list} actions={actions} onEdit={edit.open} onStock={stock.open} />
      {edit.element}
      {stock.element}
      {sort.element}
    </>
  )
}

type SuppliesProps = { list: Products; actions: ReactNode } & Record<
  'onEdit' | 'onStock',
  (opened: { product: Product }) => void
>

/** The searchable table of supplies, a page at a time. */
function Supplies({ list, actions, onEdit, onStock }: SuppliesProps) {
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
  const today = useToday()
  // Row numbers belong to the displayed rows, also while the next page loads.
  const first = answer ? (answer.page - 1) * answer.per_page + 1 : 1
  const columns = useMemo(() => {
    const onDelete = async (product: Product) => {
      // The deleted row had the focus, so the heading of the list gets the focus.
      if (isGone(await remove(product))) heading.current?.focus()
    }
    return productColumns(first, today, {
      onEdit: (product) => onEdit({ product }),
      onStock: (product) => onStock({ product }),
      onDelete: (product) => void onDelete(product),
    })
  }, [first, today, onEdit, onStock, remove])
  return (
    <section className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 ref={heading} tabIndex={-1} className="tnum min-w-40 flex-1 text-lg font-bold outline-none">
          {s.listed(list.total)}
        </h2>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">{actions}</div>
      </div>
      <Toolbar list={list} />
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

/** The controls for search, category and stock. */
function Toolbar({ list }: { list: Products }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox label={s.search} {...list.searchBox} className="w-full sm:w-80" />
      <CategoryFilter value={list.query.category_id} onChange={(category_id) => list.change({ category_id })} />
      <Select
        aria-label={s.filterByStock}
        options={[
          { value: ALL, label: s.allStock },
          ...STOCK_FILTERS.map((value) => ({ value, label: s.stockFilters[value] })),
        ]}
        value={list.query.stock ?? ALL}
        onChange={(stock) => list.change({ stock: STOCK_FILTERS.find((filter) => filter === stock) })}
        className="w-full! sm:w-60!"
      />
    </div>
  )
}

function Nothing({ query }: Pick<Products, 'query'>) {
  const isNarrowed = query.search !== '' || query.category_id !== undefined || query.stock !== undefined
  const [icon, body] = isNarrowed ? [SearchX, s.otherText] : [PackageOpen, s.firstProduct]
  return <EmptyState icon={icon} title={s.noResults} body={body} />
}

/** The list of products to order: those at or below their low-stock level, by supplier. */
function OrderPart() {
  const list = useList(stockContract.order, { names: { category_id: 'category' }, failed: orders.failed })
  const isNarrowed = list.query.search !== '' || list.query.category_id !== undefined
  return (
    <section className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="tnum min-w-40 flex-1 text-lg font-bold">{orders.listed(list.total)}</h2>
        <ListExport list={list} file={orderFile} endpoint={stockContract.exportOrder} />
      </div>
      <p className="text-sm text-ink-2">{orders.hint}</p>
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox label={orders.search} {...list.searchBox} className="w-full sm:w-80" />
        <CategoryFilter value={list.query.category_id} onChange={(category_id) => list.change({ category_id })} />
      </div>
      <DataTable
        label={orders.title}
        columns={orderColumns}
        rowKey={(product) => product.id}
        empty={
          isNarrowed ? (
            <EmptyState icon={SearchX} title={s.noResults} body={s.otherText} />
          ) : (
            <EmptyState icon={PackageCheck} title={orders.nothing} body={orders.nothingHint} />
          )
        }
        {...list.table}
      />
      <Pager {...list.pager} />
    </section>
  )
}

const orderColumns: Column<OrderedProduct>[] = [
  {
    key: 'name',
    header: s.nameOfProduct,
    card: 'title',
    className: 'min-w-36 whitespace-normal!',
    cell: ({ name, category_name }) => (
      <>
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-compact font-normal wrap-anywhere text-ink-2">{category_name}</span>
      </>
    ),
  },
  {
    key: 'quantity',
    header: orders.inStock,
    align: 'right',
    cell: ({ quantity }) => <span className={clsx(quantity < 0 && 'text-danger')}>{formatNumber(quantity)}</span>,
  },
  { key: 'level', header: orders.level, align: 'right', cell: ({ low_stock_level }) => formatNumber(low_stock_level) },
  {
    key: 'proposed',
    header: orders.proposed,
    align: 'right',
    cell: ({ proposed, unit_type }) => (
      <span className="wrap-anywhere">
        <b>{formatNumber(proposed)}</b> {unit_type}
      </span>
    ),
  },
  { key: 'supplier', header: orders.supplier, className: 'wrap-anywhere', cell: ({ supplier }) => supplier ?? '—' },
  {
    key: 'cost',
    header: orders.unitCost,
    align: 'right',
    cell: ({ unit_cost }) => (unit_cost === null ? '—' : formatPeso(toCentavos(unit_cost))),
  },
]
