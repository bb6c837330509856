import { WifiOff } from 'lucide-react'
import { tillSentences as s } from '#shared/sales/till-sentences.ts'
import { useOnline } from '#web/lib/use-online.ts'
import type { Order } from './order.ts'
import { UnansweredBar } from './unanswered-bar.tsx'
import type { PaymentOutcome, usePayment } from './use-payment.ts'

type NoticesProps = {
  order: Order
  payment: ReturnType<typeof usePayment>
  onOutcome: (outcome: PaymentOutcome) => void
}

/** Strips below the header: no connection, and a payment that got no answer. */
export function TillNotices({ order, payment, onOutcome }: NoticesProps) {
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
