import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { formatPeso } from '#shared/lib/money.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'
import { newUuid } from '#web/lib/new-uuid.ts'
import { useAddress } from '#web/lib/use-url-state.ts'
import { useConfirm, type Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { currentOrder, dispatchOrder, orderedServiceOf } from './order-store.ts'
import { isParked } from './parked-orders.ts'
import { bookedServices, isSettled, orderTotals, visitOf, type Order, type OrderedVisit } from './order.ts'

/** A short summary of an order: `2 items, ₱1,500.00`. */
function summaryOf(order: Order): string {
  const { itemCount, total } = orderTotals(order)
  return `${s.items(itemCount)}, ${formatPeso(total)}`
}

/** A visit's booked services with their current offers. */
const useBookedServices = () =>
  useAction(
    async (visit: OrderedVisit) => {
      const ids = bookedServices(visit).map(({ service_id }) => service_id)
      const { data } = await api(catalogueContract.servicesByIds, { body: { service_ids: ids } })
      return bookedServices(visit).map((each) => ({
        name: each.service_name,
        offered: data.find(({ service_id }) => service_id === each.service_id),
      }))
    },
    { failed: s.visitFailed },
  )

type Booked = { name: string; offered: Service | undefined }[]

/** Starts an order with a visit's booked services at current prices. */
function beginVisit(visit: OrderedVisit, booked: Booked): void {
  const services = booked.flatMap(({ offered }) => (offered ? orderedServiceOf(offered) : []))
  dispatchOrder({ type: 'begin-visit', key: newUuid(), visit, services })
  for (const { name, offered } of booked) if (!offered) toast.info({ title: s.bookedNotOffered(name), seconds: 8 })
}

/** The order that a visit may replace: an empty one, or one whose clearing was confirmed; null otherwise. */
async function orderToClear(visit: OrderedVisit, confirm: Confirm): Promise<Order | null> {
  const order = currentOrder()
  if (order.visit?.id === visit.id) return null
  if (isSettled(order)) toast.info({ title: s.finishFirst })
  else if (isParked(visit.id)) toast.info({ title: s.visitIsParked(visit.name), seconds: 8 })
  else if (order.lines.length === 0) return order
  else {
    const question = {
      title: s.orderUnderWay,
      body: s.orderUnderWayText(summaryOf(order), visit.name),
      confirmLabel: s.clearAndCharge,
      cancelLabel: s.keepOrder,
      danger: true,
    }
    if (await confirm(question)) return order
  }
  return null
}

/** Starts an order for a visit. A current order is only cleared after a question. */
export function useTakeVisit(): (visit: OrderedVisit) => Promise<void> {
  const confirm = useConfirm()
  const { run } = useBookedServices()
  return useCallback(
    async (visit) => {
      let agreed = await orderToClear(visit, confirm)
      if (!agreed) return
      const outcome = await run(visit)
      if (outcome.kind !== 'done') return
      // An order that was started while the services were loading is not cleared without a question.
      if (currentOrder() !== agreed) agreed = await orderToClear(visit, confirm)
      if (agreed && !isSettled(currentOrder())) beginVisit(visit, outcome.answer)
    },
    [confirm, run],
  )
}

const VISIT = 'visit'

/** Starts an order for the visit in the URL (`?visit=…`), which stays in the URL as long as the order is for it. */
export function useVisitOfAddress(order: Order): void {
  const [params, edit] = useAddress()
  const id = params.get(VISIT)
  const take = useTakeVisit()
  const [arrived, setArrived] = useState<string | null>(null)
  const asked = useRef<string | null>(null)
  const read = useAction(
    async (visitId: string) => {
      const querystring = { appointment_id: visitId }
      const { appointments } = await api(appointmentsContract.payable, { querystring })
      return appointments[0] ?? null
    },
    { failed: s.visitFailed },
  )
  const arrive = useEffectEvent(async (visitId: string) => {
    if (currentOrder().visit?.id !== visitId) {
      const outcome = await read.run(visitId)
      if (outcome.kind !== 'done') return
      if (outcome.answer) await take(visitOf(outcome.answer))
      else toast.error({ title: saleMessages.appointmentNotPayable, seconds: 8 })
    }
    setArrived(visitId)
  })
  useEffect(() => {
    if (id === null || asked.current === id) return
    asked.current = id
    void arrive(id)
  }, [id])
  const isOver = id !== null && arrived === id && order.visit?.id !== id
  useEffect(() => {
    if (!isOver) return
    asked.current = null
    setArrived(null)
    edit((next) => next.delete(VISIT))
  }, [isOver, edit])
}
