import { CloudAlert } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '#shared/lib/call.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import type { Sale } from '#shared/sales/contract.ts'
import { tillSentences as s } from '#shared/sales/till-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { saleOfKey } from '#web/sales/api.ts'
import { dispatchOrder } from './order-store.ts'
import type { Order } from './order.ts'
import type { PaymentOutcome, usePayment } from './use-payment.ts'

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
export function UnansweredBar({ order, payment, onOutcome }: BarProps) {
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
