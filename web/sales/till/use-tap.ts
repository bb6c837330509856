import { useCallback, useState } from 'react'
import type { Service } from '#shared/catalogue/records.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { tillSentences as s } from '#shared/sales/till-sentences.ts'
import { toast } from '#web/ui/toast.ts'
import { currentOrder, dispatchOrder } from './order-store.ts'
import { hasService, isSettled, MAX_LINES, type OrderedService } from './order.ts'

/** What the last tap did, for the row that lights up and for who cannot see it. */
export type TapNotice = { serviceId: string; text: string; count: number }

export const orderedServiceOf = (service: Service): OrderedService => ({
  serviceId: service.service_id,
  name: service.service_name,
  treatmentId: service.treatment_id,
  treatmentName: service.treatment_name,
  price: toCentavos(service.service_price),
})

/** A tap on a card: the service joins the order; one that is in it already lights up and is not added again. */
export function useTap() {
  const [notice, setNotice] = useState<TapNotice | null>(null)
  const tap = useCallback((service: Service) => {
    const order = currentOrder()
    if (isSettled(order)) return toast.info({ title: s.notSentTitle, description: s.notSentText })
    const isIn = hasService(order, service.service_id)
    if (!isIn && order.lines.length >= MAX_LINES) return toast.error({ title: s.orderIsFull })
    dispatchOrder({ type: 'add-service', service: orderedServiceOf(service) })
    const text = isIn ? s.alreadyIn(service.service_name) : s.added(service.service_name)
    setNotice((before) => ({ serviceId: service.service_id, text, count: (before?.count ?? 0) + 1 }))
  }, [])
  return { notice, tap }
}
