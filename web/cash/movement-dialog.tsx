import { Controller } from 'react-hook-form'
import { cashContract, type OpenShift } from '#shared/cash/contract.ts'
import { MOVEMENT_KINDS, type MovementKind } from '#shared/cash/drawer.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashTillMessages as s } from '#shared/cash/till-messages.ts'
import type { ApiError } from '#shared/lib/http-client.ts'
import { parsePesos, toPesos } from '#shared/lib/money.ts'
import { useApproval } from '#web/approvals/use-approval.tsx'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { isUnanswered } from '#web/lib/api-errors.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

const directions = MOVEMENT_KINDS.map((value) => ({ value, label: s.directions[value] }))

type Values = { kind: MovementKind; amount: string; reason: string; slip_number: string }
const nothing: Values = { kind: 'out', amount: '', reason: '', slip_number: '' }

const approvalKinds = { out: 'pay_out', drop: 'drop' } as const

/** The request body of a cash movement. A bank drop has the number of its slip instead of a reason. */
const bodyOf = ({ kind, amount, reason, slip_number }: Values) => ({
  kind,
  amount: toPesos(parsePesos(amount) ?? 0),
  ...(kind === 'drop' ? { slip_number } : { reason }),
})

/**
 * The form of a cash movement, such as a bank drop. When the server asks for an approval, an admin enters the PIN, and
 * the movement is sent again with that approval.
 */
function useMovementForm(shift: OpenShift, onClose: () => void) {
  const approval = useApproval()
  const isAsking = ({ errors }: ApiError) => 'approval_id' in errors && approval.id() === null
  const contractForm = useContractForm(cashContract.move, {
    values: nothing,
    input: (typed) => ({ params: { id: shift.id }, body: { ...bodyOf(typed), approval_id: approval.id() } }),
    done: (_, { kind }) => s.recorded[kind],
    // A retry has the same idempotency key, so that the money is recorded once.
    failed: (error, others) => {
      if (isUnanswered(error)) return { title: s.recordUnknown, description: s.recordAgain, seconds: 8 }
      return others.length === 0 || isAsking(error) ? null : { title: s.notRecorded, description: others.join('\n') }
    },
    reread: [cashContract.till, cashManagementContract.openShifts],
    onDone: onClose,
  })
  const { form, submit } = contractForm
  const send = async () => {
    const outcome = await submit()
    if (outcome?.kind !== 'failed' || !approval.refused(outcome.error.errors)) return
    const { kind, amount } = form.getValues()
    if (kind === 'in') return
    const request = { kind: approvalKinds[kind], subjectId: shift.id, amount: parsePesos(amount) ?? 0 }
    if (await approval.ask(request)) await submit()
  }
  return { ...contractForm, send, approvalDialog: approval.element }
}

/** Records a pay-in or pay-out with a reason, or a drop to the bank with the number of its slip. */
export function MovementDialog({ shift, open, onClose }: DialogControl & { shift: OpenShift }) {
  const { form, dialog, send, approvalDialog } = useMovementForm(shift, onClose)
  const { errors } = form.formState
  const text = form.watch('kind') === 'drop' ? 'slip_number' : 'reason'
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
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
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
        <Field key={text} label={text === 'reason' ? s.what : s.slipNumber} required error={errors[text]?.message}>
          <TextInput
            {...form.register(text)}
            maxLength={text === 'reason' ? 200 : 60}
            autoComplete="off"
            className="h-13!"
          />
        </Field>
      </div>
      {approvalDialog}
    </FormDialog>
  )
}
