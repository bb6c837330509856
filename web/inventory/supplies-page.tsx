import { Plus, Tags } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import type { Product } from '#shared/inventory/contract.ts'
import { inventorySentences as s } from '#shared/inventory/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useInventoryView } from './inventory-view.ts'
import { CategoriesDialog, ProductDialog } from './lazy-dialogs.ts'
import { SuppliesList } from './supplies-list.tsx'

/** Which opening of the dialog this is, so that each starts with an empty form. */
type Editing = { open: boolean; product: Product | null; opening: number }

function useEditing() {
  const [editing, setEditing] = useState<Editing>({ open: false, product: null, opening: 0 })
  const edit = useCallback(
    (product: Product | null) => setEditing(({ opening }) => ({ open: true, product, opening: opening + 1 })),
    [],
  )
  const close = () => setEditing((before) => ({ ...before, open: false }))
  return { editing, edit, close }
}

/** Supplies Inventory: what is on the shelf, and how much of it. */
export default function SuppliesPage() {
  const { query, change } = useInventoryView()
  const { editing, edit, close } = useEditing()
  const [sorting, setSorting] = useState(false)
  const actions = (
    <>
      <Button icon={<Tags size={18} aria-hidden="true" />} onClick={() => setSorting(true)}>
        {s.categories}
      </Button>
      <Button variant="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => edit(null)}>
        {s.addProduct}
      </Button>
    </>
  )
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} actions={actions} />
      <SuppliesList query={query} change={change} onEdit={edit} />
      <Suspense>
        <ProductDialog key={editing.opening} open={editing.open} product={editing.product} onClose={close} />
        <CategoriesDialog
          open={sorting}
          onClose={() => setSorting(false)}
          // A list narrowed to what is gone would look as if nothing were left.
          onDeleted={({ id }) => id === query.category_id && change({ category: '' })}
        />
      </Suspense>
    </div>
  )
}
