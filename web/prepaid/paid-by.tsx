import { Controller, type UseFormReturn } from 'react-hook-form'
import { formatPeso, parsePesos, toPesos } from '#shared/lib/money.ts'
import { CARD_SALE_METHODS, type CardSaleMethod } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { changeOf } from '#shared/sales/totals.ts'
import { chosenTerminal } from '#web/cash/use-till.ts'
import { useAcceptedMethods } from '#web/sales/api.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'

export type PaidValues = { method: CardSaleMethod; received: string; reference_number: string }
export type PaidForm = UseFormReturn<PaidValues>

/**
 * The payment for a sold gift card or package as the request sends it, with the terminal whose drawer gets the cash.
 */
export const paidBody = ({ method, received, reference_number }: PaidValues) => ({
  method,
  ...(method === 'cash'
    ? { received: received.trim() === '' ? null : toPesos(parsePesos(received) ?? 0) }
    : { reference_number }),
  terminal_id: chosenTerminal(),
})

/** The fields of the payment: the method, and the received cash or the reference number. */
export function PaidBy({ form, amount }: { form: PaidForm; amount: number }) {
  const accepted = useAcceptedMethods()
  const { errors } = form.formState
  const options = CARD_SALE_METHODS.filter((method) => accepted.includes(method)).map((value) => ({
    value,
    label: methodMessages.methods[value],
  }))
  const received = parsePesos(form.watch('received'))
  const method = form.watch('method')
  return (
    <>
      <Field label={s.method} required error={errors.method?.message}>
        <Controller
          control={form.control}
          name="method"
          // A method that the clinic does not accept is shown as not chosen.
          render={({ field }) => (
            <Select {...field} value={accepted.includes(field.value) ? field.value : null} options={options} />
          )}
        />
      </Field>
      {method === 'cash' ? (
        <Field
          label={s.received}
          hint={received !== null && received > amount ? s.changeIs(formatPeso(changeOf(received, amount))) : undefined}
          error={errors.received?.message}
        >
          <Controller control={form.control} name="received" render={({ field }) => <MoneyInput {...field} />} />
        </Field>
      ) : (
        <Field label={s.reference} required error={errors.reference_number?.message}>
          <TextInput {...form.register('reference_number')} maxLength={60} autoComplete="off" />
        </Field>
      )}
    </>
  )
}
