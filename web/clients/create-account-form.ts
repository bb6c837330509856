import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { clientsContract, type ClientDetail, type EmailOwner } from '#shared/clients/contract.ts'
import { clientHistorySentences as s } from '#shared/clients/history-sentences.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { contractResolver } from '#web/lib/contract-resolver.ts'
import { api } from '#web/lib/api.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { emailOwnerOf } from './email-owner.ts'
import { rereadClients } from './reread-clients.ts'

export type CreatedAccount = Output<typeof clientsContract.assignAccount>

type Values = { name: string; email: string; password: string }
const fields = ['name', 'email', 'password'] as const

/** An empty password is none: the server makes the default one. */
const bodyOf = (client: ClientDetail, { password, ...rest }: Values) => ({
  client_id: client.id,
  customer_name: client.name,
  ...rest,
  ...(password !== '' && { password }),
})

/** State and submit of Create Account. */
export function useCreateAccountForm(client: ClientDetail, onCreated: (account: CreatedAccount) => void) {
  const queries = useQueryClient()
  const [owner, setOwner] = useState<EmailOwner | null>(null)
  const form = useForm<Values>({
    resolver: contractResolver<Values>(clientsContract.assignAccount.body, (values) => bodyOf(client, values)),
    defaultValues: { name: client.name, email: client.email ?? '', password: '' },
  })
  const submit = form.handleSubmit(async (values) => {
    setOwner(null)
    try {
      const created = await api(clientsContract.assignAccount, { body: bodyOf(client, values) })
      toast.success({ title: s.accountCreated(created.data.name) })
      onCreated(created)
    } catch (error) {
      setOwner(emailOwnerOf(error))
      const elsewhere = placeRefusal(error, form, fields)
      if (elsewhere.length > 0) toast.error({ title: s.failedToAssign, description: elsewhere.join('\n') })
      return
    }
    await rereadClients(queries)
  })
  return { form, submit, owner, forgetOwner: () => setOwner(null) }
}
