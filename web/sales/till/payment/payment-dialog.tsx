import { Suspense, useRef, type FormEvent, type RefObject } from 'react'
import { depositMessages as d } from '#shared/deposits/messages.ts'
import { formatPeso, formatPesoShort, type Centavos } from '#shared/lib/money.ts'
import { givesChange, type PaymentMethod } from '#shared/sales/payment.ts'
import { paymentMessages as s } from '#shared/sales/till-messages.ts'
import { changeOf, quickAmounts } from '#shared/sales/totals.ts'
import { lazyPart } from '#web/lib/page/lazy-part.tsx'
import { useOnline } from '#web/lib/use-device.ts'
import { usePaymentSettings } from '#web/sales/api.ts'
import { subjectOf, type Order } from '#web/sales/till/order.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, Skeleton } from '#web/ui/data/load-states.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { PaidAheadLines } from '#web/deposits/till/paid-ahead-lines.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { InvoiceFields } from './invoice-fields.tsx'
import { NewWalkInDialog } from './new-walk-in-dialog.tsx'
import { tileName } from './payment-tiles.tsx'
import { WALK_IN, type Customer, type Person } from './payment.ts'
import { amountsOf, cashLacking, receivedOfParts, restOf, splitObstacle } from './split.ts'
import { TenderFields } from './tender-fields.tsx'
import { typedPesos, usePaymentForm, type PaymentForm } from './use-payment-form.ts'
import type { PaymentOutcome, usePayment } from './use-payment.ts'

type PaymentDialogProps = DialogControl & {
  order: Order
  /** The client of the order; null if the cashier must choose one. */
  buyer: Person | null
  payment: ReturnType<typeof usePayment>
  /**
   * Called with the outcome of the payment. Errors that belong to fields of the dialog are shown at these fields
   * instead.
   */
  onOutcome: (outcome: PaymentOutcome) => void
}

/** The dialog Payment Details: payer, payment and change. */
export function PaymentDialog({ open, order, buyer, payment, onClose, onOutcome }: PaymentDialogProps) {
  const form = usePaymentForm({ order, buyer }, payment.send, (outcome) => {
    onClose()
    onOutcome(outcome)
  })
  const name = useRef<HTMLInputElement>(null)
  const tender = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.disabledReason === null && !payment.isSending) void form.submit()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={!payment.isSending}
      title={s.title}
      description={
        form.split
          ? s.splitDescription(formatPeso(form.totals.total), splitObstacle(form.split.parts, form.totals.total))
          : s.description(tileName(form.tender.method), form.totals.itemCount)
      }
      size="lg"
      initialFocus={subjectOf(order) || buyer ? tender : name}
      onSubmit={submit}
      footer={<Footer form={form} isSending={payment.isSending} onClose={onClose} />}
    >
      <PaymentFields form={form} hasCard={order.cards.length > 0} nameRef={name} tenderRef={tender} />
    </Dialog>
  )
}

const DepositOffers = lazyPart(async () => (await import('#web/deposits/till/deposit-offers.tsx')).DepositOffers)
const PackageOffers = lazyPart(async () => (await import('#web/prepaid/package-offers.tsx')).PackageOffers)

/** The visit that is paid; null without one. */
const visitIdOf = ({ visit }: Customer) => (visit === null || visit === WALK_IN ? null : visit.id)

type PaymentFieldsProps = {
  form: ReturnType<typeof usePaymentForm>
  hasCard: boolean
  nameRef: RefObject<HTMLInputElement | null>
  tenderRef: RefObject<HTMLInputElement | null>
}

function PaymentFields({ form, hasCard, nameRef, tenderRef }: PaymentFieldsProps) {
  const { customer } = form
  const isUnknown = customer.person === null
  const isOnline = useOnline()
  const walkIn = useDialog(NewWalkInDialog, {
    onReady: (person) => form.dispatchCustomer({ type: 'chosen', person, visit: WALK_IN }),
    // After adding a client, the received amount gets the focus, because it is typed next.
    finalFocus: () => (tenderRef.current && !tenderRef.current.disabled ? tenderRef.current : true),
  })
  return (
    <>
      {form.problems.rest && <ErrorPanel message={form.problems.rest} className="mb-4" />}
      <div ref={form.fields} className="grid gap-5 md:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="space-y-4">
          <CustomerFields
            customer={customer}
            dispatch={form.dispatchCustomer}
            problems={form.problems}
            onAddWalkIn={() => walkIn.open({ initialName: isUnknown ? customer.name : '' })}
            nameRef={nameRef}
          />
          {customer.person && isOnline && (
            <Suspense>
              <PackageOffers userId={customer.person.userId} />
              <DepositOffers userId={customer.person.userId} visitId={visitIdOf(customer)} />
            </Suspense>
          )}
          <TenderFields form={form} disabled={isUnknown} firstRef={tenderRef} />
          <InvoiceFields typed={form.invoice} onChange={form.setInvoice} sale={{ total: form.totals.bill, hasCard }} />
        </div>
        <TenderPanel form={form} disabled={isUnknown} />
      </div>
      {walkIn.element}
      {form.approvalDialog}
    </>
  )
}

