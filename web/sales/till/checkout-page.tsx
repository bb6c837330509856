import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { priceList } from '#shared/sales/contract.ts'
import { tillSentences as s } from '#shared/sales/till-sentences.ts'
import { useStaffTheme } from '#web/lib/theme.ts'
import { toast } from '#web/ui/toast.ts'
import { OrderPlace } from './order-place.tsx'
import { useOrder } from './order-store.ts'
import { orderTotals, type Order } from './order.ts'
import { ServiceMenu } from './service-menu.tsx'
import { TillHeader } from './till-header.tsx'
import { TillNotices } from './till-notices.tsx'
import { usePayment, type PaymentOutcome } from './use-payment.ts'
import { useReceiptOfOrder } from './use-receipt-of-order.ts'
import { usePriceNotes, useRestoredOrder } from './use-restored-order.ts'
import { useTap } from './use-tap.ts'
import { useTillCatalogue } from './use-till-catalogue.ts'

// The dialogs are no part of the first picture. They come right after it, so that they are there when the connection
// is not.
const loadAddOns = async () => ({ default: (await import('./add-ons-dialog.tsx')).AddOnsDialog })
const loadPayment = async () => ({ default: (await import('./payment-dialog.tsx')).PaymentDialog })
const loadReceipt = async () => ({ default: (await import('#web/sales/receipt/receipt-dialog.tsx')).ReceiptDialog })
const AddOnsDialog = lazy(loadAddOns)
const PaymentDialog = lazy(loadPayment)
const ReceiptDialog = lazy(loadReceipt)

function useDialogsAhead(): void {
  useEffect(() => {
    // When this fails, opening the dialog asks again and tells.
    Promise.all([loadAddOns(), loadPayment(), loadReceipt()]).catch(() => undefined)
  }, [])
}

/** One dialog at a time; each payment gets a dialog of its own, with nothing left of the one before. */
function useTillDialogs() {
  const [open, setOpen] = useState<'add-ons' | 'payment' | null>(null)
  const [addOnsSeen, setAddOnsSeen] = useState(false)
  const [payments, setPayments] = useState(0)
  return {
    open,
    addOnsSeen,
    payments,
    close: () => setOpen(null),
    viewAddOns: () => {
      setAddOnsSeen(true)
      setOpen('add-ons')
    },
    process: () => {
      setPayments((count) => count + 1)
      setOpen('payment')
    },
  }
}

/** What follows the answer to a payment, or its silence. */
function useOutcome(prices: ReturnType<typeof usePriceNotes>, closeDialog: () => void) {
  return (outcome: PaymentOutcome) => {
    closeDialog()
    if (outcome.kind === 'recorded') return prices.forget()
    // The strip below the header tells of it, with the way to go on.
    if (outcome.kind === 'unanswered') return
    const fresh = outcome.error.code === 'price_changed' ? priceList.safeParse(outcome.error.data).data : undefined
    if (fresh) prices.reprice(fresh)
    toast.error({ title: outcome.error.message, seconds: fresh ? 3 : 8 })
  }
}

/** Asks for the catalogue again, and says so when it is there. */
function useReload(refetch: () => Promise<boolean>) {
  return useCallback(async () => {
    if (await refetch()) toast.success({ title: s.refreshedTitle, description: s.refreshedText })
    else toast.error({ title: s.refreshFailed })
  }, [refetch])
}

/** The till: the services, the order beside them (behind a bar on narrow screens), and the way to the receipt. */
export default function CheckoutPage() {
  useStaffTheme()
  const order = useOrder()
  const catalogue = useTillCatalogue()
  const { notice, tap } = useTap()
  const prices = usePriceNotes()
  useRestoredOrder(prices.reprice)
  const dialogs = useTillDialogs()
  const payment = usePayment()
  const onOutcome = useOutcome(prices, dialogs.close)
  const reload = useReload(catalogue.refetch)
  const ordered = useMemo(() => new Set(order.lines.map((line) => line.serviceId)), [order.lines])
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-surface-2">
      <TillHeader onReload={() => void reload()} />
      <TillNotices order={order} payment={payment} onOutcome={onOutcome} />
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
          <ServiceMenu catalogue={catalogue} ordered={ordered} onTap={tap} />
        </main>
        <OrderPlace
          order={order}
          totals={orderTotals(order)}
          notice={notice}
          priceNotes={prices.notes}
          onPriceNotesSeen={prices.forget}
          onViewAddOns={dialogs.viewAddOns}
          onProcess={dialogs.process}
        />
      </div>
      <TillDialogs dialogs={dialogs} order={order} payment={payment} onOutcome={onOutcome} />
    </div>
  )
}

type TillDialogsProps = {
  dialogs: ReturnType<typeof useTillDialogs>
  order: Order
  payment: ReturnType<typeof usePayment>
  onOutcome: (outcome: PaymentOutcome) => void
}

function TillDialogs({ dialogs, order, payment, onOutcome }: TillDialogsProps) {
  const receipt = useReceiptOfOrder(order)
  useDialogsAhead()
  return (
    <Suspense>
      {dialogs.addOnsSeen && <AddOnsDialog open={dialogs.open === 'add-ons'} onClose={dialogs.close} order={order} />}
      {dialogs.payments > 0 && (
        <PaymentDialog
          key={dialogs.payments}
          open={dialogs.open === 'payment'}
          order={order}
          payment={payment}
          onClose={dialogs.close}
          onOutcome={onOutcome}
        />
      )}
      {receipt.saleId && (
        <ReceiptDialog
          key={receipt.saleId}
          saleId={receipt.saleId}
          mustComeOut={order.saleId !== null}
          onCameOut={receipt.cameOut}
          onClose={receipt.close}
        />
      )}
    </Suspense>
  )
}
