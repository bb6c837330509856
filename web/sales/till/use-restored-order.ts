import { useCallback, useEffect, useState } from 'react'
import type { PriceList } from '#shared/sales/contract.ts'
import { freshPrices } from '#web/sales/api.ts'
import { currentOrder, dispatchOrder } from './order-store.ts'
import { isSettled } from './order.ts'
import { priceChanges } from './price-changes.ts'
import { pricesOfAll } from './prices-of-all.ts'

/** Prices the order anew and keeps what that has changed, until the cashier has seen it. */
export function usePriceNotes() {
  const [notes, setNotes] = useState<readonly string[]>([])
  const reprice = useCallback((prices: PriceList) => {
    const before = currentOrder()
    const changes = priceChanges(before, dispatchOrder({ type: 'reprice', prices }))
    setNotes((already) => [...already, ...changes])
    return changes.length > 0
  }, [])
  const forget = useCallback(() => setNotes([]), [])
  return { notes, reprice, forget }
}

/** An order that an earlier visit left on the device is priced by the catalogue of today. */
export function useRestoredOrder(reprice: (prices: PriceList) => void): void {
  useEffect(() => {
    const order = currentOrder()
    if (order.lines.length === 0 || isSettled(order)) return
    // Without an answer the order stays as it was: the server compares every price when it is paid.
    const idsNow = () => currentOrder().lines.map((line) => line.serviceId)
    pricesOfAll(idsNow, freshPrices).then(reprice, () => undefined)
  }, [reprice])
}
