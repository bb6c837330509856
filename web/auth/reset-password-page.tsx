import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation, useNavigate } from 'react-router'
import { authContract } from '#shared/auth/contract.ts'
import { authSentences as s } from '#shared/auth/sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { AuthCard } from './auth-card.tsx'
import { FormFailure } from './form-failure.tsx'
import { NewPasswordField } from './new-password-field.tsx'

const isAboutLink = (error: unknown) => error instanceof CallError && error.errors['token'] !== undefined

function useReset(token: string) {
  const navigate = useNavigate()
  const [failure, setFailure] = useState('')
  const [isVoid, setIsVoid] = useState(token === '')
  const form = useForm({
    resolver: zodResolver(authContract.resetPassword.body),
    defaultValues: { token, password: '' },
  })
  const submit = form.handleSubmit(async (body) => {
    setFailure('')
    try {
      const { message } = await api(authContract.resetPassword, { body })
      toast.success({ title: message, seconds: 5 })
      await navigate(paths.login, { replace: true })
    } catch (error) {
      if (isAboutLink(error)) return setIsVoid(true)
      setFailure(placeRefusal(error, form, ['password']).join('\n'))
    }
  })
  return { form, failure, isVoid, submit }
}

/** Where a one-time link leads. Its token is the fragment of the address, which the browser tells no server. */
export default function ResetPasswordPage() {
  const token = useLocation().hash.slice(1)
  // Another link opened in the same tab changes the fragment only.
  return <ResetPassword key={token} token={token} />
}

function ResetPassword({ token }: { token: string }) {
  const { form, failure, isVoid, submit } = useReset(token)
  const { errors, isSubmitting } = form.formState
  if (isVoid) return <LinkIsVoid />
  return (
    <AuthCard title={s.resetTitle} lead={s.resetText}>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-6" aria-label={s.resetTitle}>
        <div className="space-y-4">
          <FormFailure sentence={failure} />
          <NewPasswordField {...form.register('password')} label={s.newPassword} error={errors.password?.message} />
        </div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={isSubmitting}
          busyLabel={s.saving}
          className="mt-6"
        >
          {s.savePassword}
        </Button>
      </form>
    </AuthCard>
  )
}

function LinkIsVoid() {
  return (
    <div role="alert">
      <AuthCard title={s.linkVoidTitle} lead={s.linkVoidText}>
        <Link
          to={paths.forgotPassword}
          className={`${buttonClass({ variant: 'primary', size: 'lg', block: true })} mt-6`}
        >
          {s.newLink}
        </Link>
        <Link to={paths.login} className={`${buttonClass({ variant: 'quiet', block: true })} mt-3`}>
          {s.backToLogIn}
        </Link>
      </AuthCard>
    </div>
  )
}
