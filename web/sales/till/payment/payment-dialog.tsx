import { useRef, type FormEvent, type RefObject } from 'react'
import { formatPeso } from '#shared/lib/money.ts'
import { methodMessages } from '#shared/sales/messages.ts'
import { paymentMessages as s } from '#shared/sales/till-messages.ts'
import { useOnline } from '#web/lib/use-device.ts'
import { subjectOf, type Order } from '#web/sales/till/order.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { InvoiceFields } from './invoice-fields.tsx'
import { NewWalkInDialog } from './new-walk-in-dialog.tsx'
import { WALK_IN, type Person } from './payment.ts'
import { splitObstacle } from './split.ts'
import { TenderFields, TenderPanel } from './tender-fields.tsx'
import { usePaymentForm } from './use-payment-form.ts'
import type { PaymentOutcome, usePayment } from './use-payment.ts'

type PaymentDialogProps = DialogControl & {
  order: Order
  /** The client of the order, if known beforehand. */
  buyer: Person | null
  payment: ReturnType<typeof usePayment>
  /** Called with the outcome; errors of the dialog's own fields are shown there instead. */
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
          : s.description(methodMessages.methods[form.tender.method], form.totals.itemCount)
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

type PaymentFieldsProps = {
  form: ReturnType<typeof usePaymentForm>
  hasCard: boolean
  nameRef: RefObject<HTMLInputElement | null>
  tenderRef: RefObject<HTMLInputElement | null>
}

function PaymentFields({ form, hasCard, nameRef, tenderRef }: PaymentFieldsProps) {
  const { customer } = form
  const isUnknown = customer.person === null
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
          <TenderFields form={form} disabled={isUnknown} firstRef={tenderRef} />
          <InvoiceFields typed={form.invoice} onChange={form.setInvoice} sale={{ total: form.totals.total, hasCard }} />
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
