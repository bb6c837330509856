import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useId, useState } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { homeOf } from '#shared/users/roles.ts'
import { api } from '#web/lib/api.ts'
import { placeErrors } from '#web/lib/form-errors.ts'
import { queryClient } from '#web/lib/query.ts'
import { beginSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { FormFailure, NewPasswordField } from './auth-fields.tsx'
import { CoverPage } from './cover-page.tsx'
import { useBrand } from './link-page.tsx'

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

/** The state of the setup form, and the function that submits it. */
function useSetupForm(onDone: (person: SessionPerson) => void) {
  const [failure, setFailure] = useState('')
  const form = useForm({ resolver: zodResolver(authContract.setup.body), defaultValues })
  const submit = form.handleSubmit(async (body) => {
    setFailure('')
    try {
      const { user } = await api(authContract.setup, { body })
      onDone(user)
    } catch (error) {
      setFailure(placeErrors(error, form, fields).join('\n'))
    }
  })
  /** Registers a text input of this form. */
  const input = (name: FieldPath<Values>) => form.register(name)
  const errorOf = (name: FieldPath<Values>) => form.formState.errors[name]?.message
  return { submit, failure, input, errorOf, isBusy: form.formState.isSubmitting }
}

type SetupForm = ReturnType<typeof useSetupForm>

/** The page that creates the clinic and its first admin. It is for a person who can read the server's terminal. */
export default function SetupPage() {
  const navigate = useNavigate()
  const form = useSetupForm((person: SessionPerson) => {
    beginSession(person)
    // Removes the clinic without a name from the cache, so that no form shows it even for a moment.
    void queryClient.resetQueries({ queryKey: [clinicContract.read.url] })
    void queryClient.invalidateQueries()
    toast.success({ title: s.setupDone, seconds: 5 })
    void navigate(homeOf[person.user_role])
  })
  return (
    <CoverPage wide clinic={useBrand()}>
      <form
        noValidate
        onSubmit={(event) => void form.submit(event)}
        className="space-y-6 rounded-panel border border-line bg-surface p-6 shadow-3 sm:p-9"
      >
        <div>
          <h1 className="display text-[2.25rem] leading-tight">{s.setupTitle}</h1>
          <p className="mt-1 text-ink-2">{s.setupText}</p>
        </div>
        <FormFailure sentence={form.failure} />
        <CodeField {...form} />
        <ClinicPart {...form} />
        <AdminPart {...form} />
        <Button type="submit" variant="primary" size="lg" block busy={form.isBusy} busyLabel={s.settingUp}>
          {s.setUp}
        </Button>
      </form>
    </CoverPage>
  )
}

function CodeField({ input, errorOf }: SetupForm) {
  return (
    <Field label={s.setupCode} required error={errorOf('code')}>
      <TextInput
        {...input('code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={s.setupCodeForm}
        className="tnum tracking-widest uppercase placeholder:normal-case"
      />
    </Field>
  )
}

function ClinicPart({ input, errorOf }: SetupForm) {
  return (
    <Part title={s.setupClinic}>
      <Field label={s.clinicName} required error={errorOf('clinic_name')} className="sm:col-span-2">
        <TextInput {...input('clinic_name')} autoComplete="organization" />
      </Field>
      <Field
        label={s.clinicAddress}
        required
        hint={s.clinicAddressHint}
        error={errorOf('clinic_address')}
        className="sm:col-span-2"
      >
        <TextInput {...input('clinic_address')} autoComplete="street-address" />
      </Field>
      <Field label={s.clinicPhone} required error={errorOf('clinic_phone')}>
        <TextInput {...input('clinic_phone')} type="tel" autoComplete="tel" />
      </Field>
      <Field label={s.clinicEmail} required error={errorOf('clinic_email')}>
        <TextInput {...input('clinic_email')} type="email" autoComplete="off" inputMode="email" />
      </Field>
    </Part>
  )
}

function AdminPart({ input, errorOf }: SetupForm) {
  return (
    <Part title={s.setupAdmin}>
      <Field label={s.fullName} required error={errorOf('name')} className="sm:col-span-2">
        <TextInput {...input('name')} autoComplete="name" />
      </Field>
      <Field label={s.email} required error={errorOf('email')}>
        <TextInput {...input('email')} type="email" autoComplete="username" inputMode="email" />
      </Field>
      <NewPasswordField {...input('password')} label={s.password} error={errorOf('password')} />
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-lg font-bold">
        {title}
      </h2>
      <div className="grid gap-4 sm:grid-cols-2">{children}</div>
    </div>
  )
}
