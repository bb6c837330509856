import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { clientsContract, type EmailOwner } from '#shared/clients/contract.ts'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { api } from '#web/lib/api.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { emailOwnerOf } from './email-owner.ts'
import { rereadClients } from './reread-clients.ts'

type Values = { name: string; email: string }
const fields = ['name', 'email'] as const

/** State and submit of the desk's walk-in dialog. */
export function useWalkInForm(onAdded: () => void) {
  const queries = useQueryClient()
  const [owner, setOwner] = useState<EmailOwner | null>(null)
  const form = useForm<Values>({ defaultValues: { name: '', email: '' } })
  const name = useWatch({ control: form.control, name: 'name' }).trim()

  const submit = form.handleSubmit(async (values) => {
    if (values.name.trim() === '') return form.setError('name', { message: s.walkInValidation }, { shouldFocus: true })
    const body = clientsContract.create.body.safeParse(values)
    if (!body.success) return placeIssues(body.error.issues)
    setOwner(null)
    try {
      const { data } = await api(clientsContract.create, { body: values })
      toast.success({ title: s.walkInAddedPlain, description: data.name })
      void rereadClients(queries)
      onAdded()
    } catch (error) {
      setOwner(emailOwnerOf(error))
      const elsewhere = placeRefusal(error, form, fields)
      if (elsewhere.length > 0) toast.error({ title: s.failedToCreateWalkIn, description: elsewhere.join('\n') })
    }
  })

  const placeIssues = (issues: readonly { path: PropertyKey[]; message: string }[]) =>
    issues.forEach(({ path, message }, index) =>
      form.setError(path[0] === 'email' ? 'email' : 'name', { message }, { shouldFocus: index === 0 }),
    )
  return { form, name, submit, owner, forgetOwner: () => setOwner(null) }
}
