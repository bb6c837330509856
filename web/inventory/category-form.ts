import type { BaseSyntheticEvent } from 'react'
import { useForm } from 'react-hook-form'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { contractResolver } from '#web/lib/contract-resolver.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { toast } from '#web/ui/toast.ts'

export type CategoryValues = { name: string }

type CategoryFormOptions = {
  name: string
  save: (name: string) => Promise<void>
  onSaved: () => void
  /** The title of what is refused for another reason than the name. */
  failed: string
  /** What a blank name does instead of being refused. */
  onBlank?: () => void
}

/** The one field of a category: for a new one, and for the row that is renamed. A blank name is never sent. */
export function useCategoryForm({ name, save, onSaved, failed, onBlank }: CategoryFormOptions) {
  const form = useForm<CategoryValues>({
    resolver: contractResolver<CategoryValues>(inventoryContract.createCategory.body, (values) => values),
    defaultValues: { name },
  })
  const submit = form.handleSubmit(async (values) => {
    try {
      await save(values.name.trim())
    } catch (error) {
      const elsewhere = placeRefusal(error, form, ['name'])
      if (elsewhere.length > 0) toast.error({ title: failed, description: elsewhere.join('\n') })
      return
    }
    form.reset({ name })
    onSaved()
  })
  /** A name that was wiped out is no new name. */
  const submitUnlessBlank = async (event?: BaseSyntheticEvent) => {
    if (!onBlank || form.getValues('name').trim() !== '') return submit(event)
    event?.preventDefault()
    onBlank()
  }
  return { form, submit: submitUnlessBlank }
}
