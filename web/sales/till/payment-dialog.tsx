import { useRef, type FormEvent, type RefObject } from 'react'
import { formatPeso, formatPesoShort, type Centavos } from '#shared/lib/money.ts'
import { paymentMessages as s } from '#shared/sales/payment-messages.ts'
import { needsReference } from '#shared/sales/payment.ts'
import { methodMessages } from '#shared/sales/method-messages.ts'
import { changeOf, quickAmounts } from '#shared/sales/totals.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ErrorPanel } from '#web/ui/data/error-panel.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { InvoiceFields } from '#web/sales/receipt/invoice-fields.tsx'
import type { Order } from './order.ts'
import { WALK_IN, type Person, personOfContact } from './payment.ts'
import { typedPesos, usePaymentForm } from './use-payment-form.ts'
import type { PaymentOutcome, usePayment } from './use-payment.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { AddWalkInDialog, type WalkInOptions } from '#web/clients/add-walk-in-dialog.tsx'

type PaymentDialogProps = DialogControl & {
  order: Order
  /** Whom it is rung up for, when that is known beforehand. */
  buyer: Person | null
  payment: ReturnType<typeof usePayment>
  /** What became of the payment; errors that belong to the dialog's own fields are shown there instead. */
  onOutcome: (outcome: PaymentOutcome) => void
}

/** Who pays, with what, and how much goes back. */
export function PaymentDialog({ open, order, buyer, payment, onClose, onOutcome }: PaymentDialogProps) {
  const form = usePaymentForm({ order, buyer }, payment.send, (outcome) => {
    onClose()
    onOutcome(outcome)
  })
  const name = useRef<HTMLInputElement>(null)
  const tender = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.notReady === null && !payment.isSending) void form.submit()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={!payment.isSending}
      title={s.title}
      description={s.description(methodMessages.methods[form.tender.method], form.totals.itemCount)}
      size="lg"
      initialFocus={order.visit || buyer ? tender : name}
      onSubmit={submit}
      footer={<Footer form={form} isSending={payment.isSending} onClose={onClose} />}
    >
      <PaymentFields form={form} nameRef={name} tenderRef={tender} />
    </Dialog>
  )
}

type PaymentFieldsProps = {
  form: ReturnType<typeof usePaymentForm>
  nameRef: RefObject<HTMLInputElement | null>
  tenderRef: RefObject<HTMLInputElement | null>
}

function PaymentFields({ form, nameRef, tenderRef }: PaymentFieldsProps) {
  const { totals, tender, customer } = form
  const isUnknown = customer.person === null
  const walkIn = useDialog(WalkInDialog, {
    onReady: (person) => form.dispatchCustomer({ type: 'chosen', person, visit: WALK_IN }),
    // Who was put on file is known: what is handed over is typed next.
    finalFocus: () => (tenderRef.current && !tenderRef.current.disabled ? tenderRef.current : true),
  })
  return (
    <>
      {form.said.rest && <ErrorPanel message={form.said.rest} className="mb-4" />}
      <div ref={form.fields} className="grid gap-5 md:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="space-y-4">
          <CustomerFields
            customer={customer}
            dispatch={form.dispatchCustomer}
            problems={form.said}
            onAddWalkIn={() => walkIn.open({ initialName: isUnknown ? customer.name : '' })}
            nameRef={nameRef}
          />
          <TenderFields form={form} disabled={isUnknown} firstRef={tenderRef} />
          <InvoiceFields typed={form.invoice} onChange={form.setInvoice} />
        </div>
        <TenderPanel
          total={totals.total}
          itemCount={totals.itemCount}
          received={tender.received}
          disabled={isUnknown}
          onQuickAmount={(amount) => form.setReceived(typedPesos(amount))}
        />
      </div>
      {walkIn.element}
    </>
  )
}

type FooterProps = { form: ReturnType<typeof usePaymentForm>; isSending: boolean; onClose: () => void }

