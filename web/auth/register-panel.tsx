import { useRef, useState } from 'react'
import { useForm, type FieldErrors, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { fieldMessages } from '#shared/lib/messages.ts'
import { NEWS_CHANNELS, type NewsChannel } from '#shared/privacy/news-contract.ts'
import { newsMessages, privacyMessages } from '#shared/privacy/messages.ts'
import { PRIVACY_NOTICE_VERSION } from '#shared/privacy/notice.ts'
import { passwordMessages } from '#shared/users/messages.ts'
import { api } from '#web/lib/api.ts'
import { contractResolver, placeErrors } from '#web/lib/form-errors.ts'
import { isUnanswered, serverMessage } from '#web/lib/api-errors.ts'
import { publicPaths } from '#web/lib/public-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField, TickField } from '#web/ui/fields/text-field.tsx'
import { FormFailure, NewPasswordField } from './auth-fields.tsx'

const required = ['name', 'email', 'password'] as const
const fields = [...required, 'contact_number'] as const
type Values = Record<(typeof fields)[number], string> & { privacy: boolean } & Record<`news_${NewsChannel}`, boolean>

/** The fields of the registration call, and the required checkbox. */
const schema = authContract.register.body
  .pick({ name: true, email: true, password: true, contact_number: true })
  .extend({
    privacy: z.boolean().refine((isRead) => isRead, privacyMessages.readRequired),
    news_email: z.boolean(),
    news_sms: z.boolean(),
  })

/**
 * The message above the form: the reason of the failure or, if the fields show the reasons, only that the registration
 * failed.
 */
function failureOf(error: unknown, elsewhere: readonly string[]): string {
  if (!(error instanceof ApiError)) throw error
  if (error.isForeign) return [s.registrationFailedTitle, s.somethingWentWrong, s.tryLater].join('\n')
  if (Object.keys(error.errors).length > 0 && elsewhere.length === 0) return s.registrationFailed
  const reasons = elsewhere.length > 0 ? elsewhere : [serverMessage(error, s.somethingWentWrong)]
  return [s.registrationFailedTitle, ...reasons].join('\n')
}

type Registration = Input<typeof authContract.register>['body']

/** Tries to log in with this e-mail and password; null when there is no such account. */
async function findOwnAccount({ email, password }: Registration): Promise<SessionPerson | null> {
  try {
    return (await api(authContract.login, { body: { email, password } })).user
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/**
 * Returns a function that registers the person. If the response to an earlier attempt was lost, the account may exist
 * already, so the function first tries to log in with the same e-mail and password.
 */
function useRegister() {
  const inDoubt = useRef<Registration | null>(null)
  return async (body: Registration): Promise<SessionPerson> => {
    const { email, password } = inDoubt.current ?? {}
    try {
      const own = body.email === email && body.password === password ? await findOwnAccount(body) : null
      return own ?? (await api(authContract.register, { body })).user
    } catch (error) {
      if (error instanceof ApiError && isUnanswered(error)) inDoubt.current = body
      throw error
    }
  }
}

/** The state and the submit function of the registration; `onRegistered` receives the person. */
export function useRegistration(onRegistered: (person: SessionPerson) => void) {
  const [failure, setFailure] = useState('')
  const register = useRegister()
  const form = useForm<Values>({
    resolver: contractResolver(schema, (values) => values),
    defaultValues: {
      name: '',
      email: '',
      password: '',
      contact_number: '',
      privacy: false,
      news_email: false,
      news_sms: false,
    },
  })
  const onInvalid = (_errors: FieldErrors<Values>) => {
    const isBlank = required.some((field) => form.getValues(field).trim() === '')
    setFailure(isBlank ? s.allFieldsRequired : '')
  }
  const submit = form.handleSubmit(async ({ privacy: _, news_email, news_sms, ...person }) => {
    setFailure('')
    const news = NEWS_CHANNELS.filter((channel) => ({ email: news_email, sms: news_sms })[channel])
    const body = {
      ...person,
      user_role: 'client',
      privacy_version: PRIVACY_NOTICE_VERSION,
      // The news choice is sent even if no box is checked, because that is an answer too: the person is not asked
      // again.
      news,
    } as const
    try {
      onRegistered(await register(body))
    } catch (error) {
      setFailure(failureOf(error, placeErrors(error, form, fields)))
    }
  }, onInvalid)
  return { form, failure, submit }
}

/**
 * Replaces the message of an empty field by `own`, because the message above the form says that all fields are
 * required.
 */
const ownError = (form: UseFormReturn<Values>, field: (typeof fields)[number], own: string) => {
  const message = form.formState.errors[field]?.message
  return message !== undefined && form.getValues(field).trim() === '' ? own : message
}

/** The registration form on the back of the card whose front is the log-in form. */
export function RegisterPanel({ registration }: { registration: ReturnType<typeof useRegistration> }) {
  const { form, failure, submit } = registration
  const { errors, isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label={s.createAccount}>
      <div className="space-y-4">
        <FormFailure sentence={failure} />
        <TextField
          {...form.register('name')}
          label={s.fullName}
          required
          error={ownError(form, 'name', s.nameRequired)}
          autoComplete="name"
        />
        <TextField
          {...form.register('email')}
          label={s.email}
          required
          error={ownError(form, 'email', fieldMessages.email)}
          type="email"
          autoComplete="username"
          inputMode="email"
        />
        <TextField
          {...form.register('contact_number')}
          label={s.mobileNumber}
          error={errors.contact_number?.message}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
        />
        <NewPasswordField
          {...form.register('password')}
          label={s.password}
          error={ownError(form, 'password', passwordMessages.required)}
        />
        <TickField {...form.register('privacy')} label={<HasRead />} required error={errors.privacy?.message} />
        <div>
          {NEWS_CHANNELS.map((channel) => (
            <TickField key={channel} {...form.register(`news_${channel}`)} label={newsMessages.ask[channel]} />
          ))}
        </div>
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

/** The checkbox label. The privacy notice opens in a new tab, so that the form keeps its values. */
const HasRead = () => (
  <>
    {privacyMessages.readBefore}
    <a
      href={publicPaths.privacy}
      target="_blank"
      rel="noopener"
      className="font-semibold text-primary underline underline-offset-4"
    >
      {privacyMessages.readLink}
      <span className="sr-only"> {privacyMessages.opensNewTab}</span>
    </a>
  </>
)
