import { Plus, Split as SplitIcon, X } from 'lucide-react'
import { Suspense, useEffect, useRef, type RefObject } from 'react'
import type { Centavos } from '#shared/lib/money.ts'
import { MOST_PAYMENTS } from '#shared/sales/checkout-body.ts'
import { paymentMessages as s } from '#shared/sales/till-messages.ts'
import { needsReference, type PaymentMethod } from '#shared/sales/payment.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { lazyPart } from '#web/lib/page/lazy-part.tsx'
import { usePartMethods } from '#web/sales/api.ts'
import { PaymentTiles } from './payment-tiles.tsx'
import { amountsOf, type Part, type PartProblems, type Split } from './split.ts'
import { typedPesos, type PaymentForm } from './use-payment-form.ts'

const CardBalance = lazyPart(async () => (await import('#web/prepaid/card-balance.tsx')).CardBalance)

type TenderFieldsProps = {
  form: PaymentForm
  /** True until the customer is chosen, because the payment is entered after that. */
  disabled: boolean
  /** The first field of the form, which gets the focus. */
  firstRef: RefObject<HTMLInputElement | null>
}

/** The fields of a single payment, or of several once the cashier has split it. */
export function TenderFields({ form, disabled, firstRef }: TenderFieldsProps) {
  const { split } = form
  const place = useRef<HTMLDivElement>(null)
  const wasSplit = useRef(false)
  const next = split?.next ?? null
  // After the payment is split, or a part of it is added or removed, the field to be filled in next gets the focus.
  useEffect(() => {
    if (next) place.current?.querySelector<HTMLElement>(fieldOf(next))?.focus()
    else if (wasSplit.current) firstRef.current?.focus()
    wasSplit.current = next !== null
  }, [next, firstRef])
  return (
    <div ref={place} className="space-y-4">
      {split ? (
        <SplitFields form={form} split={split} disabled={disabled} />
      ) : (
        <SingleFields form={form} disabled={disabled} firstRef={firstRef} />
      )}
      {form.totals.total > 0 && <SplitButton form={form} disabled={disabled} />}
    </div>
  )
}

const fieldOf = ({ id, field }: Split['next']) =>
  `[data-payment="${id}"] [data-field=${field}] :is(input:checked, input:not(:disabled))`

/** The button that splits the payment, or adds a further payment to a split one. */
function SplitButton({ form, disabled }: Omit<TenderFieldsProps, 'firstRef'>) {
  const { split, totals } = form
  if (split && split.parts.length >= MOST_PAYMENTS) return null
  return split ? (
    <Button
      size="lg"
      block
      disabled={disabled}
      onClick={() => form.changeSplit({ type: 'add', total: totals.total })}
      icon={<Plus size={20} aria-hidden="true" />}
    >
      {s.addPayment}
    </Button>
  ) : (
    <Button
      size="lg"
      block
      disabled={disabled}
      onClick={form.beginSplit}
      icon={<SplitIcon size={20} aria-hidden="true" />}
    >
      {s.split}
    </Button>
  )
}

