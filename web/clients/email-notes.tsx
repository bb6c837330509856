import { MailCheck, TriangleAlert, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { clientsContract, type ClientDetail } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRole } from '#web/lib/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailText } from '#web/ui/data/contact-text.tsx'
import { clientPath } from './client-paths.ts'

/** The person is on file twice, or typed an e-mail that is not theirs. */
export function EmailOfAnother({ holder: { id, name } }: { holder: NonNullable<ClientDetail['email_of']> }) {
  const role = useRole()
  return (
    <EmailNote title={s.secondRecord}>
      <p>{s.emailOfAnother(name)}</p>
      {id !== null && (
        <Link to={clientPath(role, id)} className={buttonClass()}>
          <UserRound size={18} aria-hidden="true" />
          {s.openOther}
        </Link>
      )}
    </EmailNote>
  )
}

/** What staff have to know about an e-mail, below it. */
function EmailNote({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div
      role="note"
      className="mt-2 space-y-2 rounded-card bg-warning-soft px-4 py-3 text-sm font-normal text-ink wrap-anywhere"
    >
      <p className="flex gap-2 font-bold text-warning">
        <TriangleAlert size={18} className="mt-px shrink-0" aria-hidden="true" />
        {title}
      </p>
      {children}
    </div>
  )
}

/** Says that an e-mail changed by staff cannot log in yet; lets an admin confirm it as the client's own. */
export function WaitingEmail({ client, log_in_email }: { client: ClientDetail; log_in_email: string | null }) {
  const { id, name, email } = client
  const mayConfirm = permissionsOf(useRole()).has('users.manage')
  const confirm = useAction(clientsContract.confirmEmail, {
    ask: () => ({
      title: email === null ? s.removedEmailQuestion : s.confirmEmailQuestion(email),
      body: s.confirmEmailBody(name),
      confirmLabel: s.confirmEmailYes,
      cancelLabel: s.cancel,
      busyLabel: s.confirmingEmail,
    }),
    done: s.emailConfirmed,
    failed: s.emailNotConfirmed,
    reread: [clientsContract.detail],
  })
  return (
    <EmailNote title={email === null ? s.removedEmailWaits : s.emailWaits}>
      <p>{s.whoConfirms}</p>
      {log_in_email !== null && (
        <p>
          {s.logsInWith}{' '}
          <b className="font-semibold">
            <EmailText address={log_in_email} />
          </b>
        </p>
      )}
      {mayConfirm && (
        <Button
          icon={<MailCheck size={18} aria-hidden="true" />}
          busy={confirm.busy}
          onClick={() => void confirm.run({ params: { id }, body: { email } })}
        >
          {s.confirmEmail}
        </Button>
      )}
    </EmailNote>
  )
}
