import { useWatch } from 'react-hook-form'
import { clientsContract, type ClientContact, type EmailOwner } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { defaultPasswordFor } from '#shared/lib/names.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import type { DialogProps } from '#web/ui/overlays/dialog.tsx'
import type { ToastMessage } from '#web/ui/overlays/toast.ts'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { Candidates } from './candidates.tsx'
import { addAsNew, clientReads, failedToAddAs, useKnownPeople } from './client-form.tsx'

type AddedClient = Output<typeof clientsContract.create>['data']

/** The texts of the dialog. */
type WalkInMessages = {
  title: string
  description: string
  leave: string
  send: string
  busyLabel: string
  name: string
  contact: string
  email: string
  emailHint: string
  /** The label of the button that selects the person who has the rejected e-mail. */
  takeOwner: (name: string) => string
  passwordNote: (password: string) => string
  added: (name: string) => ToastMessage
}

export type NewWalkInOptions = Pick<DialogProps, 'finalFocus'> & {
  words: WalkInMessages
  /** A name that was already typed elsewhere. */
  initialName: string
  onAdded: (client: AddedClient) => void
  /** Selects the person who has the rejected e-mail. */
  onTakeOwner: (owner: EmailOwner) => void
  /** Selects the existing client found by the duplicate question. */
  onTakeClient: (client: ClientContact) => void
}

/** Creates a client record for a walk-in at the till, for which a name is enough. */
export function NewWalkInDialog({ open, onClose, words, initialName, ...options }: DialogControl & NewWalkInOptions) {
  const { finalFocus, onAdded, onTakeOwner, onTakeClient } = options
  const { owner, candidates, forget, onFailed } = useKnownPeople()
  const { form, dialog, busy, submit } = useContractForm(clientsContract.create, {
    values: { name: initialName, contact_number: '', email: '', unless_similar: true },
    input: (body) => ({ body }),
    done: ({ data }) => words.added(data.name),
    failed: failedToAddAs(s.failedToCreateWalkIn),
    reread: clientReads,
    onDone: ({ data }) => {
      onClose()
      onAdded(data)
    },
    onFailed,
  })
  const { errors } = form.formState
  /** Other text is typed, so the duplicate question no longer applies. */
  const change = () => {
    forget()
    form.setValue('unless_similar', true)
  }
  const name = useWatch({ control: form.control, name: 'name' }).trim()
  const { title, description, leave, send, busyLabel } = words
  return (
    <FormDialog
      {...{ open, onClose, title, description, leave, send, busyLabel, finalFocus }}
      size="sm"
      disabled={name === ''}
      {...dialog}
    >
      <div className="space-y-4">
        <Candidates candidates={candidates} onUse={onTakeClient} onNew={() => addAsNew(form, submit)} busy={busy} />
        <Field label={words.name} required error={errors.name?.message}>
          <TextInput {...form.register('name', { onChange: change })} autoComplete="off" autoCapitalize="words" />
        </Field>
        <Field label={words.contact} error={errors.contact_number?.message}>
          <TextInput
            {...form.register('contact_number', { onChange: change })}
            type="tel"
            inputMode="tel"
            autoComplete="off"
          />
        </Field>
        <Field label={words.email} error={errors.email?.message} hint={words.emailHint}>
          <TextInput
            {...form.register('email', { onChange: change })}
            type="email"
            inputMode="email"
            autoComplete="off"
          />
        </Field>
        {owner && (
          <Button block onClick={() => onTakeOwner(owner)}>
            {words.takeOwner(owner.name)}
          </Button>
        )}
        <p className="rounded-ctl bg-surface-2 px-3.5 py-2.5 text-sm font-semibold empty:hidden" aria-live="polite">
          {name !== '' && words.passwordNote(defaultPasswordFor(name))}
        </p>
      </div>
    </FormDialog>
  )
}
