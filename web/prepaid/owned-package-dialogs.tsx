import { Controller } from 'react-hook-form'
import { addMonths, formatShortDate } from '#shared/lib/manila-time.ts'
import { ownedPackagesContract, type OwnedPackage } from '#shared/prepaid/owned-packages-contract.ts'
import { packagesContract } from '#shared/prepaid/package-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useToday } from '#web/lib/use-now.ts'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { ClientField, type ClientValues } from './client-field.tsx'

type OwnedProps = DialogControl & { owned: OwnedPackage }

const reread = [ownedPackagesContract.ofClient, packagesContract.ofClient]

/** Changes the last day of a client's package to a later one. The dialog proposes one month more. */
export function ExtendPackageDialog({ open, onClose, owned }: OwnedProps) {
  const today = useToday()
  const from = owned.expires_on ?? today
  const { form, dialog } = useContractForm(ownedPackagesContract.extend, {
    values: { expires_on: addMonths(from < today ? today : from, 1), reason: '' },
    input: ({ expires_on, reason }) => ({ params: { id: owned.id }, body: { expires_on, reason } }),
    done: s.extended,
    failed: s.notExtended,
    reread,
    onDone: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.extendNamed(owned.name)}
      description={s.extendText(formatShortDate(from))}
      leave={s.cancel}
      send={s.extend}
      busyLabel={s.saving}
      {...dialog}
    >
      <div className="space-y-4">
        <Field label={s.newLastDay} required error={errors.expires_on?.message}>
          <Controller
            control={form.control}
            name="expires_on"
            render={({ field }) => <DateInput {...field} min={today} />}
          />
        </Field>
        <Field label={s.extendReason} required error={errors.reason?.message}>
          <Textarea {...form.register('reason')} maxLength={200} rows={2} />
        </Field>
      </div>
    </FormDialog>
  )
}

const nobody: ClientValues = { user_id: '', client: '' }

/** Gives a package to another client. */
export function TransferPackageDialog({ open, onClose, owned }: OwnedProps) {
  const { form, dialog } = useContractForm<ClientValues, typeof ownedPackagesContract.transfer>(
    ownedPackagesContract.transfer,
    {
      values: nobody,
      input: ({ user_id }) => ({ params: { id: owned.id }, body: { user_id } }),
      done: s.transferred,
      failed: s.notTransferred,
      reread,
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.transferNamed(owned.name)}
      description={s.transferText}
      leave={s.cancel}
      send={s.transferSend}
      busyLabel={s.saving}
      {...dialog}
    >
      <ClientField form={form} label={s.transferTo} />
    </FormDialog>
  )
}
