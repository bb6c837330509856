import { paymentSentences as s } from '#shared/sales/payment-sentences.ts'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/money-input.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { usePaymentForm } from './use-payment-form.ts'

type TenderFieldsProps = {
  form: ReturnType<typeof usePaymentForm>
  needsReference: boolean
  /** Until the customer is known. */
  disabled: boolean
}

/** The reference number of a transfer, and what was received. */
export function TenderFields({ form, needsReference, disabled }: TenderFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {needsReference && (
        <Field label={s.referenceNumber} required error={form.said.reference} disabled={disabled}>
          <TextInput
            value={form.reference}
            onChange={(event) => form.setReference(event.target.value)}
            maxLength={60}
            autoComplete="off"
            disabled={disabled}
          />
        </Field>
      )}
      <Field
        label={s.amountReceived}
        required={form.totals.total > 0}
        error={form.said.received}
        disabled={disabled}
        className={needsReference ? undefined : 'sm:col-span-2'}
      >
        <MoneyInput value={form.received} onChange={form.setReceived} disabled={disabled} className="text-lg!" />
      </Field>
    </div>
  )
}
