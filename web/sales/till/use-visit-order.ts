import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { formatPeso } from '#shared/lib/money.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { walkInsContract } from '#shared/walk-ins/contract.ts'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { useAddress } from '#web/lib/use-url-state.ts'
import { useConfirm, type Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { currentOrder, dispatchOrder, orderedServiceOf } from './order-store.ts'
import { orderTotals } from './order-charge.ts'
import {
  bookedServices,
  isSettled,
  orderedWalkInOf,
  subjectOf,
  visitOf,
  type Order,
  type OrderedService,
  type OrderedVisit,
  type OrderedWalkIn,
} from './order.ts'
import { isParked } from './parking.tsx'

/** A short summary of an order: `2 items, ₱1,500.00`. */
function summaryOf(order: Order): string {
  const { itemCount, total } = orderTotals(order)
  return `${s.items(itemCount)}, ${formatPeso(total)}`
}

/** The visit or walk-in for which an order is started, with its services. */
type Subject = {
  id: string
  name: string
  services: readonly { service_id: string; service_name: string }[]
  begin: (key: string, services: readonly OrderedService[]) => void
}

const subjectOfVisit = (visit: OrderedVisit): Subject => ({
  id: visit.id,
  name: visit.name,
  services: bookedServices(visit),
  begin: (key, services) => dispatchOrder({ type: 'begin-visit', key, visit, services }),
})

const subjectOfWalkIn = (walkIn: OrderedWalkIn): Subject => ({
  id: walkIn.id,
  name: walkIn.name,
  services: [walkIn],
  begin: (key, services) => dispatchOrder({ type: 'begin-walk-in', key, walkIn, services }),
})

/**
 * Reads the services of a visit or walk-in as they are offered now; services that are no longer offered have `offered`
 * undefined.
 */
const useOfferedServices = () =>
  useAction(
    async ({ services }: Subject) => {
      const ids = services.map(({ service_id }) => service_id)
      const { data } = await api(catalogueContract.servicesByIds, { body: { service_ids: ids } })
      return services.map((each) => ({
        name: each.service_name,
        offered: data.find(({ service_id }) => service_id === each.service_id),
      }))
    },
    { failed: s.visitFailed },
  )

type Booked = { name: string; offered: Service | undefined }[]

/** Starts an order with the services of a visit or walk-in at current prices. */
function beginOrder(subject: Subject, booked: Booked): void {
  subject.begin(
    newUuid(),
    booked.flatMap(({ offered }) => (offered ? orderedServiceOf(offered) : [])),
  )
  for (const { name, offered } of booked) if (!offered) toast.info({ title: s.bookedNotOffered(name), seconds: 8 })
}

/**
 * The current order if it may be replaced: an empty one, or one whose clearing the cashier has confirmed; null
 * otherwise.
 */
async function orderToClear({ id, name }: Subject, confirm: Confirm): Promise<Order | null> {
  const order = currentOrder()
  if (subjectOf(order)?.id === id) return null
  if (isSettled(order)) toast.info({ title: s.finishFirst })
  else if (isParked(id)) toast.info({ title: s.visitIsParked(name), seconds: 8 })
  else if (order.lines.length === 0) return order
  else {
    const question = {
      title: s.orderUnderWay,
      body: s.orderUnderWayText(summaryOf(order), name),
      confirmLabel: s.clearAndCharge,
      cancelLabel: s.keepOrder,
      danger: true,
    }
    if (await confirm(question)) return order
  }
  return null
}

/** Starts an order for a visit or walk-in. A current order is only cleared after a question. */
function useBeginOrder(): (subject: Subject) => Promise<void> {
  const confirm = useConfirm()
  const { run } = useOfferedServices()
  return useCallback(
    async (subject) => {
      let replaceable = await orderToClear(subject, confirm)
      if (!replaceable) return
      const outcome = await run(subject)
      if (outcome.kind !== 'done') return
      // An order that was started while the services were loading is not cleared without a question.
      if (currentOrder() !== replaceable) replaceable = await orderToClear(subject, confirm)
      if (replaceable && !isSettled(currentOrder())) beginOrder(subject, outcome.answer)
    },
    [confirm, run],
  )
}

/** Starts an order for a visit. */
export function useBeginVisitOrder(): (visit: OrderedVisit) => Promise<void> {
  const begin = useBeginOrder()
  return useCallback((visit) => begin(subjectOfVisit(visit)), [begin])
}

type AddressOptions = {
  parameter: 'visit' | 'walkin'
  find: (id: string) => Promise<Subject | null>
  failed: string
  /** Shown when the visit or walk-in is not found, because it was paid or is over. */
  gone: string
}

/**
 * Starts an order for the visit or walk-in that the URL names. The URL names it until the order is for somebody else.
 */
function useSubjectOfAddress(order: Order, { parameter, find, failed, gone }: AddressOptions): void {
  const [params, edit] = useAddress()
  const id = params.get(parameter)
  const begin = useBeginOrder()
  const [handled, setHandled] = useState<string | null>(null)
  const requested = useRef<string | null>(null)
  const read = useAction((subjectId: string) => find(subjectId), { failed })
  const handle = useEffectEvent(async (subjectId: string) => {
    if (subjectOf(currentOrder())?.id !== subjectId) {
      const outcome = await read.run(subjectId)
      if (outcome.kind !== 'done') return
      if (outcome.answer) await begin(outcome.answer)
      else toast.error({ title: gone, seconds: 8 })
    }
    setHandled(subjectId)
  })
  useEffect(() => {
    if (id === null || requested.current === id) return
    requested.current = id
    void handle(id)
  }, [id])
  const isOver = id !== null && handled === id && subjectOf(order)?.id !== id
  useEffect(() => {
    if (!isOver) return
    requested.current = null
    setHandled(null)
    edit((next) => next.delete(parameter))
  }, [isOver, edit, parameter])
}

/** Starts an order for the visit in the URL (`?visit=…`). */
export const useVisitOfAddress = (order: Order): void =>
  useSubjectOfAddress(order, {
    parameter: 'visit',
    find: async (appointment_id) => {
      const { appointments } = await api(appointmentsContract.payable, { querystring: { appointment_id } })
      return appointments[0] ? subjectOfVisit(visitOf(appointments[0])) : null
    },
    failed: s.visitFailed,
    gone: saleMessages.appointmentNotPayable,
  })

/** Starts an order for the walk-in of the queue that the URL names (`?walkin=…`). */
export const useWalkInOfAddress = (order: Order): void =>
  useSubjectOfAddress(order, {
    parameter: 'walkin',
    find: async (id) => {
      const { data } = await api(walkInsContract.queue, {})
      const found = data.find((walkIn) => walkIn.id === id)
      return found ? subjectOfWalkIn(orderedWalkInOf(found)) : null
    },
    failed: s.walkInFailed,
    gone: s.walkInGone,
  })
