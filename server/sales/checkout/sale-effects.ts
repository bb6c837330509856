import { markClientKnown } from '#server/appointments/booked-client.ts'
import { lastVisitOf, notifyPaid } from '#server/appointments/public.ts'
import { addToServiceHistory, removeFromServiceHistory } from '#server/clients/service-history.ts'
import { returnSoldProducts, takeSoldProducts, type ProductCounts } from '#server/inventory/public.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { beginValidity } from '#server/prepaid/public.ts'
import { restoreLastVisit } from '#server/people/change-client.ts'
import { leaveQueueWithSale, returnToQueue } from '#server/walk-ins/public.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import type { LineRow } from '#server/sales/queries.ts'
import * as queries from '#server/sales/queries.ts'
import { isSameName } from '#shared/people/name-search.ts'
import type { SaleLine } from '#shared/sales/line.ts'
import type { SeniorPwdCard } from '#shared/sales/checkout-body.ts'
import type { Checkout } from './sale-document.ts'
import type { DocumentView } from '#server/sales/views.ts'

/** Adds the sold services to the client's history. */
const addSaleToHistory = (context: Context, saleId: string, { customer, priced }: Checkout) =>
  addToServiceHistory(context, {
    clientId: customer.clientId,
    date: manilaDate(context.now),
    saleId,
    services: soldServices(priced.lines).map(({ treatment_id, treatment_name, service_id, service_name, addOns }) => ({
      treatment_id,
      treatment_name,
      service_id,
      service_name,
      addOns: addOns.map(({ addOn_id, addOn_name, quantity }) => ({
        add_on_id: addOn_id,
        add_on_name: addOn_name,
        quantity,
      })),
    })),
  })

/**
 * The client's own Senior Citizen or PWD card: the only one of the sale or, of several, the one with the client's name.
 */
const ownCard = (cards: readonly SeniorPwdCard[], name: string): SeniorPwdCard | undefined =>
  cards.length > 1 ? cards.find((card) => isSameName(card.name, name)) : cards[0]

/** The quantity of each product in some lines. */
function soldProducts(lines: readonly SaleLine[]): ProductCounts {
  const counts = new Map<string, number>()
  for (const { kind, service_id, quantity } of lines)
    if (kind === 'product') counts.set(service_id, (counts.get(service_id) ?? 0) + quantity)
  return counts
}

/**
 * Combines the sold lines of each service, because pieces that a Senior Citizen or PWD card discounts are on a line of
 * their own.
 */
function soldServices(lines: readonly SaleLine[]): SaleLine[] {
  const services = new Map<string, SaleLine>()
  for (const line of lines) {
    if (line.kind === 'product') continue
    const before = services.get(line.service_id)
    services.set(line.service_id, before ? { ...before, addOns: [...before.addOns, ...line.addOns] } : line)
  }
  return [...services.values()]
}

/**
 * Makes all changes that a sale causes besides its document: its appointment is paid, its walk-in leaves the queue, its
 * client becomes known, the validity of the used packages begins, the services and the Senior Citizen or PWD card are
 * added to the client's record, and products leave the stock.
 */
export async function applySale(context: Context<Principal>, saleId: string, checkout: Checkout): Promise<void> {
  const { tx, now } = context
  const { order, cards, customer, priced } = checkout
  if (customer.appointmentId) {
    await queries.insertAppointmentPayment(tx, { appointment_id: customer.appointmentId, sale_id: saleId })
    await notifyPaid(context, customer.appointmentId)
  }
  if (order.walk_in_id) await leaveQueueWithSale(context, order.walk_in_id, saleId)
  if (!customer.isKnown) await markClientKnown(context, customer.clientId)
  await beginValidity(context, [
    ...new Set(priced.lines.flatMap(({ packageSession }) => packageSession?.accountId ?? [])),
  ])
  await addSaleToHistory(context, saleId, checkout)
  const own = ownCard(cards, customer.name)
  if (own) await queries.rememberCard(tx, customer.clientId, { ...own, now })
  await takeSoldProducts(context, saleId, soldProducts(priced.lines))
}

/**
 * Removes the sale's services from the client's history. The sale's date stays the client's last visit only if the
 * client has something else on that date.
 */
async function removeSaleFromHistory(context: Context, { id, business_date }: DocumentView, clientId: string) {
  const { tx } = context
  await removeFromServiceHistory(context, clientId, id)
  await restoreLastVisit(tx, clientId, business_date, await lastVisitOf(tx, clientId))
}

/**
 * Undoes `applySale` for a voided sale, except that the client stays known and the Senior Citizen or PWD card stays
 * stored. Returns the id of the walk-in who is waiting again.
 */
export async function revertSale(
  context: Context<Principal>,
  sale: DocumentView,
  lines: readonly LineRow[],
): Promise<string | undefined> {
  const payment = await queries.deleteAppointmentPayment(context.tx, sale.id)
  if (payment) await notifyPaid(context, payment.appointment_id)
  if (sale.client_id) await removeSaleFromHistory(context, sale, sale.client_id)
  const walkInId = await returnToQueue(context, sale.id)
  if (lines.some(({ kind }) => kind === 'product')) await returnSoldProducts(context, sale.id, 'all')
  return walkInId
}
