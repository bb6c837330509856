import { lazy, Suspense, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { SessionPerson } from '#shared/auth/session-contract.ts'
import { authMessages as s } from '#shared/auth/messages.ts'
import { homeOf } from '#shared/users/roles.ts'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { openDocument, publicPaths } from '#web/lib/public-paths.ts'
import { queryClient } from '#web/lib/query.ts'
import { beginSession, dropSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { requiredPageOf } from './after-log-in.ts'
import { LogInFields, useLogInForm } from './auth-fields.tsx'

const SecondStep = lazy(() => retryImport(() => import('./second-factor/second-step.tsx')))

/**
 * Returns a function that continues after the log-in: if the person has the same role as before, the page stays open;
 * if the role differs, the start page opens.
 */
function useGoOnWith(before: SessionPerson): (present: SessionPerson) => void {
  const navigate = useNavigate()
  return (present) => {
    beginSession(present)
    toast.success({ title: s.loginTitle, description: s.loginText, seconds: 5 })
    const required = requiredPageOf(present)
    if (required !== undefined) return void navigate(required)
    if (present.user_role === before.user_role) return void queryClient.invalidateQueries()
    queryClient.clear()
    void navigate(homeOf[present.user_role], { replace: true })
  }
}

/** Drops the expired session and its data, and opens the log-in page. */
function leave(): void {
  queryClient.clear()
  dropSession({ notifyTabs: false })
  openDocument(publicPaths.login, { replace: true })
}

/**
 * A log-in dialog over a page whose session has ended. The page keeps its data and continues after a log-in with the
 * same role.
 */
export function LogInDialog({ person }: { person: SessionPerson }) {
  const goOn = useGoOnWith(person)
  const form = useLogInForm(goOn, person.email ?? '')
  const password = useRef<HTMLInputElement>(null)
  if (form.asksCode)
    return (
      <Dialog open onClose={leave} dismissible={false} size="sm" title={s.signedOutTitle}>
        <Suspense>
          <SecondStep isInDialog onLoggedIn={goOn} onLeave={form.leaveSecondStep} />
        </Suspense>
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={leave}
      dismissible={false}
      size="sm"
      initialFocus={password}
      title={s.signedOutTitle}
      description={s.signedOutText}
      onSubmit={(event) => void form.submit(event)}
      footer={
        <>
          <Button onClick={leave}>{s.leavePage}</Button>
          <Button type="submit" variant="primary" busy={form.form.formState.isSubmitting} busyLabel={s.loggingIn}>
            {s.logIn}
          </Button>
        </>
      }
    >
      <LogInFields form={form} passwordRef={password} />
    </Dialog>
  )
}
