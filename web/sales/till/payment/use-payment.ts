import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { rereadAll } from '#web/lib/query.ts'
import { saleOfKey, sendCheckout } from '#web/sales/api.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { currentOrder, dispatchOrder, recordSale } from '#web/sales/till/order-store.ts'

/** `unanswered`: nobody knows whether it was recorded; the order stands still and can be sent again. */
export type PaymentOutcome = { kind: 'recorded' } | { kind: 'refused'; error: ApiError } | { kind: 'unanswered' }

/** Refused before the payment was looked at: the log-in has ended, or too much was asked at once. */
const atTheDoor = [401, 403, 408, 429]

/** Only an error says for certain that nothing was recorded; at the door it says nothing of an earlier try. */
const isApiError = ({ status, errors }: ApiError, isRetry: boolean) =>
  // An approval is asked for behind the door, of what was not recorded.
  'approval_id' in errors || (status >= 400 && status < 500 && !(isRetry && atTheDoor.includes(status)))

const isKeyInUse = ({ status, errors }: ApiError) => status === 422 && 'Idempotency-Key' in errors

/** The lists and sums that a sale changes. */
const changed = [
  salesContract.list,
  salesContract.dailySales,
  appointmentsContract.payable,
  appointmentsContract.list,
  appointmentsContract.calendar,
  clientsContract.list,
  clientsContract.detail,
]

/** Sends payments under the order's key, so that each is recorded once however often it is sent. */
export function usePayment() {
  const queries = useQueryClient()
  const [isSending, setIsSending] = useState(false)

  const recorded = useCallback(
    (sale: Sale): PaymentOutcome => {
      recordSale(sale)
      void rereadAll(queries, changed)
      return { kind: 'recorded' }
    },
    [queries],
  )

  const send = useCallback(
    async (body: CheckoutBody): Promise<PaymentOutcome> => {
      const isRetry = currentOrder().sent !== null
      const { key } = dispatchOrder({ type: 'sent', body })
      setIsSending(true)
      try {
        return recorded(await recordOnce(key, body))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!isApiError(error, isRetry)) return { kind: 'unanswered' }
        dispatchOrder({ type: 'not-recorded' })
        // It may have been for the shift, which the till then shows.
        void rereadAll(queries, [cashContract.till])
        return { kind: 'refused', error }
      } finally {
        setIsSending(false)
      }
    },
    [recorded, queries],
  )

  useAskOnArrival(recorded)
  return { send, isSending, recorded }
}

/** A key that recorded another body is that of an order which was paid before it was changed: that sale is the answer. */
async function recordOnce(key: string, body: CheckoutBody): Promise<Sale> {
  try {
    return await sendCheckout(key, body)
  } catch (error) {
    if (!(error instanceof ApiError && isKeyInUse(error))) throw error
    const sale = await saleOfKey(key)
    toast.info({ title: s.wasRecorded(sale.document_name), seconds: 8 })
    return sale
  }
}

/** A till that was closed while a payment was under way asks what became of it. */
function useAskOnArrival(recorded: (sale: Sale) => void): void {
  useEffect(() => {
    const { sent, key } = currentOrder()
    if (sent === null) return
    // Whatever else it answers, the order stays «not sent yet» with its Retry.
    saleOfKey(key).then(
      // By then a Retry may have been answered, and the next order begun.
      (sale) => {
        if (currentOrder().key === key) recorded(sale)
      },
      () => undefined,
    )
  }, [recorded])
}
