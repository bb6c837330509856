import { useSyncExternalStore, useState } from 'react'
import { useForm } from 'react-hook-form'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import type { PublicClinic } from '#shared/clinic/public-profile.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { navigationMessages } from '#shared/lib/messages.ts'
import { api } from '#web/lib/api.ts'
import { storeFlash } from '#web/lib/flash.ts'
import { openDocument, publicPaths } from '#web/lib/public-paths.ts'
import { contractResolver, placeErrors } from '#web/lib/form-errors.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { CoverCard } from './cover-page.tsx'
import { FormFailure, NewPasswordField } from './auth-fields.tsx'

const isAboutLink = (error: unknown) => error instanceof ApiError && error.errors['token'] !== undefined

function subscribeHash(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

const tokenOfAddress = () => window.location.hash.slice(1)
const withToken = ({ password }: { password: string }) => ({ token: tokenOfAddress(), password })

function useReset() {
  // The link's token: null until hydration, empty if the link has none. Opening another link in the same tab changes
  // it.
  const token = useSyncExternalStore(subscribeHash, tokenOfAddress, () => null)
  const [failure, setFailure] = useState('')
  const [voidToken, setVoidToken] = useState('')
  const form = useForm({
    resolver: contractResolver(authContract.resetPassword.body, withToken),
    defaultValues: { password: '' },
  })
  const submit = form.handleSubmit(async (values) => {
    setFailure('')
    const body = withToken(values)
    try {
      const { message } = await api(authContract.resetPassword, { body })
      storeFlash({ title: message, seconds: 5 })
      openDocument(publicPaths.login, { replace: true })
    } catch (error) {
      if (isAboutLink(error)) return setVoidToken(body.token)
      setFailure(placeErrors(error, form, ['password']).join('\n'))
    }
  })
  return { form, failure, isIncomplete: token === '', isVoid: token !== null && token === voidToken, submit }
}

/**
 * The page on which a person sets a new password, opened by a one-time link. The link's token is in the URL's fragment,
 * which browsers never send.
 */
export function ResetPasswordPage({ clinic }: { clinic: PublicClinic }) {
  const { form, failure, isIncomplete, isVoid, submit } = useReset()
  const { errors, isSubmitting } = form.formState
  if (isIncomplete)
    return (
      <UselessLink
        clinic={clinic}
        title={navigationMessages.linkIncompleteTitle}
        lead={navigationMessages.linkIncomplete}
      />
    )
  if (isVoid) return <UselessLink clinic={clinic} title={s.linkVoidTitle} lead={s.linkVoidText} />
  return (
    <CoverCard clinic={clinic} title={s.resetTitle} lead={s.resetText}>
      <form
        method="dialog"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-6"
        aria-label={s.resetTitle}
      >
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
    </CoverCard>
  )
}

type UselessLinkProps = { clinic: PublicClinic; title: string; lead: string }

function UselessLink({ clinic, title, lead }: UselessLinkProps) {
  return (
    <div role="alert">
      <CoverCard clinic={clinic} title={title} lead={lead}>
        <a
          href={publicPaths.forgotPassword}
          className={`${buttonClass({ variant: 'primary', size: 'lg', block: true })} mt-6`}
        >
          {s.newLink}
        </a>
        <a href={publicPaths.login} className={`${buttonClass({ variant: 'quiet', block: true })} mt-3`}>
          {s.backToLogIn}
        </a>
      </CoverCard>
    </div>
  )
}
