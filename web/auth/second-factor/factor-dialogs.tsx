import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { passkeysContract } from '#shared/auth/passkeys-contract.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { secondFactorContract as contract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { PasswordInput, TextInput } from '#web/ui/fields/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormDialog, type FormDialogProps } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Typed = { current_password: string }

const values: Typed = { current_password: '' }

type PasswordDialogProps = Omit<FormDialogProps, 'leave' | 'children'> & { form: UseFormReturn<Typed> }

/** Asks for the password before the second factor is changed. */
const PasswordDialog = ({ form: { register, formState }, ...dialog }: PasswordDialogProps) => (
  // Closing the dialog does not warn about unsaved text, because a typed password is not worth keeping.
  <FormDialog size="sm" {...dialog} leave={s.cancel} unsaved={false}>
    <Field label={s.currentPassword} required error={formState.errors.current_password?.message}>
      <PasswordInput {...register('current_password')} autoComplete="current-password" />
    </Field>
  </FormDialog>
)

/** Makes new recovery codes after the password is entered, and shows them once. */
export function NewCodesDialog({ open, onClose }: DialogControl) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const { form, dialog } = useContractForm(contract.makeCodes, {
    values,
    input: (body) => ({ body }),
    failed: s.codesNotMade,
    reread: [contract.read],
    onDone: ({ data }) => setCodes(data.recovery_codes),
  })
  if (codes)
    return (
      <Dialog
        open={open}
        onClose={onClose}
        dismissible={false}
        size="sm"
        title={s.codesTitle}
        description={s.codesText}
        footer={
          <Button variant="primary" onClick={onClose}>
            {s.done}
          </Button>
        }
      >
        <RecoveryCodes codes={codes} />
      </Dialog>
    )
  return (
    <PasswordDialog
      open={open}
      onClose={onClose}
      title={s.newCodesTitle}
      description={s.newCodesText}
      send={s.makeCodes}
      busyLabel={s.makingCodes}
      form={form}
      {...dialog}
    />
  )
}

/** Switches the second factor off after the password is entered. */
export function SwitchOffDialog({ open, onClose }: DialogControl) {
  const { form, dialog } = useContractForm(contract.switchOff, {
    values,
    input: (body) => ({ body }),
    done: ({ message }) => message,
    failed: s.notSwitchedOff,
    reread: [contract.read],
    onDone: onClose,
  })
  return (
    <PasswordDialog
      open={open}
      onClose={onClose}
      title={s.switchOffTitle}
      description={s.switchOffText}
      send={s.switchOff}
      busyLabel={s.switchingOff}
      danger
      form={form}
      {...dialog}
    />
  )
}

/** Removes the authenticator app after the password is entered; offered only while a passkey remains. */
export function RemoveAppDialog({ open, onClose }: DialogControl) {
  const { form, dialog } = useContractForm(contract.removeApp, {
    values,
    input: (body) => ({ body }),
    done: ({ message }) => message,
    failed: s.appNotRemoved,
    reread: [contract.read],
    onDone: onClose,
  })
  return (
    <PasswordDialog
      open={open}
      onClose={onClose}
      title={s.removeAppQuestion}
      description={s.removeAppText}
      send={passkeyMessages.remove}
      busyLabel={passkeyMessages.removing}
      danger
      form={form}
      {...dialog}
    />
  )
}

type PasskeyProps = DialogControl & { id: string; name: string }

/** Removes a passkey after the password is entered. */
export function RemovePasskeyDialog(props: PasskeyProps & { isOnlyFactor: boolean }) {
  const { open, onClose, id, name, isOnlyFactor } = props
  const { form, dialog } = useContractForm(passkeysContract.remove, {
    values,
    input: (body) => ({ params: { id }, body }),
    done: ({ message }) => message,
    failed: passkeyMessages.notRemoved,
    reread: [contract.read],
    onDone: onClose,
  })
  return (
    <PasswordDialog
      open={open}
      onClose={onClose}
      title={passkeyMessages.removeQuestion(name)}
      description={isOnlyFactor ? passkeyMessages.removeLastText : passkeyMessages.removeText}
      send={passkeyMessages.remove}
      busyLabel={passkeyMessages.removing}
      danger
      form={form}
      {...dialog}
    />
  )
}

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ open, onClose, id, name }: PasskeyProps) {
  const { form, dialog } = useContractForm(passkeysContract.rename, {
    values: { name },
    input: (body) => ({ params: { id }, body }),
    done: ({ message }) => message,
    failed: passkeyMessages.notRenamed,
    reread: [contract.read],
    onDone: onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={passkeyMessages.renameTitle}
      leave={s.cancel}
      send={passkeyMessages.save}
      busyLabel={passkeyMessages.saving}
      {...dialog}
    >
      <Field
        label={passkeyMessages.name}
        required
        hint={passkeyMessages.nameHint}
        error={form.formState.errors.name?.message}
      >
        <TextInput {...form.register('name')} maxLength={60} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
