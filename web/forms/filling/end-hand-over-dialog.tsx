import { useState } from 'react'
import { handOverContract } from '#shared/forms/signing-contract.ts'
import { fillingMessages as s } from '#shared/forms/signing-messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { paths } from '#web/lib/paths.ts'
import { openDocument } from '#web/lib/public-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { PasswordInput, TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { clearScope } from './device-drafts.ts'
import { returnPath } from './hand-over-return.ts'

type Props = DialogControl & {
  handOver: Output<typeof handOverContract.current>['data']
  /**
   * Called when the session or the hand-over has already ended in another way, so that entering the password is
   * pointless.
   */
  onEnded: () => void
}

/** Asks for the password of a member of the staff, which ends the hand-over of the tablet to a client. */
export function EndHandOverDialog({ open, onClose, handOver, onEnded }: Props) {
  const [isOther, setIsOther] = useState(false)
  const { form, dialog } = useContractForm(handOverContract.end, {
    values: { password: '', email: '' },
    input: (body) => ({
      params: { id: handOver.id },
      body: { password: body.password, email: isOther ? body.email : null },
    }),
    failed: s.notEnded,
    onFailed: ({ status }) => (status === 401 || status === 404) && onEnded(),
    // A new document is opened, because it forgets what the client's pages had in memory and starts with the
    // permissions of the staff.
    onDone: ({ data }) => {
      clearScope(handOver.id)
      openDocument(data.is_same_person ? returnPath() : paths.login, { replace: true })
    },
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.endTitle}
      description={s.endHint(handOver.started_by)}
      leave={s.cancel}
      send={s.end}
      busyLabel={s.ending}
      {...dialog}
    >
      <div className="space-y-4">
        {isOther && (
          <Field label={s.email} error={errors.email?.message}>
            <TextInput type="email" autoComplete="off" {...form.register('email')} />
          </Field>
        )}
        <Field label={s.password} required error={errors.password?.message}>
          <PasswordInput autoComplete="off" {...form.register('password')} />
        </Field>
        {!isOther && (
          <Button variant="quiet" onClick={() => setIsOther(true)}>
            {s.somebodyElse}
          </Button>
        )}
      </div>
    </FormDialog>
  )
}
