import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { cashContract } from '#shared/cash/contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { formatPeso, parsePesos, toCentavos, toPesos } from '#shared/lib/money.ts'
import { prepaidContract, type PrepaidCard } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { terminalProblem } from '#web/cash/terminal-choice.ts'
import { useDrawers } from '#web/cash/use-till.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { useUnknownOutcome } from '#web/data/use-unknown-outcome.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { LockedWhileUnknown } from '#web/ui/fields/locked-while-unknown.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { TextInput, Textarea } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { CardDialog } from './card-dialog.tsx'
import { PaidBy, paidBody, unpaid, type PaidForm, type PaidValues } from './paid-by.tsx'
import { useShiftQuestion } from './use-shift-question.ts'

type Values = PaidValues & {
  amount: string
  buyer_name: string
  recipient_name: string
  message: string
  recipient_email: string
}
const nothing: Values = {
  amount: '',
  ...unpaid,
  buyer_name: '',
  recipient_name: '',
  message: '',
  recipient_email: '',
}

const bodyOf = ({ amount, method, received, reference_number, terminal_id, ...values }: Values) => ({
  ...values,
  amount: toPesos(parsePesos(amount) ?? 0),
  ...paidBody({ method, received, reference_number, terminal_id }),
})

/** Sells a gift card, then shows it to be printed. */
export function SellCardDialog({ open, onClose }: DialogControl) {
  const [card, setCard] = useState<PrepaidCard | null>(null)
  return card ? (
    <CardDialog open={open} onClose={onClose} card={card} />
  ) : (
    <SellForm open={open} onClose={onClose} onSold={setCard} />
  )
}

function SellForm({ open, onClose, onSold }: DialogControl & { onSold: (card: PrepaidCard) => void }) {
  const drawers = useDrawers()
  const outcome = useUnknownOutcome({ unknown: s.saleUnknown, failed: s.notSold })
  const { form, dialog, submit } = useContractForm(prepaidContract.sell, {
    values: nothing,
    input: (values) => ({ body: bodyOf(values) }),
    judge: ({ terminal_id }, found) => ({ ...found, ...terminalProblem(drawers, terminal_id, false) }),
    done: ({ data: { amount, recipient_email: address } }) =>
      address === null
        ? s.sold(formatPeso(toCentavos(amount)))
        : s.soldAndSent(formatPeso(toCentavos(amount)), address),
    failed: outcome.failed,
    reread: [cashContract.till],
    onDone: ({ data }) => onSold(data),
    onFailed: outcome.onFailed,
  })
  const send = useShiftQuestion(form, submit)
  // The amount is registered before the fields below it, so that it gets the focus first when several fields are wrong.
  form.register('amount')
  const { errors } = form.formState
  const amount = parsePesos(form.watch('amount')) ?? 0
  const sendsEmail = useRead(clinicContract.read, {}).data?.sends_email === true
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.sell}
      description={s.sellText}
      leave={s.cancel}
      send={amount > 0 ? s.sellFor(formatPeso(amount)) : s.sellCard}
      busyLabel={s.selling}
      disabled={drawers?.length === 0}
      {...dialog}
      onSubmit={send}
    >
      <LockedWhileUnknown isUnknown={outcome.isUnknown} hint={s.sellAgain}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={s.amount} required error={errors.amount?.message}>
            <Controller control={form.control} name="amount" render={({ field }) => <MoneyInput {...field} />} />
          </Field>
          <Field label={s.buyer} required error={errors.buyer_name?.message}>
            <TextInput {...form.register('buyer_name')} maxLength={120} autoComplete="off" />
          </Field>
          <Field label={s.recipient} hint={s.recipientHint} error={errors.recipient_name?.message}>
            <TextInput {...form.register('recipient_name')} maxLength={120} autoComplete="off" />
          </Field>
          <Field label={s.message} error={errors.message?.message}>
            <Textarea {...form.register('message')} maxLength={300} rows={2} />
          </Field>
          {sendsEmail && (
            <Field label={s.recipientEmail} hint={s.recipientEmailHint} error={errors.recipient_email?.message}>
              <TextInput {...form.register('recipient_email')} type="email" maxLength={254} autoComplete="off" />
            </Field>
          )}
          {/* The cast is needed, because TypeScript cannot express that the form contains the fields of the payment. */}
          <PaidBy form={form as unknown as PaidForm} amount={amount} drawers={drawers} />
        </div>
      </LockedWhileUnknown>
    </FormDialog>
  )
}
