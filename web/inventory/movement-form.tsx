import { useEffect, useRef } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { inventoryContract, type Product } from '#shared/inventory/contract.ts'
import { ENTERED_KINDS, MAX_STOCK, needsReason, type EnteredKind } from '#shared/inventory/movement.ts'
import { stockContract, type StockBatch } from '#shared/inventory/stock-contract.ts'
import { stockMessages as s } from '#shared/inventory/stock-messages.ts'
import type { ApiError } from '#shared/lib/http-client.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { parsePesos, toPesos } from '#shared/lib/money.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { useUnsavedGuard } from '#web/ui/overlays/unsaved-changes.ts'

type Values = {
  kind: EnteredKind
  amount: number | null
  batch_id: string
  code: string
  expires_on: string
  unit_cost: string
  supplier: string
  reason: string
}
type MovementFormState = UseFormReturn<Values>

const FIRST = 'first'
const nothing: Values = {
  kind: 'receive',
  amount: null,
  batch_id: FIRST,
  code: '',
  expires_on: '',
  unit_cost: '',
  supplier: '',
  reason: '',
}

const costOf = (typed: string) => (typed === '' ? null : toPesos(parsePesos(typed) ?? Number.NaN))

/** The request body of a typed movement of stock, without the fields of other kinds of movement. */
const bodyOf = (
  { kind, amount, batch_id, code, expires_on, unit_cost, supplier, reason }: Values,
  mayUseExpired: boolean,
) => ({
  kind,
  amount: amount ?? 0,
  reason,
  use_expired: mayUseExpired,
  ...(kind === 'receive'
    ? { code, expires_on: expires_on === '' ? null : expires_on, unit_cost: costOf(unit_cost), supplier }
    : { batch_id: batch_id === FIRST ? null : batch_id }),
})

const isExpired = ({ code }: ApiError) => code === 'conflict'
const kinds = ENTERED_KINDS.map((value) => ({ value, label: s.verbs[value] }))

/**
 * The form of a movement of stock. If the movement would use pieces of an expired batch, the server refuses it, and the
 * form is sent again only after the person has confirmed the use.
 */
function useMovementForm(product: Product) {
  const confirm = useConfirm()
  const mayUseExpired = useRef(false)
  const contractForm = useContractForm(stockContract.move, {
    values: nothing,
    input: (typed) => ({ params: { id: product.id }, body: bodyOf(typed, mayUseExpired.current) }),
    done: (_, { kind }) => s.recorded[kind],
    failed: (error, others) =>
      others.length === 0 || isExpired(error) ? null : { title: s.notRecorded, description: others.join('\n') },
    reread: [inventoryContract.products, stockContract.stock, stockContract.movements, stockContract.order],
    onDone: (_, { kind }) => {
      contractForm.form.reset({ ...nothing, kind })
      contractForm.form.setFocus('amount')
    },
  })
  const send = async () => {
    mayUseExpired.current = false
    const outcome = await contractForm.submit()
    if (outcome?.kind !== 'failed' || !isExpired(outcome.error)) return
    const { code, expires_on } = outcome.error.data as Pick<StockBatch, 'code' | 'expires_on'>
    const question = {
      title: s.expiredQuestion,
      body: s.expiredText(s.batchName(code, expires_on)),
      confirmLabel: s.useIt,
      cancelLabel: s.keepIt,
      danger: true,
    }
    if (!(await confirm(question))) return
    mayUseExpired.current = true
    await contractForm.submit()
  }
  return { ...contractForm, send }
}

const optionOf = ({ id, code, expires_on, is_expired }: StockBatch) => ({
  value: id,
  label: s.batchName(code, expires_on),
  ...(expires_on !== null &&
    code !== null && { detail: (is_expired ? s.expiredOn : s.expiresOn)(formatShortDate(expires_on)) }),
})

type MovementFormProps = { product: Product; batches: readonly StockBatch[]; suppliers: readonly string[] }

/** Records that pieces were received, used, discarded, returned or counted. */
export function MovementForm({ product, batches, suppliers }: MovementFormProps) {
  const { form, busy, isDirty, send } = useMovementForm(product)
  useUnsavedGuard(isDirty)
  const kind = form.watch('kind')
  const { errors } = form.formState
  // Each kind of movement has other fields, so the errors of the previous kind are cleared.
  useEffect(() => form.clearErrors(), [form, kind])
  return (
    <form
      noValidate
      aria-label={s.kindLabel}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void send()
      }}
      className="space-y-4"
    >
      <Field label={s.kindLabel} group labelHidden>
        <Controller
          control={form.control}
          name="kind"
          render={({ field }) => (
            <SegmentedControl block options={kinds} value={field.value} onChange={field.onChange} />
          )}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <AmountField form={form} />
        {kind === 'receive' ? (
          <ReceivedFields form={form} suppliers={suppliers} />
        ) : (
          <BatchField form={form} batches={batches} />
        )}
        <Field label={s.reason} required={needsReason(kind)} error={errors.reason?.message} className="sm:col-span-2">
          <TextInput {...form.register('reason')} maxLength={200} autoComplete="off" />
        </Field>
      </div>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={busy} busyLabel={s.recording} className="max-sm:w-full">
          {s.record}
        </Button>
      </div>
    </form>
  )
}

function AmountField({ form }: { form: MovementFormState }) {
  const isDifference = form.watch('kind') === 'adjust'
  return (
    <Controller
      control={form.control}
      name="amount"
      render={({ field, fieldState }) => (
        <Field
          label={isDifference ? s.changeLabel : s.amountLabel}
          hint={isDifference ? s.changeHint : undefined}
          required
          error={fieldState.error?.message}
        >
          <NumberInput {...field} min={isDifference ? -MAX_STOCK : 0} max={MAX_STOCK} />
        </Field>
      )}
    />
  )
}

const containing = (suppliers: readonly string[], typed: string) =>
  suppliers
    .filter((name) => name.toLowerCase().includes(typed.trim().toLowerCase()))
    .map((name) => ({ value: name, label: name }))

function ReceivedFields({ form, suppliers }: { form: MovementFormState; suppliers: readonly string[] }) {
  const { errors } = form.formState
  return (
    <>
      <Field label={s.batchNumber} hint={s.batchHint} error={errors.code?.message}>
        <TextInput {...form.register('code')} maxLength={60} autoComplete="off" />
      </Field>
      <Field label={s.expires} error={errors.expires_on?.message}>
        <Controller control={form.control} name="expires_on" render={({ field }) => <DateInput {...field} />} />
      </Field>
      <Field label={s.unitCost} error={errors.unit_cost?.message}>
        <Controller control={form.control} name="unit_cost" render={({ field }) => <MoneyInput {...field} />} />
      </Field>
      <Controller
        control={form.control}
        name="supplier"
        render={({ field, fieldState }) => (
          <Field label={s.supplier} error={fieldState.error?.message} className="sm:col-span-2">
            <Combobox {...field} items={containing(suppliers, field.value)} filtered emptyText={s.newSupplier} />
          </Field>
        )}
      />
    </>
  )
}

function BatchField({ form, batches }: { form: MovementFormState; batches: readonly StockBatch[] }) {
  const goesBack = form.watch('kind') === 'return'
  return (
    <Controller
      control={form.control}
      name="batch_id"
      render={({ field, fieldState }) => (
        <Field label={s.batch} error={fieldState.error?.message}>
          <Select
            {...field}
            options={[{ value: FIRST, label: goesBack ? s.withoutBatch : s.firstToExpire }, ...batches.map(optionOf)]}
          />
        </Field>
      )}
    />
  )
}
