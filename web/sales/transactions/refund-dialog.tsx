import { refundContract, type RefundableLine } from '#shared/sales/refunds/refund-contract.ts'
import { Minus, Plus, type LucideIcon } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { useApproval } from '#web/approvals/use-approval.tsx'
import { cashContract } from '#shared/cash/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos, toPesos, type Centavos } from '#shared/lib/money.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { methodMessages } from '#shared/sales/method-messages.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { needsReference, referenceKey, type PaymentMethod } from '#shared/sales/payment.ts'
import { receiptNumber } from '#shared/sales/receipt.ts'
import { refundMessages as s } from '#shared/sales/refunds/refund-messages.ts'
import { refundOf } from '#shared/sales/refunds/refund.ts'
import { noTaxSums } from '#shared/sales/tax.ts'
import { chosenTerminal } from '#web/cash/use-till.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { ariaDisabled } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { Skeleton } from '#web/ui/data/skeleton.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Textarea } from '#web/ui/fields/textarea.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type RefundDialogProps = DialogControl & {
  sale: Sale
  methods: readonly PaymentMethod[]
  onRefunded: (refundId: string) => void
}

type Left = Output<typeof refundContract.refundable>['data']
type Pieces = Readonly<Record<number, number>>

/** What goes back for some pieces of a line, as the server works it out; the taxes do not change the money. */
function paidBack(line: RefundableLine, pieces: number): Centavos {
  if (pieces === 0) return 0
  const left = {
    quantity: line.quantity_left,
    price: toCentavos(line.price),
    discount: toCentavos(line.discount_left),
    lessVat: toCentavos(line.less_vat_left),
    orderDiscount: toCentavos(line.order_discount_left),
    tax: noTaxSums,
  }
  return refundOf(left, pieces).paid
}

const allOf = ({ lines }: Left): Pieces =>
  Object.fromEntries(lines.map(({ position, quantity_left }) => [position, quantity_left]))

/** Gives pieces of a sale back: which, how much that is, by what and why. `onRefunded` gets the document that does it. */
export function RefundDialog({ sale, ...rest }: RefundDialogProps) {
  const { data, failure } = useRead(refundContract.refundable, { params: { id: sale.id } }, { failed: s.failedToLoad })
  if (data) return <RefundForm key={data.data.sale.refunded} left={data.data} sale={sale} {...rest} />
  return (
    <FormDialog
      {...rest}
      title={s.title(receiptNumber(sale.receipt_number))}
      leave={s.keep}
      send={s.refund}
      disabled
      onSubmit={() => undefined}
    >
      {failure ? <ErrorPanel {...failure} /> : <Skeleton className="h-64" />}
    </FormDialog>
  )
}

const linesOf = (pieces: Pieces) =>
  Object.entries(pieces)
    .map(([position, quantity]) => ({ position: Number(position), quantity }))
    .filter(({ quantity }) => quantity > 0)

const reread = [
  salesContract.list,
  salesContract.dailySales,
  salesContract.spending,
  refundContract.refundable,
  clientsContract.detail,
  appointmentsContract.list,
  cashContract.till,
]

function useRefundForm({ left, ...props }: Omit<RefundDialogProps, 'open'> & { left: Left }) {
  const { sale, methods, onClose, onRefunded } = props
  const approval = useApproval()
  const totalOf = (pieces: Pieces) =>
    left.lines.reduce((sum, line) => sum + paidBack(line, pieces[line.position] ?? 0), 0)
  const first = methods.includes(sale.payment_method) ? sale.payment_method : (methods[0] ?? 'cash')
  const { form, dialog, submit } = useContractForm(refundContract.refund, {
    values: { pieces: allOf(left), method: first, reference_number: '', reason: '' },
    input: ({ pieces, ...values }) => ({
      params: { id: sale.id },
      body: {
        ...values,
        lines: linesOf(pieces),
        total: toPesos(totalOf(pieces)),
        terminal_id: chosenTerminal(),
        approval_id: approval.id(),
      },
    }),
    done: (_, { pieces }) => s.refunded(formatPeso(totalOf(pieces))),
    // Before an admin is asked for the PIN.
    judge: ({ method, reference_number }, found) =>
      needsReference(method) && referenceKey(reference_number) === ''
        ? { ...found, reference_number: saleMessages.referenceRequired }
        : found,
    failed: s.notRefunded,
    reread,
    onSettled: (outcome) => outcome.kind === 'done' && onRefunded(outcome.answer.data.id),
    onDone: onClose,
    onFailed: ({ errors }) => void approval.refused(errors),
  })
  const pieces = form.watch('pieces')
  const total = totalOf(pieces)
  const send = async () => {
    if (!(await form.trigger())) return
    if (await approval.ask({ kind: 'refund', saleId: sale.id, amount: total })) await submit()
  }
  const setPieces = (next: Pieces) => form.setValue('pieces', next, { shouldDirty: true })
  return { form, dialog, pieces, setPieces, total, send, approval: approval.element }
}

