import { Plus, Split as SplitIcon, X } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { formatPeso, formatPesoShort, type Centavos } from '#shared/lib/money.ts'
import { MOST_PAYMENTS } from '#shared/sales/checkout-body.ts'
import { paymentMessages as s } from '#shared/sales/till-messages.ts'
import { givesChange, needsReference } from '#shared/sales/payment.ts'
import { changeOf, quickAmounts } from '#shared/sales/totals.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { usePartMethods } from '#web/sales/api.ts'
import { PaymentTiles } from './payment-tiles.tsx'
import { amountsOf, cashLacking, receivedOfParts, restOf, type Part, type PartProblems, type Split } from './split.ts'
import { typedPesos, type PaymentForm } from './use-payment-form.ts'

type TenderFieldsProps = {
  form: PaymentForm
  /** True until the customer is known. */
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
  // After splitting, adding or removing, focuses the next field.
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

/** The button that adds a payment. */
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
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {asksReference && (
        <Field label={s.referenceNumber} required error={form.problems.reference} disabled={disabled}>
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
    </div>
  )
}

/** Each payment with method, amount and further fields. */
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
  /** True until the customer is known. */
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
              // An empty last amount means the rest again.
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

/** The field for a payment's received cash or reference number. */
function PartDetail({ part: { method, received, reference }, amount, problems, onChange }: DetailProps) {
  if (method === null) return null
  if (needsReference(method))
    return (
      <Field label={method === 'withheld' ? s.formReference : s.referenceNumber} required error={problems.reference}>
        <TextInput
          value={reference}
          placeholder={method === 'withheld' ? s.formReferenceSample : undefined}
          onChange={(event) => onChange({ reference: event.target.value })}
          maxLength={60}
          autoComplete="off"
        />
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

/** The large figure of a single payment. */
function dueOfSingle({ method, received }: PaymentForm['tender'], total: Centavos) {
  const rest = total - (received ?? 0)
  if (rest < 0 && !givesChange(method)) return { label: s.over, amount: -rest, isDone: false }
  return rest > 0 && rest < total
    ? { label: s.left, amount: rest, isDone: false }
    : { label: s.change, amount: Math.max(-rest, 0), isDone: true }
}

/** The large figure: the rest to pay, the excess, or the change. */
function dueOf({ tender, totals: { total }, split }: PaymentForm) {
  if (!split) return dueOfSingle(tender, total)
  const rest = restOf(split.parts, total)
  if (rest !== 0) return { label: rest > 0 ? s.left : s.over, amount: Math.abs(rest), isDone: false }
  const lacking = cashLacking(split.parts, total)
  if (lacking > 0) return { label: s.left, amount: lacking, isDone: false }
  const handed = receivedOfParts(split.parts, total).reduce((sum, amount) => sum + amount, 0)
  return { label: s.change, amount: changeOf(handed, total), isDone: true }
}

/** The amount due, the change and quick amounts. */
export function TenderPanel({ form, disabled }: { form: PaymentForm; disabled: boolean }) {
  const { total, itemCount } = form.totals
  const due = dueOf(form)
  const isTotalFirst = form.split === null
  const small = 'text-xl font-bold wrap-anywhere'
  const large = 'text-3xl font-extrabold tracking-tight wrap-anywhere'
  return (
    <div className="flex flex-col rounded-card bg-bg p-5 md:sticky md:top-0 md:self-start">
      <dl className="tnum">
        <dt className="text-sm text-ink-2">{s.totalAmount(itemCount)}</dt>
        <dd className={isTotalFirst ? large : small}>{formatPeso(total)}</dd>
        <dt className="mt-4 text-sm text-ink-2">{due.label}</dt>
        <dd
          className={`${isTotalFirst ? 'text-2xl font-bold wrap-anywhere' : large} ${due.isDone ? 'text-success' : 'text-danger'}`}
          aria-live="polite"
        >
          {formatPeso(due.amount)}
        </dd>
      </dl>
      <QuickAmounts form={form} disabled={disabled} />
    </div>
  )
}

/** Quick amounts for cash. A single payment by another method has its exact amount only, because it gives no change. */
function QuickAmounts({ form, disabled }: { form: PaymentForm; disabled: boolean }) {
  const { split, totals } = form
  const cash = split?.parts.findIndex(({ method }) => method === 'cash') ?? -1
  const amount = split ? (amountsOf(split.parts, totals.total)[cash] ?? 0) : totals.total
  if (amount === 0) return null
  const take = (received: string) => {
    const id = split?.parts[cash]?.id
    if (id === undefined) form.setReceived(received)
    else form.changeSplit({ type: 'change', id, changes: { received } })
  }
  return (
    <div role="group" aria-label={s.quickAmounts} className="mt-5 grid grid-cols-2 gap-2">
      {(split || givesChange(form.tender.method) ? quickAmounts(amount) : [amount]).map((quick) => (
        <Button key={quick} disabled={disabled} onClick={() => take(typedPesos(quick))} className="tnum px-2!">
          {quick === amount ? s.exact : formatPesoShort(quick)}
        </Button>
      ))}
    </div>
  )
}