/** Fields for the reference number and the received amount. */
function SingleFields({ form, disabled, firstRef }: TenderFieldsProps) {
  const asksReference = needsReference(form.tender.method)
  const isByCard = form.tender.method === 'prepaid'
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {asksReference && (
        <Field
          label={isByCard ? s.cardNumber : s.referenceNumber}
          required
          error={form.problems.reference}
          disabled={disabled}
        >
          <TextInput
            ref={firstRef}
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
        error={form.problems.received}
        disabled={disabled}
        className={asksReference ? undefined : 'sm:col-span-2'}
      >
        <MoneyInput
          ref={asksReference ? undefined : firstRef}
          value={form.received}
          onChange={form.setReceived}
          disabled={disabled}
          className="text-lg!"
        />
      </Field>
      {isByCard && (
        <Suspense fallback={null}>
          <CardBalance
            typed={form.reference}
            due={form.totals.total}
            onLess={(left) => form.setReceived(typedPesos(left))}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The fields of a split payment: each part with method, amount and further fields. */
function SplitFields({ form, split: { parts }, disabled }: { form: PaymentForm; split: Split; disabled: boolean }) {
  const amounts = amountsOf(parts, form.totals.total)
  return (
    <ol aria-label={s.payments} className="space-y-3">
      {parts.map((part, i) => (
        <li key={part.id}>
          <PartFields
            form={form}
            part={part}
            number={i + 1}
            amount={amounts[i] ?? null}
            isLast={i === parts.length - 1}
            isCashUsed={parts.some(({ id, method }) => id !== part.id && method === 'cash')}
            problems={form.problems.parts?.[i] ?? {}}
            disabled={disabled}
          />
        </li>
      ))}
    </ol>
  )
}

type PartProps = {
  form: PaymentForm
  part: Part
  number: number
  amount: Centavos | null
  /** True for the last payment, whose empty amount means the rest. */
  isLast: boolean
  /** True when another payment is already cash. */
  isCashUsed: boolean
  problems: PartProblems
  /** True until the customer is chosen, because the payment is entered after that. */
  disabled: boolean
}

function PartFields({ form, part, number, amount, isLast, isCashUsed, problems, disabled }: PartProps) {
  const { id, method } = part
  const change = (changes: Partial<Omit<Part, 'id'>>) => form.changeSplit({ type: 'change', id, changes })
  return (
    <fieldset data-payment={id} disabled={disabled} className="min-w-0 rounded-card border border-line p-3 pt-1.5">
      <legend className="sr-only">{s.payment(number)}</legend>
      <div className="flex items-center justify-between">
        <span className="text-sm font-bold" aria-hidden="true">
          {s.payment(number)}
        </span>
        <IconButton
          label={s.removePayment(number)}
          icon={<X size={18} aria-hidden="true" />}
          onClick={() => form.changeSplit({ type: 'remove', id })}
          className="-mr-1.5"
        />
      </div>
      <div data-field="method">
        <PaymentTiles
          methods={usePartMethods()}
          value={method}
          onChange={(chosen) => change({ method: chosen })}
          label={s.paymentMethod(number)}
          name={`payment-method-${id}`}
          off={isCashUsed ? ['cash'] : []}
          compact
          error={problems.method}
        />
      </div>
      <div className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-[2fr_3fr]">
        <div data-field="amount">
          <Field
            label={s.amount}
            required
            error={problems.amount}
            hint={part.amount === null ? s.takesRest : undefined}
          >
            <MoneyInput
              value={part.amount ?? typedPesos(amount ?? 0)}
              onChange={(text) => change({ amount: text })}
              // If the amount of the last payment is empty when its field loses the focus, this payment covers the rest
              // again.
              onBlur={() => isLast && part.amount?.trim() === '' && change({ amount: null })}
            />
          </Field>
        </div>
        <div data-field="reference">
          <PartDetail part={part} amount={amount} onChange={change} problems={problems} />
        </div>
      </div>
    </fieldset>
  )
}

type DetailProps = Pick<PartProps, 'part' | 'amount' | 'problems'> & {
  onChange: (changes: Partial<Omit<Part, 'id'>>) => void
}

const labelOf = (method: PaymentMethod) =>
  method === 'withheld' ? s.formReference : method === 'prepaid' ? s.cardNumber : s.referenceNumber

/** The field for a payment's received cash or reference number. */
function PartDetail({ part: { method, received, reference }, amount, problems, onChange }: DetailProps) {
  if (method === null) return null
  if (needsReference(method))
    return (
      <Field label={labelOf(method)} required error={problems.reference}>
        <TextInput
          value={reference}
          placeholder={method === 'withheld' ? s.formReferenceSample : undefined}
          onChange={(event) => onChange({ reference: event.target.value })}
          maxLength={60}
          autoComplete="off"
        />
        {method === 'prepaid' && (
          <Suspense fallback={null}>
            <CardBalance
              typed={reference}
              due={amount ?? 0}
              onLess={(left) => onChange({ amount: typedPesos(left) })}
            />
          </Suspense>
        )}
      </Field>
    )
  return (
    <Field label={s.cashReceived} error={problems.received}>
      <MoneyInput
        value={received}
        onChange={(text) => onChange({ received: text })}
        placeholder={typedPesos(amount ?? 0)}
      />
    </Field>
  )
}
