import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { clientsContract, type EmailOwner } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { now } from '#web/lib/use-now.ts'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import {
  addAsNew,
  Candidates,
  clientReads,
  ContactNumberField,
  DefaultPasswordNote,
  EmailField,
  failedToAddAs,
  OwnerLink,
  useKnownPeople,
} from './client-form.tsx'

const nobody = { first_name: '', middle_name: '', last_name: '', suffix: '', email: '', contact_number: '' }
type NewClient = typeof nobody & { date: string; unless_similar: boolean }

/** The dialog Add New Client: name, contact and date. */
export function AddClientDialog({ open, onClose }: DialogControl) {
  const { onFailed, clear, ...known } = useKnownPeople()
  const values: NewClient = { ...nobody, date: manilaDate(now()), unless_similar: true }
  const { form, dialog, busy, submit } = useContractForm(clientsContract.create, {
    values,
    input: (body) => ({ body }),
    // The error about the whole name is shown at the field for the first name. An empty date has a different message
    // from an invalid one.
    place: { name: 'first_name' },
    judge: ({ date }, found) => (date === '' ? { ...found, date: s.dateRequired } : found),
    done: s.added,
    failed: failedToAddAs(s.failedToAdd),
    reread: clientReads,
    onDone: onClose,
    onFailed,
  })
  const change = () => {
    clear()
    form.setValue('unless_similar', true)
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.addTitle}
      leave={s.cancel}
      send={s.save}
      busyLabel={s.saving}
      {...dialog}
    >
      <div className="space-y-4">
        <Candidates candidates={known.candidates} onNew={() => addAsNew(form, submit)} busy={busy} />
        <ClientFields form={form} owner={known.owner} onChange={change} />
      </div>
    </FormDialog>
  )
}

type FieldsProps = {
  form: UseFormReturn<NewClient>
  owner: EmailOwner | null
  /** Called when a name, e-mail or number changes, because an earlier refusal is then outdated. */
  onChange: () => void
}

function ClientFields({ form, owner, onChange }: FieldsProps) {
  const { errors } = form.formState
  const text = { autoComplete: 'off' } as const
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={s.firstName} required error={errors.first_name?.message}>
        <TextInput {...form.register('first_name', { onChange })} {...text} />
      </Field>
      <Field label={s.middleName} error={errors.middle_name?.message}>
        <TextInput {...form.register('middle_name')} {...text} />
      </Field>
      <Field label={s.lastName} error={errors.last_name?.message}>
        <TextInput {...form.register('last_name', { onChange })} {...text} />
      </Field>
      <Field label={s.suffix} error={errors.suffix?.message}>
        <TextInput {...form.register('suffix')} {...text} placeholder={s.suffixHint} />
      </Field>
      <div className="space-y-2">
        <EmailField {...form.register('email', { onChange })} error={errors.email?.message} />
        <OwnerLink owner={owner} />
      </div>
      <ContactNumberField {...form.register('contact_number', { onChange })} error={errors.contact_number?.message} />
      <SinceField form={form} />
      <LogInNote form={form} />
    </div>
  )
}

function SinceField({ form }: Pick<FieldsProps, 'form'>) {
  const { errors } = form.formState
  return (
    <Controller
      control={form.control}
      name="date"
      render={({ field }) => (
        <Field label={s.date} required hint={s.dateHint} error={errors.date?.message}>
          <DateInput {...field} max={manilaDate(now())} />
        </Field>
      )}
    />
  )
}

function LogInNote({ form }: Pick<FieldsProps, 'form'>) {
  const [name, email] = useWatch({ control: form.control, name: ['first_name', 'email'] })
  return <DefaultPasswordNote name={name} email={email} className="self-end" />
}