type FooterProps = { form: ReturnType<typeof usePaymentForm>; isSending: boolean; onClose: () => void }

/** Shows beside the disabled button why the payment cannot be confirmed yet. */
function Footer({ form: { disabledReason, footerNote }, isSending, onClose }: FooterProps) {
  const isOnline = useOnline()
  const note = footerNote ?? (isOnline ? null : s.offlinePayment)
  return (
    <>
      <p id="payment-not-ready" className="flex-1 self-center text-sm text-ink-2">
        {note}
      </p>
      <Button onClick={onClose} disabled={isSending} size="lg">
        {s.cancel}
      </Button>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={disabledReason !== null}
        aria-describedby={note ? 'payment-not-ready' : undefined}
        busy={isSending}
        busyLabel={s.confirming}
      >
        {s.confirm}
      </Button>
    </>
  )
}

/** The large amount in the dialog for a single payment: the amount that is missing or too much, or the change. */
function dueOfSingle({ method, received }: PaymentForm['tender'], total: Centavos) {
  const rest = total - (received ?? 0)
  if (rest < 0 && !givesChange(method)) return { label: s.over, amount: -rest, isDone: false }
  return rest > 0 && rest < total
    ? { label: s.left, amount: rest, isDone: false }
    : { label: s.change, amount: Math.max(-rest, 0), isDone: true }
}

/** The large amount in the payment dialog: the rest to pay, the excess, or the change. */
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
function TenderPanel({ form, disabled }: { form: PaymentForm; disabled: boolean }) {
  const { bill, deposited, credited, prepaid, total, itemCount } = form.totals
  const isDeducted = deposited + credited > 0
  const due = dueOf(form)
  const isTotalFirst = form.split === null
  const small = 'text-xl font-bold wrap-anywhere'
  const large = 'text-3xl font-extrabold tracking-tight wrap-anywhere'
  return (
    <div className="flex flex-col rounded-card bg-bg p-5 md:sticky md:top-0 md:self-start">
      {isDeducted && (
        <dl className="tnum mb-3 text-sm text-ink-2">
          <PaidAheadLines bill={bill} prepaid={prepaid} deposited={deposited} credited={credited} />
        </dl>
      )}
      <dl className="tnum">
        <dt className="text-sm text-ink-2">{isDeducted ? d.leftToPay : s.totalAmount(itemCount)}</dt>
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
      {!disabled && <QrPhPart form={form} />}
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

const QrPhCode = lazyPart(async () => (await import('./qr-ph-code.tsx')).QrPhCode)

/** True for the methods that pay by scanning a QR Ph code. */
const isScanned = (method: PaymentMethod | null): boolean =>
  method === 'gcash' || method === 'maya' || method === 'bank_transfer'

/** The amount of the payment that the client scans next: of several, the first one without a reference number. */
function amountToScan({ tender, totals: { total }, split }: PaymentForm): Centavos {
  if (!split) return isScanned(tender.method) ? total : 0
  const next = split.parts.findIndex(({ method, reference }) => isScanned(method) && reference.trim() === '')
  return amountsOf(split.parts, total)[next] ?? 0
}

/** The QR Ph code of a payment by wallet or bank, for clinics that have saved their code. */
function QrPhPart({ form }: { form: PaymentForm }) {
  const code = usePaymentSettings()?.qr_ph
  const amount = amountToScan(form)
  if (!code || amount <= 0) return null
  return (
    <Suspense fallback={<Skeleton className="mt-4 aspect-square w-full" />}>
      <QrPhCode code={code} amount={amount} />
    </Suspense>
  )
}
