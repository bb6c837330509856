import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { passkeysContract } from '#shared/auth/passkeys-contract.ts'
import { passkeyMessages } from '#shared/auth/passkey-messages.ts'
import { secondFactorContract as contract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { PasswordInput } from '#web/ui/fields/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Typed = { current_password: string }

const values: Typed = { current_password: '' }

function PasswordQuestion({ form: { register, formState } }: { form: UseFormReturn<Typed> }) {
  return (
    <Field label={s.currentPassword} required error={formState.errors.current_password?.message}>
      <PasswordInput {...register('current_password')} autoComplete="current-password" />
    </Field>
  )
}

/** Makes new recovery codes after the password, and shows them once. */
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
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.newCodesTitle}
      description={s.newCodesText}
      leave={s.cancel}
      send={s.makeCodes}
      busyLabel={s.makingCodes}
      {...dialog}
      unsaved={false}
    >
      <PasswordQuestion form={form} />
    </FormDialog>
  )
}

/** Switches the second factor off after the password. */
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
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.switchOffTitle}
      description={s.switchOffText}
      leave={s.cancel}
      send={s.switchOff}
      busyLabel={s.switchingOff}
      danger
      {...dialog}
      unsaved={false}
    >
      <PasswordQuestion form={form} />
    </FormDialog>
  )
}

type RemoveProps = DialogControl & { id: string; name: string; isOnlyFactor: boolean }

/** Removes a passkey after the password. */
export function RemovePasskeyDialog({ open, onClose, id, name, isOnlyFactor }: RemoveProps) {
  const { form, dialog } = useContractForm(passkeysContract.remove, {
    values,
    input: (body) => ({ params: { id }, body }),
    done: ({ message }) => message,
    failed: passkeyMessages.notRemoved,
    reread: [contract.read],
    onDone: onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={passkeyMessages.removeQuestion(name)}
      description={isOnlyFactor ? passkeyMessages.removeLastText : passkeyMessages.removeText}
      leave={s.cancel}
      send={passkeyMessages.remove}
      busyLabel={passkeyMessages.removing}
      danger
      {...dialog}
      unsaved={false}
    >
      <PasswordQuestion form={form} />
    </FormDialog>
  )
}
