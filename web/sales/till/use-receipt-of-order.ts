import { useState } from 'react'
import { beginNextOrder } from './order-store.ts'
import type { Order } from './order.ts'

/**
 * The receipt that a recorded order has to show. Once it came out the till is clear for the next customer, while the
 * receipt stays open until it is closed.
 */
export function useReceiptOfOrder(order: Order) {
  const [outOf, setOutOf] = useState<string | null>(null)
  return {
    saleId: order.saleId ?? outOf,
    cameOut: () => {
      if (order.saleId === null) return
      setOutOf(order.saleId)
      beginNextOrder()
    },
    close: () => {
      setOutOf(null)
      if (order.saleId !== null) beginNextOrder()
    },
  }
}
