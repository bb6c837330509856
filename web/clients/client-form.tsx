import { clsx } from 'clsx'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { clientsContract, type ClientContact, type EmailOwner } from '#shared/clients/contract.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { errorDataOf, type ApiError } from '#shared/lib/http-client.ts'
import { defaultPasswordFor } from '#shared/lib/names.ts'
import { useRole } from '#web/lib/session/session.ts'
import { skipUnsavedPrompt } from '#web/ui/overlays/unsaved-changes.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput, type TextInputProps } from '#web/ui/fields/text-input.tsx'
import { clientPath } from './client-paths.ts'
import { contactLine } from './contact-line.ts'

/** Queries that show clients, reloaded after one was added or changed. */
export const clientReads = [
  clientsContract.list,
  clientsContract.detail,
  clientsContract.contacts,
  manualClientContract.users,
]

type KnownPeople = { owner: EmailOwner | null; candidates: readonly ClientContact[] }
const nobody: KnownPeople = { owner: null, candidates: [] }

/**
 * The fields that identify a person. When one of them changes, an earlier refusal as a possible duplicate no longer
 * applies.
 */
const identifyingFields = new Set([
  'name',
  'first_name',
  'middle_name',
  'last_name',
  'suffix',
  'email',
  'contact_number',
])
const identityOf = (typed: object) =>
  JSON.stringify(Object.entries(typed).filter(([field]) => identifyingFields.has(field)))

/**
 * Existing clients that the server named in a refusal: the owner of the e-mail, or possible duplicates of the new
 * person. Forms call `clear` when a field changes, and ignore a refusal of values that were changed meanwhile (`sent`
 * differs from `typed`). All person forms use this.
 */
export function useKnownPeople() {
  const [known, setKnown] = useState(nobody)
  return {
    ...known,
    clear: () => setKnown(nobody),
    onFailed: (error: unknown, sent: object, typed: object) => {
      if (identityOf(sent) !== identityOf(typed)) return
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

/** Sends the form again after the answer "none of these" to the possible duplicates. */
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

type ContactFieldProps = TextInputProps & { label?: string; hint?: ReactNode; error: string | undefined }

/** The field for a person's e-mail; spread `form.register('email')` into it. */
export const EmailField = ({ label = s.emailOptional, hint, error, required, ...input }: ContactFieldProps) => (
  <Field label={label} required={required} hint={hint} error={error}>
    <TextInput {...input} type="email" inputMode="email" autoComplete="off" />
  </Field>
)

/** The field for a person's phone number; spread `form.register('contact_number')` into it. */
export const ContactNumberField = ({ label = s.contactOptional, hint, error, ...input }: ContactFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    <TextInput {...input} type="tel" inputMode="tel" autoComplete="off" />
  </Field>
)

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

type CandidatesProps = {
  /** Existing clients who are similar to the new person; if the list is empty, nothing is rendered. */
  candidates: readonly ClientContact[]
  /** Called with the chosen client; if undefined, each similar client has a link to their page instead. */
  onUse?: ((client: ClientContact) => void) | undefined
  /** Called when the person is none of the candidates. */
  onNew: () => void
  busy?: boolean
}

/**
 * Asks "Is it one of these?" before creating a possible duplicate. Takes the focus, so that no key press answers by
 * accident.
 */
export function Candidates({ candidates, onUse, onNew, busy = false }: CandidatesProps) {
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const isAsked = candidates.length > 0
  useEffect(() => {
    if (isAsked) panel.current?.focus()
  }, [isAsked])
  if (!isAsked) return null
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="space-y-3 rounded-card border border-warning bg-warning-soft p-3.5 outline-none sm:p-4"
    >
      <h3 id={titleId} className="font-bold text-ink">
        {s.isItOneOfThese}
      </h3>
      <ul className="space-y-2">
        {candidates.map((client) => (
          <Candidate key={client.client_id} client={client} onUse={onUse} />
        ))}
      </ul>
      <Button block onClick={onNew} busy={busy}>
        {s.newPerson}
      </Button>
    </section>
  )
}

function Candidate({ client, onUse }: { client: ClientContact } & Pick<CandidatesProps, 'onUse'>) {
  const label = s.takeThisOneNamed(client.name)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-ctl border border-line bg-surface p-3">
      <Avatar name={client.name} size="sm" />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold wrap-anywhere text-ink">{client.name}</span>
        <span className="tnum block text-sm text-ink-2">{contactLine(client)}</span>
      </span>
      {onUse ? (
        <Button onClick={() => onUse(client)} aria-label={label} className="max-sm:w-full">
          {s.takeThisOne}
        </Button>
      ) : (
        <OpenLink client={client} label={label} />
      )}
    </li>
  )
}

function OpenLink({ client, label }: { client: ClientContact; label: string }) {
  const role = useRole()
  return (
    <Link
      to={clientPath(role, client.client_id)}
      state={skipUnsavedPrompt}
      aria-label={label}
      className={`${buttonClass()} max-sm:w-full`}
    >
      {s.takeThisOne}
    </Link>
  )
}
