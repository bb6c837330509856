import { Tags } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Category } from '#shared/inventory/contract.ts'
import { inventorySentences as s } from '#shared/inventory/sentences.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field } from '#web/ui/field.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useAllCategories } from './all-categories.ts'
import { useCategoryForm } from './category-form.ts'
import { CategoryRow, EditedCategory } from './category-row.tsx'
import { useCategoryChanges } from './use-category-changes.ts'

type CategoriesDialogProps = { open: boolean; onClose: () => void; onDeleted: (category: Category) => void }
type Changes = ReturnType<typeof useCategoryChanges>

/** Adds, renames and deletes the categories of the supplies. */
export function CategoriesDialog({ open, onClose, onDeleted }: CategoriesDialogProps) {
  const changes = useCategoryChanges(onDeleted)
  return (
    <Dialog open={open} onClose={onClose} title={s.categories} description={s.categoriesHint}>
      <div className="space-y-4">
        <AddCategory add={changes.add} />
        <CategoryList changes={changes} />
      </div>
    </Dialog>
  )
}

function AddCategory({ add }: { add: Changes['add'] }) {
  const { form, submit } = useCategoryForm({
    name: '',
    save: add,
    onSaved: () => form.setFocus('name'),
    failed: s.categoryNotAdded,
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-wrap items-start gap-2">
      <Field
        label={s.newCategory}
        labelHidden
        required
        error={form.formState.errors.name?.message}
        className="min-w-52 flex-1"
      >
        <TextInput {...form.register('name')} autoComplete="off" placeholder={s.newCategory} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        busy={form.formState.isSubmitting}
        busyLabel={s.adding}
        className="min-h-12 max-sm:w-full"
      >
        {s.addCategory}
      </Button>
    </form>
  )
}

function CategoryList({ changes }: { changes: Changes }) {
  const { data: categories, error, refetch, isFetching } = useAllCategories()
  const sentence = sentenceOf({ error, data: categories }, s.failedToLoadCategories)
  const box = useRef<HTMLDivElement>(null)
  // The row that had the focus is gone.
  const remove = async (category: Category) => {
    if (await changes.remove(category)) box.current?.focus()
  }
  return (
    <div ref={box} role="group" aria-label={s.categories} tabIndex={-1} className="outline-none">
      {sentence && <ErrorPanel message={sentence} onRetry={() => void refetch()} busy={isFetching} />}
      {!categories && !sentence && <Loading />}
      {categories?.length === 0 && <EmptyState icon={Tags} title={s.noCategory} body={s.firstCategory} />}
      {categories && categories.length > 0 && (
        <Rows categories={categories} rename={changes.rename} remove={(category) => void remove(category)} />
      )}
    </div>
  )
}

function Loading() {
  return (
    <SkeletonGroup className="space-y-4 py-2">
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} className="h-9 w-full" />
      ))}
    </SkeletonGroup>
  )
}

type RowsProps = {
  categories: readonly Category[]
  rename: Changes['rename']
  remove: (category: Category) => void
}

/** One row at a time is an input; when it is done, the focus comes back to its edit button. */
function Rows({ categories, rename, remove }: RowsProps) {
  const [edited, setEdited] = useState<string | null>(null)
  const [lastEdited, setLastEdited] = useState<string | null>(null)
  const edit = (id: string | null) => {
    setLastEdited(edited)
    setEdited(id)
  }
  return (
    <ul className="divide-y divide-line">
      {categories.map((category) => (
        <li key={category.id}>
          {category.id === edited ? (
            <EditedCategory category={category} rename={(name) => rename(category, name)} onDone={() => edit(null)} />
          ) : (
            <CategoryRow
              category={category}
              focusEdit={edited === null && category.id === lastEdited}
              onEdit={() => edit(category.id)}
              onDelete={() => remove(category)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
