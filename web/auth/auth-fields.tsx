import { CircleAlert } from 'lucide-react'
import { useState, type ComponentProps, type RefObject } from 'react'
import { useForm } from 'react-hook-form'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { serverMessage } from '#web/lib/api-errors.ts'
import { api } from '#web/lib/api.ts'
import { contractResolver, placeErrors } from '#web/lib/form-errors.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** An error that concerns the whole form instead of one field; screen readers announce it (`role="alert"`). */
export function FormFailure({ sentence }: { sentence: string }) {
  return (
    <div role="alert" className="empty:hidden">
      {sentence && (
        <p className="flex gap-2.5 rounded-ctl bg-danger-soft px-3.5 py-3 text-sm font-semibold whitespace-pre-line text-danger">
          <CircleAlert size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
          {sentence}
        </p>
      )}
    </div>
  )
}

/** The field for a new password. An error replaces the hint. */
export function NewPasswordField({ error, ...field }: ComponentProps<typeof TextField>) {
  return (
    <TextField
      {...field}
      type="password"
      autoComplete="new-password"
      required
      hint={error ? undefined : s.passwordHint}
      error={error}
    />
  )
}

const fields = ['email', 'password'] as const

/** Returns the server's message. If a proxy has answered instead of the server, returns a general message. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'unexpected_format') return s.invalidLoginResponse
  // A response that comes from a proxy has no message for the person, so a general one is shown.
  return error.isForeign ? s.loginFailed : serverMessage(error, s.loginFailed)
}

/**
 * The state and the submit function of a log-in form; `onLoggedIn` receives the person. The browser stores the session
 * cookie. While `asksCode` is true, the second step of the log-in is shown instead of the form.
 */
export function useLogInForm(onLoggedIn: (person: SessionPerson) => void, email = '') {
  const [failure, setFailure] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const form = useForm({
    resolver: contractResolver(authContract.login.body, (values) => values),
    defaultValues: { email, password: '' },
  })
  const submit = form.handleSubmit(async (body) => {
    setFailure('')
    try {
      const { user } = await api(authContract.login, { body })
      onLoggedIn(user)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second_factor_needed') return setAsksCode(true)
      const sentence = sentenceOf(error)
      toast.error({ title: s.loginErrorTitle, description: sentence, seconds: 5 })
      setFailure(placeErrors(error, form, fields).length > 0 ? sentence : '')
    }
  })
  return { form, failure, submit, onLoggedIn, asksCode, leaveSecondStep: () => setAsksCode(false) }
}
type LogInForm = ReturnType<typeof useLogInForm>

type LogInFieldsProps = {
  form: LogInForm
  /** A ref with which the caller can focus the password field. */
  passwordRef?: RefObject<HTMLInputElement | null>
}

/** The fields for e-mail and password; the caller provides form and button. */
export function LogInFields({ form: { form, failure }, passwordRef }: LogInFieldsProps) {
  const { errors } = form.formState
  // The fields are registered in display order, so that the first invalid one gets the focus.
  const email = form.register('email')
  const { ref: register, ...password } = form.register('password')
  return (
    <div className="space-y-4">
      <FormFailure sentence={failure} />
      <TextField
        {...email}
        label={s.email}
        required
        error={errors.email?.message}
        type="email"
        autoComplete="username"
        inputMode="email"
      />
      <TextField
        {...password}
        ref={(input) => {
          register(input)
          if (passwordRef) passwordRef.current = input
        }}
        label={s.password}
        required
        error={errors.password?.message}
        type="password"
        autoComplete="current-password"
      />
    </div>
  )
}
