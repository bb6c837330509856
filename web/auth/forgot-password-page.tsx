import { Mail, Phone } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { api } from '#web/lib/api.ts'
import { contractResolver, placeErrors } from '#web/lib/form-errors.ts'
import { publicPaths } from '#web/lib/public-paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { CoverCard } from './cover-page.tsx'
import { FormFailure } from './auth-fields.tsx'

/**
 * The page for people who forgot their password: it sends a link by e-mail or, if the server cannot send e-mail, says
 * whom to ask.
 */
export function ForgotPasswordPage({ clinic }: { clinic: PublicClinic }) {
  const sendsEmail = useSendsEmail()
  const [isSent, setIsSent] = useState(false)
  if (!sendsEmail) return <AskTheClinic clinic={clinic} />
  return isSent ? <LinkSent clinic={clinic} /> : <AskForLink clinic={clinic} onSent={() => setIsSent(true)} />
}

/** Whether the server can send e-mail; true until the server says otherwise. */
function useSendsEmail(): boolean {
  const [sendsEmail, setSendsEmail] = useState(true)
  useEffect(() => {
    const abort = new AbortController()
    // The contract is imported only here, so that the log-in page does not load it.
    import('#shared/clinic/contract.ts')
      .then(({ clinicContract }) => api(clinicContract.read, {}, { signal: abort.signal }))
      .then((answer) => setSendsEmail(answer.sends_email))
      // If this call fails, the form stays visible; submitting it shows an error if the server cannot send e-mail.
      .catch(() => undefined)
    return () => abort.abort()
  }, [])
  return sendsEmail
}

function AskForLink({ clinic, onSent }: { clinic: PublicClinic; onSent: () => void }) {
  const [failure, setFailure] = useState('')
  const form = useForm({
    resolver: contractResolver(authContract.forgotPassword.body, (values) => values),
    defaultValues: { email: '' },
  })
  const submit = form.handleSubmit(async (body) => {
    setFailure('')
    try {
      await api(authContract.forgotPassword, { body })
      onSent()
    } catch (error) {
      setFailure(placeErrors(error, form, ['email']).join('\n'))
    }
  })
  const { errors, isSubmitting } = form.formState
  return (
    <CoverCard clinic={clinic} title={s.forgotTitle} lead={s.forgotText}>
      <form
        method="dialog"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-6"
        aria-label={s.forgotTitle}
      >
        <div className="space-y-4">
          <FormFailure sentence={failure} />
          <TextField
            {...form.register('email')}
            label={s.email}
            required
            error={errors.email?.message}
            type="email"
            autoComplete="username"
            inputMode="email"
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={isSubmitting}
          busyLabel={s.sendingLink}
          className="mt-6"
        >
          {s.sendLink}
        </Button>
        <BackToLogIn />
      </form>
    </CoverCard>
  )
}

/**
 * Says that a link was sent. The text is the same for unknown e-mails, so that it does not reveal who has an account.
 */
function LinkSent({ clinic }: { clinic: PublicClinic }) {
  return (
    <div role="status">
      <CoverCard clinic={clinic} title={s.linkSentTitle} lead={s.linkSent}>
        <p className="mt-3 mb-5 text-sm text-ink-2">{s.linkSentHint}</p>
        <BackToLogIn />
      </CoverCard>
    </div>
  )
}

function AskTheClinic({ clinic }: { clinic: PublicClinic }) {
  return (
    <CoverCard clinic={clinic} title={s.askClinicTitle} lead={s.askClinicText}>
      <div className="mt-6 space-y-3">
        {clinic.phone_href && (
          <Contact href={clinic.phone_href} icon={<Phone size={18} aria-hidden="true" />}>
            {s.call(clinic.phone)}
          </Contact>
        )}
        {clinic.email_href && (
          <Contact href={clinic.email_href} icon={<Mail size={18} aria-hidden="true" />}>
            {s.writeTo(clinic.email)}
          </Contact>
        )}
      </div>
      <BackToLogIn />
    </CoverCard>
  )
}

function Contact({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) {
  return (
    <a href={href} className={buttonClass({ block: true, size: 'lg' })}>
      {icon}
      <span className="tnum min-w-0 wrap-anywhere">{children}</span>
    </a>
  )
}

function BackToLogIn() {
  return (
    <a href={publicPaths.login} className={`${buttonClass({ variant: 'quiet', block: true })} mt-3`}>
      {s.backToLogIn}
    </a>
  )
}
