import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, type FieldErrors } from 'react-hook-form'
import { authContract, type SessionPerson } from '#shared/auth/contract.ts'
import { authSentences as s } from '#shared/auth/sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import { callSentences } from '#shared/lib/errors.ts'
import { userSentences } from '#shared/users/sentences.ts'
import { api } from '#web/lib/api.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { serverWords } from '#web/lib/server-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { FormFailure } from './form-failure.tsx'
import { NewPasswordField } from './new-password-field.tsx'

const fields = ['name', 'email', 'password'] as const
type Values = Record<(typeof fields)[number], string>

/** All sentences of a refusal, one a line, as the toast shows them. */
function linesOf(error: unknown): string {
  if (!(error instanceof CallError)) throw error
  const lines = Object.values(error.errors).flat()
  return lines.length > 0 ? lines.join('\n') : serverWords(error, s.somethingWentWrong)
}

/** What the strip above the form says: why, or only that it failed when the fields say why. */
function failureOf(elsewhere: readonly string[]): string {
  if (elsewhere.length === 0) return s.registrationFailed
  return elsewhere.map((sentence) => (sentence === callSentences.general ? s.tryLater : sentence)).join('\n')
}

function useRegistration(onRegistered: (person: SessionPerson) => void) {
  const [failure, setFailure] = useState('')
  const form = useForm({
    resolver: zodResolver(authContract.register.body),
    defaultValues: { name: '', email: '', password: '' },
  })
  const onInvalid = (_errors: FieldErrors<Values>) => {
    const isBlank = fields.some((field) => form.getValues(field).trim() === '')
    setFailure(isBlank ? s.allFieldsRequired : '')
    if (isBlank) toast.error({ title: s.allFieldsRequired })
  }
  const submit = form.handleSubmit(async (body) => {
    setFailure('')
    try {
      const { user } = await api(authContract.register, { body: { ...body, user_role: 'client' } })
      onRegistered(user)
    } catch (error) {
      toast.error({ title: s.registrationFailedTitle, description: linesOf(error), seconds: 5 })
      setFailure(failureOf(placeRefusal(error, form, fields)))
    }
  }, onInvalid)
  return { form, failure, submit }
}

const nameError = (sentence: string | undefined) =>
  sentence === s.allFieldsRequired ? userSentences.nameRequired : sentence

/** The back of the card: a visitor becomes a client. */
export function RegisterPanel({ onRegistered }: { onRegistered: (person: SessionPerson) => void }) {
  const { form, failure, submit } = useRegistration(onRegistered)
  const { errors, isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label={s.createAccount}>
      <div className="space-y-4">
        <FormFailure sentence={failure} />
        {/* The strip above says that everything is needed; the field says what it is itself. */}
        <Field label={s.fullName} required error={nameError(errors.name?.message)}>
          <TextInput {...form.register('name')} autoComplete="name" />
        </Field>
        <Field label={s.email} required error={errors.email?.message}>
          <TextInput {...form.register('email')} type="email" autoComplete="username" inputMode="email" />
        </Field>
        <NewPasswordField {...form.register('password')} label={s.password} error={errors.password?.message} />
      </div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={isSubmitting}
        busyLabel={s.creatingAccount}
        className="mt-6"
      >
        {s.createAccount}
      </Button>
    </form>
  )
}
