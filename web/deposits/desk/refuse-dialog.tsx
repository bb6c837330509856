import { depositsContract, type Deposit } from '#shared/deposits/contract.ts'
import { clientDepositMessages } from '#shared/deposits/client-messages.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { Textarea } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { depositReads } from './deposit-reads.ts'

/** The amount, method and reference number that the client has reported. */
function paymentOf({ amount, report }: Deposit): string {
  const peso = formatPeso(toCentavos(amount))
  return report ? s.reportedPayment(peso, clientDepositMessages.methods[report.method], report.reference_number) : peso
}

/** Answers the report of a payment that has not arrived, with a reason that the client reads. */
export function RefuseDialog({ open, onClose, deposit }: DialogControl & { deposit: Deposit }) {
  const { form, dialog } = useContractForm(depositsContract.refuse, {
    values: { reason: '' },
    input: (body) => ({ params: { id: deposit.id }, body }),
    done: s.refused,
    failed: s.notRefused,
    reread: depositReads,
    onDone: onClose,
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.refuseTitle}
      description={s.refuseText(deposit.client.name, paymentOf(deposit))}
      leave={s.cancel}
      send={s.refuseSend}
      busyLabel={s.verifying}
      {...dialog}
    >
      <Field label={s.reason} required error={form.formState.errors.reason?.message}>
        <Textarea {...form.register('reason')} maxLength={200} rows={3} placeholder={s.refuseSample} />
      </Field>
    </FormDialog>
  )
}
