import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { depositsContract } from '#shared/deposits/contract.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { isUnanswered, isUnprocessed } from '#web/lib/api-errors.ts'
import { rereadAll } from '#web/lib/query.ts'
import { saleOfKey, sendCheckout } from '#web/sales/api.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { currentOrder, dispatchOrder, recordSale } from '#web/sales/till/order-store.ts'

/** `unanswered`: the payment may have been recorded; the order is locked and can be sent again. */
export type PaymentOutcome = { kind: 'recorded' } | { kind: 'refused'; error: ApiError } | { kind: 'unanswered' }

/**
 * True if an error proves that no sale was recorded, which only an error of the API can. After a retry, a refusal
 * before processing is no proof, because it says nothing about the earlier attempt.
 */
const isRefusal = (error: ApiError, isRetry: boolean) => !isUnanswered(error) && !(isRetry && isUnprocessed(error))

const isKeyInUse = ({ status, errors }: ApiError) => status === 422 && 'Idempotency-Key' in errors

/** Endpoints whose data a sale changes. */
const changed = [
  salesContract.list,
  salesContract.dailySales,
  appointmentsContract.payable,
  appointmentsContract.list,
  appointmentsContract.calendar,
  clientsContract.list,
  clientsContract.detail,
  depositsContract.list,
  depositsContract.ofClient,
]

/** Sends payments with the order's key, so that the server records each payment only once. */
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
        if (!isRefusal(error, isRetry)) return { kind: 'unanswered' }
        dispatchOrder({ type: 'not-recorded' })
        // The error may be about the shift or a deposit, so reload the till's status and the client's deposits.
        void rereadAll(queries, [cashContract.till, depositsContract.ofClient])
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

/**
 * Sends a payment. If another request body was recorded under the order's key, the order was paid before it was
 * changed, and the recorded sale is returned.
 */
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

/** After a reload, asks the server whether a payment that was being sent was recorded. */
function useAskOnArrival(recorded: (sale: Sale) => void): void {
  useEffect(() => {
    const { sent, key } = currentOrder()
    if (sent === null) return
    // If the server returns no sale for the key, the payment stays unanswered, and its bar offers Retry.
    saleOfKey(key).then(
      // While this response was on its way, a retry of the payment may have succeeded and another order have begun.
      (sale) => {
        if (currentOrder().key === key) recorded(sale)
      },
      () => undefined,
    )
  }, [recorded])
}
