import { useQueryClient } from '@tanstack/react-query'
import { CloudAlert, WifiOff } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { ReasonQuestions } from '#web/alerts/reason-questions.tsx'
import type { ListEndpoint } from '#web/data/list-endpoint.ts'
import { useAction } from '#web/data/use-action.ts'
import { everyRow } from '#web/data/use-list.ts'
import { useRead } from '#web/data/use-read.ts'
import { useStaffTheme } from '#web/lib/theme.ts'
import { useLargeTargets, useOnline } from '#web/lib/use-device.ts'
import { usePayment, type PaymentOutcome } from '#web/sales/till/payment/use-payment.ts'
import { ServiceMenu, useTillCatalogue } from '#web/sales/till/services/service-menu.tsx'
import { Button } from '#web/ui/button.tsx'
import { RefusalProvider } from '#web/ui/overlays/refusals.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { BuyerBar, useBuyerOfAddress } from './buyer-bar.tsx'
import { OrderPanel } from './order-panel.tsx'
import {
  dispatchOrder,
  useOrder,
  usePriceNotes,
  useReceiptOfOrder,
  useRestoredOrder,
  useServiceTap,
} from './order-store.ts'
import { orderTotals } from './order-charge.ts'
import { subjectOf, type Order } from './order.ts'
import { useParking } from './parking.tsx'
import { useTodaysPeople } from './payment/suggestions.ts'
import { TillHeader } from './till-header.tsx'
import { KeysDialog, useTillKey } from './till-keys.tsx'
import { useVisitOfAddress, useWalkInOfAddress } from './use-visit-order.ts'

// The till's dialogs are loaded right after its first view, so that they work without a connection.
const AddOnsDialog = lazyDialog(async () => (await import('#web/sales/till/services/add-ons-dialog.tsx')).AddOnsDialog)
const PaymentDialog = lazyDialog(async () => (await import('#web/sales/till/payment/payment-dialog.tsx')).PaymentDialog)
const ScheduleDialog = lazyDialog(
  async () => (await import('#web/appointments/desk/schedule-dialog.tsx')).ScheduleDialog,
)
const SeniorSheet = lazyDialog(async () => (await import('#web/sales/till/card/senior-sheet.tsx')).SeniorSheet)
const ReceiptDialog = lazyDialog(async () => (await import('#web/sales/receipt/receipt-dialog.tsx')).ReceiptDialog)

/** Makes the function that handles the outcome of a payment. */
const handleOutcomeWith = (prices: ReturnType<typeof usePriceNotes>) => (outcome: PaymentOutcome) => {
  // Only a refusal is handled here: an unanswered payment has a bar below the header, and a recorded one opens its
  // receipt.
  if (outcome.kind !== 'refused') return
  const fresh = errorDataOf(salesContract.checkout, 'price_changed', outcome.error)
  // Unless the server says that the clinic is VAT-registered, prices are treated as prices without VAT.
  if (fresh) prices.reprice({ ...fresh, is_vat_registered: fresh.is_vat_registered ?? false })
  toast.error({ title: outcome.error.message, seconds: fresh ? 3 : 8 })
}

/** Runs `act` when the order becomes a sale while this page is open: by a payment, a retry or in another tab. */
function useOnRecorded({ saleId }: Order, act: () => void): void {
  const seen = useRef(saleId)
  const runAct = useEffectEvent(act)
  useEffect(() => {
    if (saleId !== null && saleId !== seen.current) runAct()
    seen.current = saleId
  }, [saleId])
}

/** Reloads the catalogue and shows a message. */
function useReload() {
  const queries = useQueryClient()
  const reload = (list: ListEndpoint) => queries.fetchQuery({ ...everyRow(list), staleTime: 0 })
  const { treatments, services } = catalogueContract
  return useAction(() => Promise.all([reload(treatments), reload(services)]), {
    done: { title: s.refreshedTitle, description: s.refreshedText },
    failed: () => s.refreshFailed,
  })
}

