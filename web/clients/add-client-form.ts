import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form'
import { clientsContract, type EmailOwner } from '#shared/clients/contract.ts'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { api } from '#web/lib/api.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { now } from '#web/lib/use-now.ts'
import { toast } from '#web/ui/toast.ts'
import { emailOwnerOf } from './email-owner.ts'
import { rereadClients } from './reread-clients.ts'

const fields = ['first_name', 'middle_name', 'last_name', 'suffix', 'email', 'contact_number', 'date'] as const
export type NewClientValues = Record<(typeof fields)[number], string>

const byContract = zodResolver(clientsContract.create.body)

/** What the contract says of the whole name stands at the first name, and an empty date has its own sentence. */
function placed(errors: FieldErrors, values: NewClientValues): FieldErrors<NewClientValues> {
  const { name, ...rest } = errors
  return {
    ...rest,
    ...(name && { first_name: name }),
    ...(values.date === '' && { date: { type: 'required', message: s.dateRequired } }),
  } as FieldErrors<NewClientValues>
}

const resolver: Resolver<NewClientValues> = async (values, context, options) => {
  const { errors } = await byContract(values, context, options as never)
  const found = placed(errors, values)
  return Object.keys(found).length > 0 ? { values: {}, errors: found } : { values, errors: {} }
}

/** State and submit of Add New Client. */
export function useAddClientForm(onAdded: () => void) {
  const queries = useQueryClient()
  const [owner, setOwner] = useState<EmailOwner | null>(null)
  const form = useForm<NewClientValues>({
    resolver,
    defaultValues: {
      first_name: '',
      middle_name: '',
      last_name: '',
      suffix: '',
      email: '',
      contact_number: '',
      date: manilaDate(now()),
    },
  })
  const submit = form.handleSubmit(async (values) => {
    setOwner(null)
    try {
      await api(clientsContract.create, { body: values })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setOwner(emailOwnerOf(error))
      const elsewhere = placeRefusal(error, form, fields)
      if (elsewhere.length > 0) toast.error({ title: s.failedToAdd, description: elsewhere.join('\n') })
      return
    }
    toast.success({ title: s.added })
    onAdded()
    await rereadClients(queries)
  })
  return { form, submit, owner, forgetOwner: () => setOwner(null) }
}
