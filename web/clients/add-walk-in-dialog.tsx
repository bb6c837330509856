import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { clientsContract } from '#shared/clients/contract.ts'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { defaultPasswordFor } from '#shared/lib/names.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { DialogControl } from '#web/ui/use-dialog.tsx'
import { clientReads, OwnerLink, useEmailOwner } from './client-form.tsx'

/** Puts somebody who just came in on file: a name is enough. (The till has a dialog of its own: who is added there pays at once.) */
export function AddWalkInDialog(props: DialogControl) {
  // Also fresh on each opening for a page that keeps it drawn.
  const [{ openings, wasOpen }, setSeen] = useState({ openings: 0, wasOpen: false })
  if (props.open !== wasOpen) setSeen({ openings: props.open ? openings + 1 : openings, wasOpen: props.open })
  return <WalkInDialog key={openings} {...props} />
}

function WalkInDialog({ open, onClose }: DialogControl) {
  const { owner, forgetOwner, onFailed } = useEmailOwner()
  const { form, dialog } = useContractForm(clientsContract.create, {
    values: { name: '', email: '' },
    input: (body) => ({ body }),
    judge: ({ name }, found) => (name.trim() === '' ? { name: s.walkInValidation } : found),
    done: ({ data }) => ({ title: s.walkInAddedPlain, description: data.name }),
    failed: s.failedToCreateWalkIn,
    reread: clientReads,
    onDone: onClose,
    onFailed,
  })
  const { errors } = form.formState
  const name = useWatch({ control: form.control, name: 'name' }).trim()
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.walkInTitle}
      leave={s.cancel}
      send={s.addWalkIn}
      busyLabel={s.adding}
      {...dialog}
    >
      <div className="space-y-4">
        <Field label={s.fullName} required error={errors.name?.message}>
          <TextInput {...form.register('name')} autoComplete="off" autoCapitalize="words" />
        </Field>
        <Field label={s.emailOptional} error={errors.email?.message}>
          <TextInput
            {...form.register('email', { onChange: forgetOwner })}
            type="email"
            inputMode="email"
            autoComplete="off"
          />
        </Field>
        <OwnerLink owner={owner} />
        <Field label={s.password} hint={s.passwordHint}>
          <TextInput value={name === '' ? '' : defaultPasswordFor(name)} readOnly autoComplete="off" />
        </Field>
      </div>
    </FormDialog>
  )
}