/** The till: services, with the order beside them (behind a bar on narrow screens), and the receipt. */
export default function CheckoutPage() {
  useStaffTheme()
  useLargeTargets()
  const order = useOrder()
  const catalogue = useTillCatalogue()
  const { lastTap, tap } = useServiceTap()
  const prices = usePriceNotes()
  useRestoredOrder(prices.reprice)
  useVisitOfAddress(order)
  useWalkInOfAddress(order)
  const { buyer, clientId, setClient } = useBuyerOfAddress()
  const forgetBuyer = () => setClient(null)
  const payment = usePayment()
  // Today's visits and recent clients are loaded from the start, so that they are available without a connection.
  useTodaysPeople()
  useRead(documentsContract.mode, {}, { staleMs: 60_000 })
  const onOutcome = handleOutcomeWith(prices)
  useOnRecorded(order, () => {
    forgetBuyer()
    prices.clear()
  })
  const addOns = useDialog(AddOnsDialog, { order })
  const paying = useDialog(PaymentDialog, { order, buyer, payment, onOutcome })
  const senior = useDialog(SeniorSheet, { order, buyer })
  const keys = useDialog(KeysDialog)
  const parking = useParking(order, { prices, buyer, clientId, setClient })
  const schedule = useDialog(ScheduleDialog)
  useTillKey('?', () => keys.open({}))
  const reload = useReload()
  const ordered = useMemo(() => new Set(order.lines.map((line) => line.serviceId)), [order.lines])
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-surface-2">
      <TillHeader
        onReload={() => void reload.run(undefined)}
        onKeys={() => keys.open({})}
        onBook={() => schedule.open({})}
      />
      <TillBanners order={order} payment={payment} onOutcome={onOutcome} />
      {subjectOf(order) === null && <BuyerBar buyer={buyer} clientId={clientId} onForget={forgetBuyer} />}
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
          <ServiceMenu catalogue={catalogue} ordered={ordered} onTap={tap} />
        </main>
        <OrderPanel
          order={order}
          totals={orderTotals(order)}
          lastTap={lastTap}
          isCovered={senior.isOpen || addOns.isOpen}
          priceNotes={prices.notes}
          onPriceNotesSeen={prices.clear}
          onViewAddOns={() => addOns.open({})}
          onProcess={() => paying.open({})}
          onPark={parking.open}
          onSenior={(kind) => senior.open({ kind })}
          onResume={parking.resume}
        />
      </div>
      {addOns.element}
      {paying.element}
      {senior.element}
      {keys.element}
      {parking.element}
      {schedule.element}
      <ReceiptOfOrder order={order} />
      <ReasonQuestions />
    </div>
  )
}

/** The receipt of the paid order, which opens automatically. */
function ReceiptOfOrder({ order }: { order: Order }) {
  const receipt = useReceiptOfOrder(order)
  // The receipt stays rendered until its dialog has faded, because it still records the print.
  const [renderedSaleId, setRenderedSaleId] = useState<string | null>(null)
  useEffect(() => ReceiptDialog.preload(), [])
  if (receipt.saleId !== null && receipt.saleId !== renderedSaleId) setRenderedSaleId(receipt.saleId)
  if (renderedSaleId === null) return null
  return (
    <Suspense>
      <RefusalProvider key={renderedSaleId}>
        <ReceiptDialog
          open={receipt.saleId !== null}
          saleId={renderedSaleId}
          mustComeOut={order.saleId !== null}
          onCameOut={receipt.cameOut}
          onClose={receipt.close}
        />
      </RefusalProvider>
    </Suspense>
  )
}

type PaymentProps = {
  order: Order
  payment: ReturnType<typeof usePayment>
  onOutcome: (outcome: PaymentOutcome) => void
}

/** Strips below the header for a lost connection and an unanswered payment. */
function TillBanners({ order, payment, onOutcome }: PaymentProps) {
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

/** Asks the server whether the order was recorded: if so, opens its receipt; otherwise it can be changed again. */
const useCheckWhetherRecorded = (recorded: (sale: Sale) => void) =>
  useAction(salesContract.byKey, {
    failed: (error) => (error.status === 404 ? null : error.message),
    onDone: ({ data }) => recorded(data),
    onFailed: (error) => {
      if (error.status !== 404) return
      dispatchOrder({ type: 'not-recorded' })
      toast.info({ title: s.notRecorded })
    },
  })

/**
 * Shows that a payment got no response. It can safely be sent again, or cancelled once it is known that it was not
 * recorded.
 */
function UnansweredBar({ order, payment, onOutcome }: PaymentProps) {
  const [isRetrying, setIsRetrying] = useState(false)
  const check = useCheckWhetherRecorded(payment.recorded)
  const { sent, key } = order
  // The bar is hidden during the first attempt, which the payment dialog shows.
  if (sent === null || (payment.isSending && !isRetrying)) return null
  const retry = async () => {
    setIsRetrying(true)
    const outcome = await payment.send(sent)
    setIsRetrying(false)
    if (outcome.kind === 'unanswered') toast.error({ title: s.stillNoAnswer })
    else onOutcome(outcome)
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
      <Button onClick={() => void check.run({ params: { key } })} busy={check.busy} disabled={isRetrying}>
        {s.changeOrder}
      </Button>
      <Button
        variant="primary"
        onClick={() => void retry()}
        busy={isRetrying}
        busyLabel={s.sending}
        disabled={check.busy}
      >
        {s.retry}
      </Button>
    </div>
  )
}
