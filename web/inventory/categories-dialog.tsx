import { useQueryClient } from '@tanstack/react-query'
import { Check, Pencil, Tags, Trash2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type BaseSyntheticEvent, type KeyboardEvent } from 'react'
import { inventoryContract, type Category } from '#shared/inventory/contract.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { api } from '#web/lib/api.ts'
import { rereadAll } from '#web/lib/query.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { discardQuestion, useUnsavedGuard } from '#web/ui/overlays/unsaved-changes.ts'
import { EmptyState, Loaded, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { useRefusals } from '#web/ui/overlays/refusals.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { inventoryReads, useAllCategories } from './categories.ts'

type Deleted = { onDeleted: (category: Category) => void }

/** A dialog to add, rename and delete categories. */
export function CategoriesDialog({ open, onClose, onDeleted }: DialogControl & Deleted) {
  const [isAddTyped, setIsAddTyped] = useState(false)
  const [isEditTyped, setIsEditTyped] = useState(false)
  const isTyped = isAddTyped || isEditTyped
  const confirm = useConfirm()
  const close = async () => {
    if (!isTyped || (await confirm(discardQuestion))) onClose()
  }
  useUnsavedGuard(open && isTyped)
  return (
    <Dialog open={open} onClose={() => void close()} title={s.categories} description={s.categoriesHint}>
      <div className="space-y-4">
        <AddCategory onTyped={setIsAddTyped} />
        <CategoryList onDeleted={onDeleted} isTyped={isEditTyped} onTyped={setIsEditTyped} />
      </div>
    </Dialog>
  )
}

const trimmed = ({ name }: { name: string }) => ({ name: name.trim() })

type Typing = { onTyped: (isTyped: boolean) => void }

/** Reports to the dialog whether a form in it has unsaved changes. */
function useTyping(isDirty: boolean, { onTyped }: Typing): void {
  const tell = useEffectEvent(onTyped)
  useEffect(() => {
    if (!isDirty) return
    tell(true)
    return () => tell(false)
  }, [isDirty])
}

function AddCategory({ onTyped }: Typing) {
  const { form, busy, isDirty, onSubmit } = useContractForm(inventoryContract.createCategory, {
    values: { name: '' },
    input: (values) => ({ body: trimmed(values) }),
    done: ({ data }) => s.categoryAdded(data.name),
    failed: s.categoryNotAdded,
    reread: inventoryReads,
    onDone: () => {
      form.reset()
      form.setFocus('name')
    },
  })
  useTyping(isDirty, { onTyped })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-wrap items-start gap-2">
      <Field
        label={s.newCategory}
        labelHidden
        required
        error={form.formState.errors.name?.message}
        className="min-w-52 flex-1"
      >
        <TextInput {...form.register('name')} autoComplete="off" placeholder={s.newCategory} />
      </Field>
      <Button type="submit" variant="primary" busy={busy} busyLabel={s.adding} className="min-h-12 max-sm:w-full">
        {s.addCategory}
      </Button>
    </form>
  )
}

/** Deletes a category. `onGone` is called before the list is reloaded, once the category no longer exists. */
function useDeleteCategory(onDeleted: (category: Category) => void, onGone: () => void) {
  const queries = useQueryClient()
  const { run } = useAction(({ id }: Category) => api(inventoryContract.deleteCategory, { params: { id } }), {
    ask: ({ name }) => ({
      title: s.deleteCategory,
      body: name,
      danger: true,
      confirmLabel: s.delete,
      cancelLabel: s.cancel,
      busyLabel: s.deleting,
    }),
    done: s.categoryDeleted,
    failed: s.categoryNotDeleted,
    reread: inventoryReads,
    onDone: (_, category) => {
      onGone()
      onDeleted(category)
    },
    onFailed: ({ status }) => {
      if (status === 404) onGone()
    },
  })
  const { showRefusal } = useRefusals()
  /** Deletes an empty category. For a category with products, shows why it cannot be deleted instead of asking. */
  return async (category: Category): Promise<void> => {
    if (category.product_count === 0) return void (await run(category))
    showRefusal({ title: s.categoryNotDeleted, description: s.categoryInUse(category.product_count) })
    await rereadAll(queries, inventoryReads)
  }
}

type ListTyping = Typing & { isTyped: boolean }

