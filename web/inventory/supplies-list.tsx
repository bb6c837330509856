import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PackageOpen, SearchX } from 'lucide-react'
import { useCallback, useMemo, useRef } from 'react'
import { INVENTORY_PAGE_SIZES, inventoryContract, type Product } from '#shared/inventory/contract.ts'
import { inventorySentences as s } from '#shared/inventory/sentences.ts'
import { formatInstantTime } from '#shared/lib/manila-time.ts'
import { pageCount } from '#shared/lib/paging.ts'
import { query as endpointQuery } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { useExistingPage } from '#web/lib/use-existing-page.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageSizeSelect } from '#web/ui/page-size-select.tsx'
import { Pager } from '#web/ui/pager.tsx'
import type { InventoryView } from './inventory-view.ts'
import { productColumns } from './product-columns.tsx'
import { SuppliesToolbar } from './supplies-toolbar.tsx'
import { useDeleteProduct } from './use-delete-product.ts'

type SuppliesListProps = InventoryView & { onEdit: (product: Product) => void }

/** The searchable table of supplies, a page at a time. */
export function SuppliesList({ query, change, onEdit }: SuppliesListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The row that had the focus is gone.
  const onGone = useCallback(() => heading.current?.focus(), [])
  const deleteProduct = useDeleteProduct(onGone)
  const list = useQuery({
    ...endpointQuery(inventoryContract.products, { querystring: query }),
    placeholderData: keepPreviousData,
  })
  // The rows and their numbers belong together, also while the next page is on its way.
  const first = list.data ? (list.data.page - 1) * list.data.per_page + 1 : 1
  const columns = useMemo(
    () => productColumns(first, { onEdit, onDelete: (product) => void deleteProduct(product) }),
    [first, onEdit, deleteProduct],
  )
  const pages = pageCount(list.data?.total ?? 0, query.per_page)
  useExistingPage(query.page, list.data && !list.isPlaceholderData ? pages : undefined, (page) => change({ page }))
  return (
    <section className="space-y-3">
      <SuppliesToolbar query={query} change={change} />
      <h2 ref={heading} tabIndex={-1} className="tnum text-lg font-bold outline-none">
        {s.listed(list.data?.total)}
      </h2>
      <DataTable
        label={s.title}
        columns={columns}
        rows={list.data?.data}
        rowKey={(product) => product.id}
        empty={<Nothing query={query} />}
        error={sentenceOf(list, s.failedToLoad)}
        onRetry={() => void list.refetch()}
        busy={list.isFetching}
        lastUpdated={formatInstantTime(new Date(list.dataUpdatedAt))}
      />
      <ListFoot query={query} change={change} pages={pages} />
    </section>
  )
}

function ListFoot({ query, change, pages }: InventoryView & { pages: number }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <PageSizeSelect value={query.per_page} options={INVENTORY_PAGE_SIZES} onChange={(size) => change({ size })} />
      <Pager
        keep
        variant="steps"
        page={query.page}
        pageCount={pages}
        onChange={(page) => change({ page })}
        className="min-w-72 flex-1"
      />
    </div>
  )
}

function Nothing({ query }: Pick<InventoryView, 'query'>) {
  const isNarrowed = query.search !== '' || query.category_id !== undefined
  return isNarrowed ? (
    <EmptyState icon={SearchX} title={s.noResults} body={s.otherWords} />
  ) : (
    <EmptyState icon={PackageOpen} title={s.noResults} body={s.firstProduct} />
  )
}
