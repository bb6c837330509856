import { Controller } from 'react-hook-form'
import { cashContract, type OpenShift } from '#shared/cash/contract.ts'
import { cashTillMessages as s } from '#shared/cash/till-messages.ts'
import { parsePesos, toPesos } from '#shared/lib/money.ts'
import { isUnanswered } from '#web/lib/form-errors.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { SegmentedControl } from '#web/ui/fields/segmented-control.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

const directions = (['in', 'out'] as const).map((value) => ({ value, label: s.directions[value] }))

type Values = { kind: 'in' | 'out'; amount: string; reason: string }
const nothing: Values = { kind: 'out', amount: '', reason: '' }

/** Records a pay-in or pay-out with a reason. */
export function MovementDialog({ shift, open, onClose }: DialogControl & { shift: OpenShift }) {
  const { form, dialog } = useContractForm(cashContract.move, {
    values: nothing,
    input: ({ amount, ...values }) => ({
      params: { id: shift.id },
      body: { ...values, amount: toPesos(parsePesos(amount) ?? 0) },
    }),
    done: (_, { kind }) => s.recorded[kind],
    // A retry has the same idempotency key, so that the money is recorded once.
    failed: (error, others) => {
      if (isUnanswered(error)) return { title: s.recordUnknown, description: s.recordAgain, seconds: 8 }
      return others.length === 0 ? null : { title: s.notRecorded, description: others.join('\n') }
    },
    reread: [cashContract.till],
    onDone: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.movementTitle}
      description={s.movementHint}
      leave={s.cancel}
      send={s.record}
      busyLabel={s.recording}
      {...dialog}
    >
      <div className="space-y-4">
        <Field label={s.direction} group labelHidden>
          <Controller
            control={form.control}
            name="kind"
            render={({ field }) => (
              <SegmentedControl block options={directions} value={field.value} onChange={field.onChange} />
            )}
          />
        </Field>
        <Field label={s.amount} required error={errors.amount?.message}>
          <Controller
            control={form.control}
            name="amount"
            render={({ field }) => <MoneyInput {...field} className="h-13!" />}
          />
        </Field>
        <Field label={s.what} required error={errors.reason?.message}>
          <TextInput {...form.register('reason')} maxLength={200} autoComplete="off" className="h-13!" />
        </Field>
      </div>
    </FormDialog>
  )
}
