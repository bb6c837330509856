import { Check, Pencil, Trash2, X } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { Category } from '#shared/inventory/contract.ts'
import { inventorySentences as s } from '#shared/inventory/sentences.ts'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useCategoryForm } from './category-form.ts'

type CategoryRowProps = { category: Category; focusEdit: boolean; onEdit: () => void; onDelete: () => void }

/** A category with the number of its products. `focusEdit`: it was just edited, and the focus comes back to it. */
export function CategoryRow({ category, focusEdit, onEdit, onDelete }: CategoryRowProps) {
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

type EditedCategoryProps = { category: Category; rename: (name: string) => Promise<void>; onDone: () => void }

/** The row whose name is an input: Enter saves, Escape gives up, and so does a blank name. */
export function EditedCategory({ category, rename, onDone }: EditedCategoryProps) {
  const { form, submit } = useCategoryForm({
    name: category.name,
    save: rename,
    onSaved: onDone,
    failed: s.categoryNotSaved,
    onBlank: onDone,
  })
  const { setFocus } = form
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The key belongs to the row, not to the dialog around it.
    event.stopPropagation()
    onDone()
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} onKeyDown={onKeyDown} className="flex gap-1 py-1">
      <Field label={s.categoryNameLabel} labelHidden error={form.formState.errors.name?.message} className="flex-1">
        <TextInput {...form.register('name')} size="sm" autoComplete="off" />
      </Field>
      <IconButton label={s.cancelEditing} icon={<X size={20} aria-hidden="true" />} onClick={onDone} />
      <IconButton
        label={s.save}
        icon={<Check size={20} aria-hidden="true" />}
        variant="primary"
        type="submit"
        disabled={form.formState.isSubmitting}
        data-busy={form.formState.isSubmitting || undefined}
      />
    </form>
  )
}
