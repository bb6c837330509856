import { Controller, type UseFormReturn } from 'react-hook-form'
import type { Till } from '#shared/cash/contract.ts'
import { formatPeso, parsePesos, toPesos } from '#shared/lib/money.ts'
import { CARD_SALE_METHODS, type CardSaleMethod } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { changeOf } from '#shared/sales/totals.ts'
import { DrawerField } from '#web/cash/drawer-field.tsx'
import { noTerminal } from '#web/cash/terminal-choice.ts'
import { chosenTerminal } from '#web/cash/use-till.ts'
import { useAcceptedMethods } from '#web/sales/api.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'

export type PaidValues = {
  method: CardSaleMethod
  received: string
  reference_number: string
  terminal_id: string | null
}
export type PaidForm = UseFormReturn<PaidValues>

/** The values of the fields of the payment when a form opens. */
export const unpaid: PaidValues = { method: 'cash', received: '', reference_number: '', terminal_id: noTerminal }

/**
 * The payment for a gift card, package or deposit as the request sends it, with the terminal in whose shift it is
 * recorded.
 */
export const paidBody = ({ method, received, reference_number, terminal_id }: PaidValues) => ({
  method,
  ...(method === 'cash'
    ? { received: received.trim() === '' ? null : toPesos(parsePesos(received) ?? 0) }
    : { reference_number }),
  terminal_id: terminal_id ?? chosenTerminal(),
})

type PaidByProps = {
  form: PaidForm
  amount: number
  /** The terminals with an open shift, from `useDrawers`; null if no choice is needed. */
  drawers: Till['terminals'] | null
}

/** The fields of the payment: the method, the received cash or the reference number, and the terminal if needed. */
export function PaidBy({ form, amount, drawers }: PaidByProps) {
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
      <DrawerField control={form.control} drawers={drawers} isPaidOut={false} />
    </>
  )
}
