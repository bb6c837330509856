import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { clientsContract, type ClientRow, type EmailOwner } from '#shared/clients/contract.ts'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import { api } from '#web/lib/api.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { emailOwnerOf } from './email-owner.ts'

type Values = { name: string; email: string }
const fields = ['name', 'email'] as const

/** Whom the dialog hands on: a new client, or the one to whom the e-mail belongs. */
export type AddedClient = Pick<ClientRow, 'id' | 'user_id' | 'name' | 'email' | 'contact_number'>

type Options = { nameMissing: string; onAdded: (client: AddedClient) => void }

/** State and submit of the walk-in dialogs. `nameMissing` is the sentence for an empty name. */
export function useWalkInForm({ nameMissing, onAdded }: Options) {
  const queries = useQueryClient()
  const [owner, setOwner] = useState<EmailOwner | null>(null)
  const form = useForm<Values>({ defaultValues: { name: '', email: '' } })
  const name = useWatch({ control: form.control, name: 'name' }).trim()

  const submit = form.handleSubmit(async (values) => {
    if (values.name.trim() === '') return form.setError('name', { message: nameMissing }, { shouldFocus: true })
    const body = clientsContract.create.body.safeParse(values)
    if (!body.success) return placeIssues(body.error.issues)
    setOwner(null)
    try {
      const { data } = await api(clientsContract.create, { body: values })
      toast.success({ title: s.walkInAdded(data.name) })
      void queries.invalidateQueries({ queryKey: [clientsContract.list.url] })
      void queries.invalidateQueries({ queryKey: [clientsContract.contacts.url] })
      onAdded(data)
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

  /** The cashier has seen whose e-mail it is, and takes that client. */
  const takeOwner = async (chosen: EmailOwner) => {
    try {
      const { data } = await api(clientsContract.detail, { params: { id: chosen.client_id } })
      onAdded(data)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error({ title: s.failedToLoadOne, description: error.message })
    }
  }
  return { form, name, submit, owner, takeOwner, forgetOwner: () => setOwner(null) }
}
