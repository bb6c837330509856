import { useRef, useState, type FormEvent, type RefObject } from 'react'
import { formatPeso } from '#shared/lib/money.ts'
import { needsReference, PAYMENT_LABELS } from '#shared/sales/payment.ts'
import { paymentSentences as s } from '#shared/sales/payment-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { CustomerFields } from './customer-fields.tsx'
import { WALK_IN, type Person } from './customer.ts'
import type { Order } from './order.ts'
import { TenderFields } from './tender-fields.tsx'
import { TenderPanel } from './tender-panel.tsx'
import { usePaymentForm } from './use-payment-form.ts'
import type { PaymentOutcome, usePayment } from './use-payment.ts'
import { WalkInDialog } from './walk-in-dialog.tsx'

type PaymentDialogProps = {
  open: boolean
  order: Order
  payment: ReturnType<typeof usePayment>
  onClose: () => void
  /** What became of the payment; refusals that belong to the dialog's own fields are shown there instead. */
  onOutcome: (outcome: PaymentOutcome) => void
}

/** Who pays, with what, and how much goes back. Give it a new key for each payment. */
export function PaymentDialog({ open, order, payment, onClose, onOutcome }: PaymentDialogProps) {
  const form = usePaymentForm(order, payment.send, onOutcome)
  const name = useRef<HTMLInputElement>(null)
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
      description={s.description(PAYMENT_LABELS[form.tender.method], form.totals.itemCount)}
      size="lg"
      initialFocus={name}
      onSubmit={submit}
      footer={<Footer notReady={form.notReady} isSending={payment.isSending} onClose={onClose} />}
    >
      <PaymentFields form={form} nameRef={name} />
    </Dialog>
  )
}

type PaymentFieldsProps = { form: ReturnType<typeof usePaymentForm>; nameRef: RefObject<HTMLInputElement | null> }

function PaymentFields({ form, nameRef }: PaymentFieldsProps) {
  const [addsWalkIn, setAddsWalkIn] = useState(false)
  const { totals, tender, customer } = form
  const isUnknown = customer.person === null
  const takeWalkIn = (person: Person) => {
    setAddsWalkIn(false)
    form.dispatchCustomer({ type: 'chosen', person, visit: WALK_IN })
  }
  return (
    <>
      {form.said.rest && <ErrorPanel message={form.said.rest} className="mb-4" />}
      <div ref={form.fields} className="grid gap-5 md:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="space-y-4">
          <CustomerFields
            customer={customer}
            dispatch={form.dispatchCustomer}
            problems={form.said}
            onAddWalkIn={() => setAddsWalkIn(true)}
            nameRef={nameRef}
          />
          <TenderFields form={form} needsReference={needsReference(tender.method)} disabled={isUnknown} />
        </div>
        <TenderPanel
          total={totals.total}
          itemCount={totals.itemCount}
          received={tender.received}
          disabled={isUnknown}
          onQuickAmount={(amount) => form.setReceived(formatPeso(amount).replace('₱', ''))}
        />
      </div>
      <WalkInDialog
        open={addsWalkIn}
        initialName={isUnknown ? customer.name : ''}
        onClose={() => setAddsWalkIn(false)}
        onReady={takeWalkIn}
      />
    </>
  )
}

type FooterProps = { notReady: string | null; isSending: boolean; onClose: () => void }

/** Why the payment cannot be confirmed yet stands beside the button that is off. */
function Footer({ notReady, isSending, onClose }: FooterProps) {
  return (
    <>
      <p id="payment-not-ready" className="flex-1 self-center text-sm text-ink-2">
        {notReady}
      </p>
      <Button onClick={onClose} disabled={isSending} size="lg">
        {s.cancel}
      </Button>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={notReady !== null}
        aria-describedby={notReady ? 'payment-not-ready' : undefined}
        busy={isSending}
        busyLabel={s.confirming}
      >
        {s.confirm}
      </Button>
    </>
  )
}
