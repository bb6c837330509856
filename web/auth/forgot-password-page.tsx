import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { Mail, Phone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { authContract } from '#shared/auth/contract.ts'
import { authSentences as s } from '#shared/auth/sentences.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { publicClinic, type PublicClinic } from '#shared/clinic/public-profile.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { query } from '#web/lib/query.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { AuthCard } from './auth-card.tsx'
import { FormFailure } from './form-failure.tsx'

/** The way back in for whoever has forgotten the password: a link by email, or whom to ask. */
export default function ForgotPasswordPage() {
  const clinic = useQuery({ ...query(clinicContract.read, {}), staleTime: 60_000 }).data
  const [isSent, setIsSent] = useState(false)
  if (clinic && !clinic.sends_email) return <AskTheClinic clinic={publicClinic(clinic.data)} />
  return isSent ? <LinkSent /> : <AskForLink onSent={() => setIsSent(true)} />
}

function AskForLink({ onSent }: { onSent: () => void }) {
  const [failure, setFailure] = useState('')
  const form = useForm({ resolver: zodResolver(authContract.forgotPassword.body), defaultValues: { email: '' } })
  const submit = form.handleSubmit(async (body) => {
    setFailure('')
    try {
      await api(authContract.forgotPassword, { body })
      onSent()
    } catch (error) {
      setFailure(placeRefusal(error, form, ['email']).join('\n'))
    }
  })
  const { errors, isSubmitting } = form.formState
  return (
    <AuthCard title={s.forgotTitle} lead={s.forgotText}>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-6" aria-label={s.forgotTitle}>
        <div className="space-y-4">
          <FormFailure sentence={failure} />
          <Field label={s.email} required error={errors.email?.message}>
            <TextInput {...form.register('email')} type="email" autoComplete="username" inputMode="email" />
          </Field>
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
    </AuthCard>
  )
}

/** The same for every email: whether it is known is not told. */
function LinkSent() {
  return (
    <div role="status">
      <AuthCard title={s.linkSentTitle} lead={s.linkSent}>
        <p className="mt-3 mb-5 text-sm text-ink-2">{s.linkSentHint}</p>
        <BackToLogIn />
      </AuthCard>
    </div>
  )
}

function AskTheClinic({ clinic }: { clinic: PublicClinic }) {
  return (
    <AuthCard title={s.askClinicTitle} lead={s.askClinicText}>
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
    </AuthCard>
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
    <Link to={paths.login} className={`${buttonClass({ variant: 'quiet', block: true })} mt-3`}>
      {s.backToLogIn}
    </Link>
  )
}
