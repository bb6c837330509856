import { PackageOpen, Plus, SearchX, Tags } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { INVENTORY_PAGE_SIZES, inventoryContract, type Product } from '#shared/inventory/contract.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import { isGone, useAction } from '#web/data/use-action.ts'
import { useList, type List } from '#web/data/use-list.ts'
import { api } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageSizeSelect, Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { inventoryReads, useCategoryChoices } from './categories.ts'
import { productColumns } from './product-columns.tsx'

const ProductDialog = lazyDialog(async () => (await import('./product-dialog.tsx')).ProductDialog)
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
  const sort = useDialog(CategoriesDialog, {
    // Clears the filter when its category is deleted, because the list would look empty.
    onDeleted: ({ id }) => id === list.query.category_id && list.change({ category_id: undefined }),
  })
  const actions = (
    <>
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
      <Supplies list={list} onEdit={edit.open} />
      {edit.element}
      {sort.element}
    </div>
  )
}

type SuppliesProps = { list: Products; onEdit: (opened: { product: Product }) => void }

/** The searchable table of supplies, a page at a time. */
function Supplies({ list, onEdit }: SuppliesProps) {
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
      // The focused row is gone.
      if (isGone(await remove(product))) heading.current?.focus()
    }
    return productColumns(first, {
      onEdit: (product) => onEdit({ product }),
      onDelete: (product) => void onDelete(product),
    })
  }, [first, onEdit, remove])
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

/** Search, category and low stock. */
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
  return isNarrowed ? (
    <EmptyState icon={SearchX} title={s.noResults} body={s.otherText} />
  ) : (
    <EmptyState icon={PackageOpen} title={s.noResults} body={s.firstProduct} />
  )
}