/** Why the payment cannot be confirmed yet stands beside the button that is off. */
function Footer({ form: { notReady, obstacle }, isSending, onClose }: FooterProps) {
  const isOnline = useOnline()
  const note = obstacle ?? (isOnline ? null : s.offlinePayment)
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
        disabled={notReady !== null}
        aria-describedby={note ? 'payment-not-ready' : undefined}
        busy={isSending}
        busyLabel={s.confirming}
      >
        {s.confirm}
      </Button>
    </>
  )
}

type TenderFieldsProps = {
  form: ReturnType<typeof usePaymentForm>
  /** Until the customer is known. */
  disabled: boolean
  /** The first of them. */
  firstRef: RefObject<HTMLInputElement | null>
}

/** The reference number of a transfer, and what was received. */
function TenderFields({ form, disabled, firstRef }: TenderFieldsProps) {
  const asksReference = needsReference(form.tender.method)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {asksReference && (
        <Field label={s.referenceNumber} required error={form.said.reference} disabled={disabled}>
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
        error={form.said.received}
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

type TenderPanelProps = {
  total: Centavos
  itemCount: number
  received: Centavos | null
  disabled: boolean
  onQuickAmount: (amount: Centavos) => void
}

/** What is due, what goes back, and the sums that customers are likely to hand over. */
function TenderPanel({ total, itemCount, received, disabled, onQuickAmount }: TenderPanelProps) {
  return (
    <div className="flex flex-col rounded-card bg-bg p-5">
      <dl className="tnum">
        <dt className="text-sm text-ink-2">{s.totalAmount(itemCount)}</dt>
        <dd className="text-3xl font-extrabold tracking-tight wrap-anywhere">{formatPeso(total)}</dd>
        <dt className="mt-4 text-sm text-ink-2">{s.change}</dt>
        <dd className="text-2xl font-bold text-success wrap-anywhere" aria-live="polite">
          {formatPeso(changeOf(received ?? 0, total))}
        </dd>
      </dl>
      {total > 0 && (
        <div role="group" aria-label={s.quickAmounts} className="mt-5 grid grid-cols-2 gap-2">
          {quickAmounts(total).map((amount) => (
            <Button key={amount} disabled={disabled} onClick={() => onQuickAmount(amount)} className="tnum px-2!">
              {amount === total ? s.exact : formatPesoShort(amount)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

type WalkInDialogProps = DialogControl &
  Pick<WalkInOptions, 'finalFocus'> & {
    /** What was typed in the payment dialog already. */
    initialName: string
    /** The client who can pay now: a new one, or the one whose e-mail it was. */
    onReady: (person: Person) => void
  }

const walkInWords = {
  title: s.walkInTitle,
  description: s.walkInNote,
  leave: s.cancel,
  send: s.addClient,
  busyLabel: s.addingClient,
  name: s.clientName,
  contact: `${s.contactNumber} (${s.optional})`,
  email: `${s.email} (${s.optional})`,
  emailHint: s.defaultPasswordNote,
  takeOwner: s.useThisClient,
  passwordNote: s.defaultPassword,
  added: (name: string) => ({ title: clientMessages.walkInAdded(name) }),
}

/** Puts a walk-in on file, so that they can pay at once. */
export function WalkInDialog({ onReady, ...dialog }: WalkInDialogProps) {
  const take = (person: Person) => {
    dialog.onClose()
    onReady(person)
  }
  return (
    <AddWalkInDialog
      {...dialog}
      words={walkInWords}
      offUntilNamed
      onAdded={({ user_id, name, email, contact_number }) =>
        take({ userId: user_id, name, email, contactNumber: contact_number })
      }
      onTakeClient={(client) => take(personOfContact(client))}
      // The person can be taken, once the cashier has seen the name.
      onTakeOwner={({ user_id, name }) => take({ userId: user_id, name, email: null, contactNumber: null })}
    />
  )
}
