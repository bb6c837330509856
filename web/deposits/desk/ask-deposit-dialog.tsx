import { Controller } from 'react-hook-form'
import { depositsContract } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { parsePesos, toPesos } from '#shared/lib/money.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { depositReads } from './deposit-reads.ts'

type AskProps = DialogControl & { appointmentId: string; client: string }

/** Asks for a deposit for a booked visit. The page Deposits then lists the deposit as not paid yet. */
export function AskDepositDialog({ open, onClose, appointmentId, client }: AskProps) {
  const { form, dialog } = useContractForm(depositsContract.request, {
    values: { amount: '' },
    input: ({ amount }) => ({ body: { appointment_id: appointmentId, amount: toPesos(parsePesos(amount) ?? 0) } }),
    done: s.askedToast,
    failed: s.notAsked,
    reread: depositReads,
    onDone: onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.ask}
      description={s.askText(client)}
      leave={s.cancel}
      send={s.ask}
      busyLabel={s.asking}
      {...dialog}
    >
      <Field label={s.amount} required error={form.formState.errors.amount?.message}>
        <Controller control={form.control} name="amount" render={({ field }) => <MoneyInput {...field} />} />
      </Field>
    </FormDialog>
  )
}
