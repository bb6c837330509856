import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, type Resolver, type UseFormReturn } from 'react-hook-form'
import type { EmailOwner } from '#shared/clients/contract.ts'
import { clientHistorySentences as words } from '#shared/clients/history-sentences.ts'
import { manualClientContract, type ClientUser } from '#shared/clients/manual-client-contract.ts'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { contractResolver } from '#web/lib/contract-resolver.ts'
import { api } from '#web/lib/api.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { now } from '#web/lib/use-now.ts'
import { toast } from '#web/ui/toast.ts'
import { emailOwnerOf } from './email-owner.ts'
import { rereadClients } from './reread-clients.ts'
import { treatmentFirst, type TreatmentValues } from './treatment-values.ts'

type Chosen = Pick<ClientUser, 'user_id' | 'name' | 'email' | 'contact_number'>

export type ManualClientValues = TreatmentValues & {
  useExisting: boolean
  /** What stands in the box of Existing User. */
  userText: string
  user: Chosen | null
  name: string
  email: string
  contact_number: string
}

const fields = ['name', 'email', 'contact_number', 'treatment_id', 'service_ids', 'add_on_ids', 'date'] as const
const nobody = { userText: '', user: null, name: '', email: '', contact_number: '' }
const emptyForm = (): ManualClientValues => ({
  useExisting: false,
  ...nobody,
  treatment_id: '',
  service_ids: [],
  add_on_ids: [],
  date: manilaDate(now()),
})

/** Use Existing User is on, and neither a person nor None is taken yet. */
export const isChoosing = ({ useExisting, user, userText }: ManualClientValues): boolean =>
  useExisting && user === null && userText !== words.noneAddNew

/** The number of somebody on file is sent only when it was changed here: meanwhile others may have changed it. */
function bodyOf({
  user,
  name,
  email,
  contact_number,
  treatment_id,
  service_ids,
  add_on_ids,
  date,
}: ManualClientValues) {
  const isNewNumber = contact_number.trim() !== (user?.contact_number ?? '')
  const who = user
    ? { user_id: user.user_id, name: user.name, email: user.email, ...(isNewNumber && { contact_number }) }
    : { name, email, contact_number }
  return { ...who, treatment_id, service_ids, add_on_ids, date }
}

const byContract = treatmentFirst(contractResolver<ManualClientValues>(manualClientContract.create.body, bodyOf))

const resolver: Resolver<ManualClientValues> = async (values, context, options) => {
  const judged = await byContract(values, context, options)
  if (!isChoosing(values)) return judged
  const { name: _, ...errors } = judged.errors
  const message = words.existingUserRequired
  return { values: {}, errors: { userText: { type: 'required', message }, ...errors } }
}

/** Who it is: switches between somebody on file and somebody new; what was filled in for the other is forgotten. */
function usePerson(form: UseFormReturn<ManualClientValues>, forgetOwner: () => void) {
  const take = (values: Partial<ManualClientValues>) => {
    form.reset({ ...form.getValues(), ...values }, { keepErrors: true, keepDirty: true, keepIsSubmitted: true })
    forgetOwner()
    form.clearErrors(['userText', 'name', 'email', 'contact_number'])
  }
  return {
    switchTo: (useExisting: boolean) => take({ ...nobody, useExisting }),
    /** Typing over a chosen name lets go of the person. */
    typeUser: (userText: string) => {
      // Taking a choice puts its text into the box as well: that is no typing.
      if (userText !== form.getValues('userText')) take({ ...(form.getValues('user') && nobody), userText })
    },
    chooseUser: (user: Chosen) => {
      const { name, email, contact_number } = user
      const shown = { name, email: email ?? '', contact_number: contact_number ?? '' }
      take({ useExisting: true, userText: name, user, ...shown })
    },
    /** None (Add New User). */
    chooseNone: () => take({ ...nobody, userText: words.noneAddNew }),
  }
}

/** State and submit of Add Client. */
export function useManualClientForm(onAdded: () => void) {
  const queries = useQueryClient()
  const [owner, setOwner] = useState<EmailOwner | null>(null)
  const forgetOwner = () => setOwner(null)
  const form = useForm<ManualClientValues>({ resolver, defaultValues: emptyForm() })
  const submit = form.handleSubmit(async (values) => {
    forgetOwner()
    try {
      await api(manualClientContract.create, { body: bodyOf(values) })
    } catch (error) {
      setOwner(emailOwnerOf(error))
      const elsewhere = placeRefusal(error, form, fields)
      if (elsewhere.length > 0) toast.error({ title: s.failedToAdd, description: elsewhere.join('\n') })
      return
    }
    toast.success({ title: s.added })
    onAdded()
    await rereadClients(queries)
  })
  return { form, submit, owner, forgetOwner, ...usePerson(form, forgetOwner) }
}
export type ManualClientForm = ReturnType<typeof useManualClientForm>
