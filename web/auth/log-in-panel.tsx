import { Link } from 'react-router'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { authSentences as s } from '#shared/auth/sentences.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useLogInForm } from './log-in-form.ts'
import { LogInFields } from './log-in-fields.tsx'

/** The front of the card. */
export function LogInPanel({ onLoggedIn }: { onLoggedIn: (person: SessionPerson) => void }) {
  const form = useLogInForm(onLoggedIn)
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} aria-label={s.logIn}>
      <LogInFields form={form} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={form.form.formState.isSubmitting}
        busyLabel={s.loggingIn}
        className="mt-6"
      >
        {s.logIn}
      </Button>
      <Link
        to={paths.forgotPassword}
        className="mt-3 flex min-h-11 items-center justify-center rounded-ctl text-sm font-semibold text-primary hover:underline"
      >
        {s.forgotten}
      </Link>
    </form>
  )
}
