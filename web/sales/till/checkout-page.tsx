import { CloudAlert, WifiOff } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { CallError } from '#shared/lib/call.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { priceList, type Sale } from '#shared/sales/contract.ts'
import { tillSentences as s } from '#shared/sales/till-sentences.ts'
import { useStaffTheme } from '#web/lib/theme.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { saleOfKey } from '#web/sales/api.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { OrderPlace } from './order-panel.tsx'
import { dispatchOrder, useOrder, usePriceNotes, useReceiptOfOrder, useRestoredOrder, useTap } from './order-store.ts'
import { orderTotals, type Order } from './order.ts'
import { ServiceMenu, useTillCatalogue } from './service-menu.tsx'
import { TillHeader } from './till-header.tsx'
import { usePayment, type PaymentOutcome } from './use-payment.ts'

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
          open
          saleId={receipt.saleId}
          mustComeOut={order.saleId !== null}
          onCameOut={receipt.cameOut}
          onClose={receipt.close}
        />
      )}
    </Suspense>
  )
}

type NoticesProps = {
  order: Order
  payment: ReturnType<typeof usePayment>
  onOutcome: (outcome: PaymentOutcome) => void
}

/** Strips below the header: no connection, and a payment that got no answer. */
function TillNotices({ order, payment, onOutcome }: NoticesProps) {
  const isOnline = useOnline()
  return (
    <>
      <div role="status">
        {!isOnline && (
          <p className="flex items-center gap-3 bg-info-soft px-4 py-2.5 text-sm font-semibold text-info lg:px-5">
            <WifiOff size={20} className="shrink-0" aria-hidden="true" />
            {s.offline}
          </p>
        )}
      </div>
      <UnansweredBar order={order} payment={payment} onOutcome={onOutcome} />
    </>
  )
}

/** Asks the server whether the order was recorded: then its receipt opens, else it can be changed again. */
async function askWhetherRecorded(key: string, recorded: (sale: Sale) => void): Promise<void> {
  try {
    recorded(await saleOfKey(key))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.status !== 404) return toast.error({ title: error.message })
    dispatchOrder({ type: 'not-recorded' })
    toast.info({ title: s.notRecorded })
  }
}

type BarProps = { order: Order; payment: ReturnType<typeof usePayment>; onOutcome: (outcome: PaymentOutcome) => void }

/** A payment that got no answer: it can be sent again without fear, or taken back once it is known to be unrecorded. */
function UnansweredBar({ order, payment, onOutcome }: BarProps) {
  const [busy, setBusy] = useState<'asking' | 'sending' | null>(null)
  const { sent } = order
  // The first sending shows in the payment dialog.
  if (sent === null || (payment.isSending && busy !== 'sending')) return null
  const retry = async () => {
    setBusy('sending')
    const outcome = await payment.send(sent)
    setBusy(null)
    if (outcome.kind === 'unanswered') toast.error({ title: s.stillNoAnswer })
    else onOutcome(outcome)
  }
  const changeOrder = async () => {
    setBusy('asking')
    await askWhetherRecorded(order.key, payment.recorded)
    setBusy(null)
  }
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-warning-soft px-4 py-2.5 lg:px-5">
      <CloudAlert size={22} className="shrink-0 text-warning" aria-hidden="true" />
      <p className="tnum min-w-48 flex-1 text-sm">
        <b className="text-warning">
          {s.notSentTitle}: {s.notSentHint(sent.customer_name, formatPeso(toCentavos(sent.total_after_discount)))}
        </b>
        <span className="block">{s.notSentText}</span>
      </p>
      <Button onClick={() => void changeOrder()} busy={busy === 'asking'} disabled={busy === 'sending'}>
        {s.changeOrder}
      </Button>
      <Button
        variant="primary"
        onClick={() => void retry()}
        busy={busy === 'sending'}
        busyLabel={s.sending}
        disabled={busy === 'asking'}
      >
        {s.retry}
      </Button>
    </div>
  )
}
