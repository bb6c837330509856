import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useForm, type DefaultValues, type FieldPath, type FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { contractResolver } from '#web/lib/contract-resolver.ts'
import { rereadCatalogue } from './optimistic-list.ts'

type AddFormOptions<Values extends FieldValues> = {
  empty: Values
  /** Kept after adding: the treatment of the next service is mostly the same. */
  keep?: FieldPath<Values>
  schema: z.ZodType
  bodyOf: (values: Values) => unknown
  /** Where the focus goes after adding, so that the next one can be typed at once. */
  first: FieldPath<Values>
  nameOf: (values: Values) => string
  failed?: string
  create: (values: Values) => Promise<unknown>
}

/** State and submit of a form that adds to the catalogue and is then ready for the next. */
export function useAddForm<Values extends FieldValues>(options: AddFormOptions<Values>) {
  const queries = useQueryClient()
  const form = useForm<Values>({
    resolver: contractResolver<Values>(options.schema, options.bodyOf),
    defaultValues: options.empty as DefaultValues<Values>,
  })
  const [added, setAdded] = useState(0)
  const focusFirst = useEffectEvent(() => form.setFocus(options.first))
  // The emptied form registers its inputs anew with the next render; only then can one of them be focused.
  useEffect(() => {
    if (added > 0) focusFirst()
  }, [added])
  const fields = Object.keys(options.empty) as FieldPath<Values>[]
  const submit = form.handleSubmit(async (values) => {
    try {
      await options.create(values)
    } catch (error) {
      const elsewhere = placeRefusal(error, form, fields)
      if (elsewhere.length > 0) toast.error({ title: options.failed ?? s.notAdded, description: elsewhere.join('\n') })
      return
    }
    toast.success({ title: s.added(options.nameOf(values).trim()) })
    form.reset({ ...options.empty, ...(options.keep && { [options.keep]: values[options.keep] }) })
    setAdded((count) => count + 1)
    await rereadCatalogue(queries)
  })
  return { form, submit: (event: FormEvent) => void submit(event) }
}
