import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { clientsContract, type EmailOwner } from '#shared/clients/contract.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { defaultPasswordFor } from '#shared/lib/names.ts'
import { useRole } from '#web/lib/session.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { clientPath } from './client-paths.ts'

/** What shows people on file: read again after one of them was added or changed. */
export const clientReads = [
  clientsContract.list,
  clientsContract.detail,
  clientsContract.contacts,
  manualClientContract.users,
]

/** The client to whom a refused e-mail belongs, until another one is typed. All forms of people are refused alike. */
export function useEmailOwner() {
  const [owner, setOwner] = useState<EmailOwner | null>(null)
  return {
    owner,
    forgetOwner: () => setOwner(null),
    onFailed: (error: unknown) => setOwner(errorDataOf(clientsContract.create, 'conflict', error) ?? null),
  }
}

/** The way to the client to whom a refused e-mail belongs. */
export function OwnerLink({ owner }: { owner: EmailOwner | null }) {
  const role = useRole()
  if (!owner) return null
  return (
    <Link to={clientPath(role, owner.client_id)} className={buttonClass({ block: true })}>
      {s.openOwner(owner.name)}
    </Link>
  )
}

type DefaultPasswordNoteProps = { name: string; email: string; className?: string }

/** With an e-mail there is a log-in, and this is its first password, as soon as there is a name to make it of. */
export function DefaultPasswordNote({ name, email, className }: DefaultPasswordNoteProps) {
  const note = email.trim() === '' ? s.noLogIn : name.trim() === '' ? '' : s.defaultPassword(defaultPasswordFor(name))
  return (
    <p
      aria-live="polite"
      className={clsx('rounded-ctl bg-surface-2 px-3.5 py-3 text-sm text-ink-2 empty:hidden', className)}
    >
      {note}
    </p>
  )
}
