import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { clientsContract, type ClientContact, type EmailOwner } from '#shared/clients/contract.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { errorDataOf, type ApiError } from '#shared/lib/http-client.ts'
import { defaultPasswordFor } from '#shared/lib/names.ts'
import { skipUnsavedPrompt } from '#web/ui/overlays/unsaved-changes.ts'
import { useRole } from '#web/lib/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { clientPath } from './client-paths.ts'

/** Queries that show clients, reloaded after one was added or changed. */
export const clientReads = [
  clientsContract.list,
  clientsContract.detail,
  clientsContract.contacts,
  manualClientContract.users,
]

type Known = { owner: EmailOwner | null; candidates: readonly ClientContact[] }
const nobody: Known = { owner: null, candidates: [] }

/** The fields that identify a person. */
const whoFields = new Set(['name', 'first_name', 'middle_name', 'last_name', 'suffix', 'email', 'contact_number'])
const whoOf = (typed: object) => JSON.stringify(Object.entries(typed).filter(([field]) => whoFields.has(field)))

/**
 * Existing clients named by a refusal, until another field value is typed: the owner of the e-mail, or possible
 * duplicates of the new person. All person forms use this. A refusal of earlier values (`sent` differs from `typed`)
 * names nobody.
 */
export function useKnownPeople() {
  const [known, setKnown] = useState(nobody)
  return {
    ...known,
    forget: () => setKnown(nobody),
    onFailed: (error: unknown, sent: object, typed: object) => {
      if (whoOf(sent) !== whoOf(typed)) return
      setKnown({
        owner: errorDataOf(clientsContract.create, 'conflict', error) ?? null,
        candidates: errorDataOf(clientsContract.create, 'possible_duplicate', error)?.candidates ?? [],
      })
    },
  }
}

/** The message when a new person could not be added; a possible duplicate is asked about in the dialog instead. */
export const failedToAddAs = (title: string) => (error: ApiError, others: string[]) =>
  error.code === 'possible_duplicate' || others.length === 0 ? null : { title, description: others.join('\n') }

/** Sends the form again after "none of these". */
export function addAsNew(form: { setValue: (field: 'unless_similar', value: boolean) => void }, submit: () => unknown) {
  form.setValue('unless_similar', false)
  void submit()
}

/** A link to the client to whom a refused e-mail belongs. */
export function OwnerLink({ owner }: { owner: EmailOwner | null }) {
  const role = useRole()
  if (!owner) return null
  return (
    <Link to={clientPath(role, owner.client_id)} state={skipUnsavedPrompt} className={buttonClass({ block: true })}>
      {s.openOwner(owner.name)}
    </Link>
  )
}

type DefaultPasswordNoteProps = { name: string; email: string; className?: string }

/** Shows the default password that a new client will get, once e-mail and name are typed. */
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
