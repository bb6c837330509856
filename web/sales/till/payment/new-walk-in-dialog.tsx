import { useWatch } from 'react-hook-form'
import { clientsContract } from '#shared/clients/contract.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { defaultPasswordFor } from '#shared/lib/names.ts'
import { paymentMessages as s } from '#shared/sales/till-messages.ts'
import {
  addAsNew,
  Candidates,
  clientReads,
  ContactNumberField,
  EmailField,
  failedToAddAs,
  useKnownPeople,
} from '#web/clients/client-form.tsx'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import type { DialogProps } from '#web/ui/overlays/dialog.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { personOfContact, type Person } from './payment.ts'

type NewWalkInDialogProps = DialogControl &
  Pick<DialogProps, 'finalFocus'> & {
    /** The name that was already typed in the payment dialog. */
    initialName: string
    /** Called with the new client, or with the existing client whom the cashier has chosen instead. */
    onReady: (person: Person) => void
  }

/** Creates a client record for a walk-in, for which a name is enough. The walk-in can pay at once. */
export function NewWalkInDialog({ open, onClose, initialName, finalFocus, onReady }: NewWalkInDialogProps) {
  const { owner, candidates, clear, onFailed } = useKnownPeople()
  const choose = (person: Person) => {
    onClose()
    onReady(person)
  }
  const { form, dialog, busy, submit } = useContractForm(clientsContract.create, {
    values: { name: initialName, contact_number: '', email: '', unless_similar: true },
    input: (body) => ({ body }),
    done: ({ data }) => ({ title: clientMessages.walkInAdded(data.name) }),
    failed: failedToAddAs(clientMessages.failedToCreateWalkIn),
    reread: clientReads,
    onDone: ({ data }) => choose(personOfContact({ ...data, client_id: data.id })),
    onFailed,
  })
  const { errors } = form.formState
  /**
   * Called when another name, e-mail or number is typed. The question whether the person is an existing client was
   * about the earlier values, so it disappears.
   */
  const change = () => {
    clear()
    form.setValue('unless_similar', true)
  }
  const name = useWatch({ control: form.control, name: 'name' }).trim()
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      finalFocus={finalFocus}
      size="sm"
      title={s.walkInTitle}
      description={s.walkInNote}
      leave={s.cancel}
      send={s.addClient}
      busyLabel={s.addingClient}
      disabled={name === ''}
      {...dialog}
    >
      <div className="space-y-4">
        <Candidates
          candidates={candidates}
          onUse={(client) => choose(personOfContact(client))}
          onNew={() => addAsNew(form, submit)}
          busy={busy}
        />
        <Field label={s.clientName} required error={errors.name?.message}>
          <TextInput {...form.register('name', { onChange: change })} autoComplete="off" autoCapitalize="words" />
        </Field>
        <ContactNumberField
          {...form.register('contact_number', { onChange: change })}
          label={`${s.contactNumber} (${s.optional})`}
          error={errors.contact_number?.message}
        />
        <EmailField
          {...form.register('email', { onChange: change })}
          label={`${s.email} (${s.optional})`}
          error={errors.email?.message}
          hint={s.defaultPasswordNote}
        />
        {owner && (
          // If the typed e-mail belongs to an existing client, this button names that client, whom the cashier can
          // choose instead.
          <Button block onClick={() => choose(personOfContact({ ...owner, email: null, contact_number: null }))}>
            {s.chooseThisClient(owner.name)}
          </Button>
        )}
        <p className="rounded-ctl bg-surface-2 px-3.5 py-2.5 text-sm font-semibold empty:hidden" aria-live="polite">
          {name !== '' && s.defaultPassword(defaultPasswordFor(name))}
        </p>
      </div>
    </FormDialog>
  )
}
