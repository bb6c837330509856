import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, type Resolver } from 'react-hook-form'
import { clientsContract, type ClientDetail } from '#shared/clients/contract.ts'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { api } from '#web/lib/api.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { rereadClients } from './reread-clients.ts'

const fields = ['name', 'email', 'contact_number'] as const
type Values = Record<(typeof fields)[number], string>

const resolver: Resolver<Values> = zodResolver(clientsContract.update.body) as never

/** State and submit of Edit Client. */
export function useEditClientForm(client: ClientDetail, onSaved: () => void) {
  const queries = useQueryClient()
  const form = useForm<Values>({
    resolver,
    defaultValues: { name: client.name, email: client.email ?? '', contact_number: client.contact_number ?? '' },
  })
  const submit = form.handleSubmit(async (values) => {
    try {
      await api(clientsContract.update, { params: { id: client.id }, body: values })
    } catch (error) {
      const elsewhere = placeRefusal(error, form, fields)
      if (elsewhere.length > 0) toast.error({ title: s.failedToSave, description: elsewhere.join('\n') })
      return
    }
    toast.success({ title: s.updated })
    onSaved()
    await rereadClients(queries)
  })
  return { form, submit }
}