function CategoryList({ onDeleted, ...typing }: Deleted & ListTyping) {
  const { data: categories, failure } = useAllCategories()
  const box = useRef<HTMLDivElement>(null)
  // The focused row disappears with its category, so the dialog takes the focus.
  const remove = useDeleteCategory(onDeleted, () => box.current?.focus())
  return (
    <div ref={box} role="group" aria-label={s.categories} tabIndex={-1} className="outline-none">
      <Loaded read={{ data: categories, failure }} skeleton={<Loading />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={Tags} title={s.noCategory} body={s.firstCategory} />
          ) : (
            <Rows categories={rows} remove={(category) => void remove(category)} {...typing} />
          )
        }
      </Loaded>
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

type RowsProps = ListTyping & {
  categories: readonly Category[]
  remove: (category: Category) => void
}

/** The list of categories; one at a time can be renamed, and afterwards its edit button gets the focus. */
function Rows({ categories, remove, isTyped, onTyped }: RowsProps) {
  const confirm = useConfirm()
  const [edited, setEdited] = useState<string | null>(null)
  const [lastEdited, setLastEdited] = useState<string | null>(null)
  const edit = (id: string | null) => {
    setLastEdited(edited)
    setEdited(id)
  }
  const editOther = async (id: string) => {
    if (!isTyped || (await confirm(discardQuestion))) edit(id)
  }
  return (
    <ul className="divide-y divide-line">
      {categories.map((category) => (
        <li key={category.id}>
          {category.id === edited ? (
            <EditedCategory category={category} onTyped={onTyped} onDone={() => edit(null)} />
          ) : (
            <CategoryRow
              category={category}
              focusEdit={edited === null && category.id === lastEdited}
              onEdit={() => void editOther(category.id)}
              onDelete={() => remove(category)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

type CategoryRowProps = { category: Category; focusEdit: boolean; onEdit: () => void; onDelete: () => void }

/** A category with its number of products. `focusEdit` is true after an edit: the Edit button then gets the focus. */
function CategoryRow({ category, focusEdit, onEdit, onDelete }: CategoryRowProps) {
  const edit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focusEdit) edit.current?.focus()
  }, [focusEdit])
  return (
    <div className="flex min-h-13 items-center gap-1">
      <p className="min-w-0 flex-1 py-1 wrap-anywhere">
        <span className="font-semibold">{category.name}</span>
        <span className="tnum block text-compact text-ink-2">{s.products(category.product_count)}</span>
      </p>
      <IconButton
        ref={edit}
        label={s.edit(category.name)}
        icon={<Pencil size={18} aria-hidden="true" />}
        onClick={onEdit}
      />
      <IconButton
        label={s.remove(category.name)}
        icon={<Trash2 size={18} aria-hidden="true" />}
        variant="danger-quiet"
        onClick={onDelete}
      />
    </div>
  )
}

const nameOf = ({ name }: Category) => ({ name })

/** The row being renamed: Enter saves; Escape or an empty name cancels. */
function EditedCategory({ category, onDone, onTyped }: Typing & { category: Category; onDone: () => void }) {
  const { form, busy, isDirty, onSubmit } = useContractForm(inventoryContract.updateCategory, {
    values: nameOf(category),
    edits: { row: category, valuesOf: nameOf },
    input: (values) => ({ params: { id: category.id }, body: trimmed(values) }),
    done: ({ data }) => s.categorySaved(data.name),
    failed: s.categoryNotSaved,
    reread: inventoryReads,
    onDone,
  })
  useTyping(isDirty, { onTyped })
  const { setFocus } = form
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus])
  const submit = (event: BaseSyntheticEvent) => {
    if (form.getValues('name').trim() !== '') return onSubmit(event)
    event.preventDefault()
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Escape cancels only the row's editing, so it must not close the dialog.
    event.stopPropagation()
    onDone()
  }
  return (
    <form noValidate onSubmit={submit} onKeyDown={onKeyDown} className="flex gap-1 py-1">
      <Field label={s.categoryNameLabel} labelHidden error={form.formState.errors.name?.message} className="flex-1">
        <TextInput {...form.register('name')} size="sm" autoComplete="off" />
      </Field>
      <IconButton label={s.cancelEditing} icon={<X size={20} aria-hidden="true" />} onClick={onDone} />
      <IconButton
        label={s.save}
        icon={<Check size={20} aria-hidden="true" />}
        variant="primary"
        type="submit"
        disabled={busy}
        data-busy={busy || undefined}
      />
    </form>
  )
}
