import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, type FieldPath } from 'react-hook-form'
import { authContract } from '#shared/auth/contract.ts'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { api } from '#web/lib/api.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'

const defaultValues = {
  code: '',
  clinic_name: '',
  clinic_address: '',
  clinic_phone: '',
  clinic_email: '',
  name: '',
  email: '',
  password: '',
}
type Values = typeof defaultValues
const fields = Object.keys(defaultValues) as FieldPath<Values>[]

/** State and submit of the first run. */
export function useSetupForm(onDone: (person: SessionPerson) => void) {
  const [failure, setFailure] = useState('')
  const form = useForm({ resolver: zodResolver(authContract.setup.body), defaultValues })
  const submit = form.handleSubmit(async (body) => {
    setFailure('')
    try {
      const { user } = await api(authContract.setup, { body })
      onDone(user)
    } catch (error) {
      setFailure(placeRefusal(error, form, fields).join('\n'))
    }
  })
  /** What a text input of this form needs, and the sentence at its field. */
  const input = (name: FieldPath<Values>) => form.register(name)
  const errorOf = (name: FieldPath<Values>) => form.formState.errors[name]?.message
  return { submit, failure, input, errorOf, isBusy: form.formState.isSubmitting }
}