function RefundForm({ left, open, ...props }: RefundDialogProps & { left: Left }) {
  const { sale, methods, onClose } = props
  const { form, dialog, pieces, setPieces, total, send, approval } = useRefundForm({ left, ...props })
  const { errors } = form.formState
  const method = form.watch('method')
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.title(receiptNumber(sale.receipt_number))}
      description={s.of(
        sale.customer_name,
        formatLongDate(sale.business_date),
        formatPeso(toCentavos(sale.total_after_discount)),
      )}
      leave={s.keep}
      send={total > 0 ? s.refundAmount(formatPeso(total)) : s.refund}
      busyLabel={s.refunding}
      danger
      {...dialog}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      disabled={total === 0}
    >
      <Lines left={left} pieces={pieces} onChange={setPieces} />
      <Total left={left} pieces={pieces} total={total} />
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        <Field label={s.method} required error={errors.method?.message}>
          <Controller
            control={form.control}
            name="method"
            render={({ field }) => (
              <Select {...field} options={methods.map((value) => ({ value, label: methodMessages.methods[value] }))} />
            )}
          />
        </Field>
        {needsReference(method) && (
          <Field label={s.reference} required error={errors.reference_number?.message}>
            <TextInput {...form.register('reference_number')} maxLength={60} autoComplete="off" />
          </Field>
        )}
      </div>
      <Field label={s.reason} required error={errors.reason?.message} className="mt-4">
        <Textarea {...form.register('reason')} maxLength={200} rows={2} />
      </Field>
      <p className="mt-3 text-sm text-ink-2">{s.consequence}</p>
      {approval}
    </FormDialog>
  )
}

type LinesProps = { left: Left; pieces: Pieces; onChange: (pieces: Pieces) => void }

/** Each line with how many of it go back, between none and all that are left. */
function Lines({ left, pieces, onChange }: LinesProps) {
  return (
    <section aria-label={s.lines}>
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-bold">{s.lines}</h3>
        <span className="flex gap-1">
          <Button variant="quiet" onClick={() => onChange(allOf(left))}>
            {s.all}
          </Button>
          <Button variant="quiet" onClick={() => onChange({})}>
            {s.clear}
          </Button>
        </span>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {left.lines.map((line) => (
          <li key={line.position} className="flex min-h-14 items-center gap-3 py-1.5">
            <span className={line.is_add_on ? 'min-w-0 flex-1 pl-4' : 'min-w-0 flex-1'}>
              <span className="block font-semibold wrap-anywhere">{line.name}</span>
              <span className="tnum block text-sm text-ink-2">
                {line.quantity_left === 0 ? s.none : s.piece(formatPeso(toCentavos(line.price)), line.quantity_left)}
              </span>
            </span>
            <PieceStepper
              name={line.name}
              pieces={pieces[line.position] ?? 0}
              most={line.quantity_left}
              onChange={(count) => onChange({ ...pieces, [line.position]: count })}
            />
            <span className="tnum min-w-24 text-right font-bold max-sm:hidden">
              {formatPeso(toCentavos(line.price) * (pieces[line.position] ?? 0))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type StepperProps = { name: string; pieces: number; most: number; onChange: (pieces: number) => void }

/** Minus, the count, plus: from none to all that are left. */
function PieceStepper({ name, pieces, most, onChange }: StepperProps) {
  const step = (label: string, Icon: LucideIcon, to: number, atEnd: boolean) => (
    <button
      type="button"
      aria-label={label}
      {...ariaDisabled(atEnd, () => onChange(to))}
      className="grid size-touch touch-manipulation place-items-center rounded-ctl border border-line bg-surface text-ink hover:bg-surface-2 active:translate-y-px off:text-line-strong off:hover:bg-surface"
    >
      <Icon size={17} aria-hidden="true" />
    </button>
  )
  return (
    <span className="flex shrink-0 items-center">
      {step(s.less(name), Minus, pieces - 1, pieces <= 0)}
      <output className="tnum min-w-8 px-1 text-center font-bold">{pieces}</output>
      {step(s.more(name), Plus, pieces + 1, pieces >= most)}
    </span>
  )
}

function Total({ left, pieces, total }: { left: Left; pieces: Pieces; total: Centavos }) {
  const prices = left.lines.reduce((sum, line) => sum + toCentavos(line.price) * (pieces[line.position] ?? 0), 0)
  return (
    <dl className="tnum mt-3">
      {prices > total && (
        <div className="flex justify-between text-sm text-ink-2">
          <dt>{s.withDiscount}</dt>
          <dd>{formatPeso(total - prices)}</dd>
        </div>
      )}
      <div className="flex items-baseline justify-between">
        <dt className="font-bold">{s.goesBack}</dt>
        <dd aria-live="polite" className="text-3xl font-extrabold tracking-tight">
          {formatPeso(total)}
        </dd>
      </div>
    </dl>
  )
}
