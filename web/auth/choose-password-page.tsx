import { zodResolver } from '@hookform/resolvers/zod'
import { useCallback, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { authContract } from '#shared/auth/contract.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { homeOf } from '#shared/users/roles.ts'
import { api } from '#web/lib/api.ts'
import { type Flash, storeFlash } from '#web/lib/flash.ts'
import { documentOf, openDocument } from '#web/lib/public-paths.ts'
import { placeErrors } from '#web/lib/form-errors.ts'
import { beginSession, usePerson } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { PasswordInput } from '#web/ui/fields/text-input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { destinationAfterLogIn } from './after-log-in.ts'
import { FormFailure, NewPasswordField } from './auth-fields.tsx'
import { CoverPage } from './cover-page.tsx'
import { useBrand } from './link-page.tsx'
import { useLogOut } from './log-out-dialog.tsx'

const fields = ['current_password', 'new_password'] as const

function useChoice(person: SessionPerson) {
  const [failure, setFailure] = useState('')
  const goOn = useGoOn()
  // The page that the person wanted to open when the log-in led them to this page instead.
  const next = useSearchParams()[0].get('next')
  const form = useForm({
    resolver: zodResolver(authContract.choosePassword.body),
    defaultValues: { current_password: '', new_password: '' },
  })
  const submit = form.handleSubmit(async (body) => {
    setFailure('')
    try {
      await api(authContract.choosePassword, { body })
    } catch (error) {
      setFailure(placeErrors(error, form, fields).join('\n'))
      return
    }
    const chosen = { ...person, must_set_password: false }
    beginSession(chosen)
    const to = person.must_set_password ? destinationAfterLogIn(chosen, next) : homeOf[person.user_role]
    goOn(to, { title: s.passwordChosen, seconds: 3 })
  })
  return { form, failure, submit }
}

/**
 * The page on which people choose a new password. A person with a default password must do so before anything else is
 * allowed.
 */
export default function ChoosePasswordPage() {
  const person = usePerson()
  const choice = useChoice(person)
  const isFirst = person.must_set_password
  return (
    <CoverPage clinic={useBrand()}>
      <form
        noValidate
        onSubmit={(event) => void choice.submit(event)}
        className="rounded-panel border border-line bg-surface p-6 shadow-3 sm:p-9"
      >
        <h1 className="display text-[2.25rem] leading-tight">{s.chooseTitle}</h1>
        <p className="mt-1 mb-6 text-ink-2">{isFirst ? s.chooseFirst : s.chooseAnother}</p>
        <Passwords choice={choice} person={person} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={choice.form.formState.isSubmitting}
          busyLabel={s.saving}
          className="mt-6"
        >
          {s.savePassword}
        </Button>
        <WayOut isFirst={isFirst} />
      </form>
    </CoverPage>
  )
}

function Passwords({ choice, person }: { choice: ReturnType<typeof useChoice>; person: SessionPerson }) {
  const { register, formState } = choice.form
  const { current_password, new_password } = formState.errors
  const present = person.must_set_password ? s.firstPassword : s.currentPassword
  return (
    <div className="space-y-4">
      <FormFailure sentence={choice.failure} />
      {/* Password managers save the new password with the account in this hidden field. */}
      <input type="hidden" autoComplete="username" value={person.email ?? ''} readOnly />
      <Field label={present} required error={current_password?.message}>
        <PasswordInput {...register('current_password')} autoComplete="current-password" />
      </Field>
      <NewPasswordField {...register('new_password')} label={s.newPassword} error={new_password?.message} />
    </div>
  )
}

/** A button to leave the page: to log out for people who must choose a password, to go back for everybody else. */
function WayOut({ isFirst }: { isFirst: boolean }) {
  const navigate = useNavigate()
  const logOut = useLogOut()
  return (
    <Button variant="quiet" block className="mt-2" onClick={() => void (isFirst ? logOut() : navigate(-1))}>
      {isFirst ? s.logOut : s.back}
    </Button>
  )
}

/** Navigates to a page of the app or to a separate document, and shows a message there. */
function useGoOn(): (to: string, message: Flash) => void {
  const navigate = useNavigate()
  return useCallback(
    (to, message) => {
      if (documentOf(to) !== null) {
        storeFlash(message)
        openDocument(to)
      } else {
        toast.success(message)
        void navigate(to)
      }
    },
    [navigate],
  )
}
