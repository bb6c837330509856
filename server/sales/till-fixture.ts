import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { randomUUID } from 'node:crypto'
import { newId } from '#server/lib/new-id.ts'
import { createCatalogue, createUser, type TestCatalogue, type TestUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { slotInstant } from '#shared/appointments/slots.ts'
import type { AppointmentStatus } from '#shared/appointments/status.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { toCentavos, toPesos } from '#shared/lib/money.ts'
import { type CheckoutBody } from '#shared/sales/checkout-body.ts'
import { chargeOf } from '#shared/sales/charge.ts'
import { salesContract, type Sale } from '#shared/sales/contract.ts'
import { percentOf } from '#shared/sales/percent.ts'
import type { TaxSettings } from '#shared/lib/taxes.ts'
import { NO_TAX } from '#shared/sales/tax.ts'
import { changeOf } from '#shared/sales/totals.ts'

export type OrderLine = CheckoutBody['treatments'][number]
type Paid = Partial<Omit<CheckoutBody, 'treatments' | 'total' | 'total_after_discount' | 'exchange_money'>>

/** For tests: a clinic with a catalogue, two cashiers and two clients, and a till that computes correct sums. */
export type Till = {
  server: TestServer
  cashier: TestUser
  otherCashier: TestUser
  client: TestUser
  otherClient: TestUser
  catalogue: TestCatalogue
  /** A line of Diamond peel, ₱1,500. */
  peel: (more?: Partial<OrderLine>) => OrderLine
  /** A line of Hydra glow, ₱2,500.50, of the same treatment as Diamond peel. */
  glow: (more?: Partial<OrderLine>) => OrderLine
  /** A line of Carbon peel, ₱5,000, of another treatment than Diamond peel. */
  carbon: (more?: Partial<OrderLine>) => OrderLine
  /** The add-on LED light, ₱350, of the treatment Facials. */
  light: (quantity?: number) => NonNullable<OrderLine['addOns']>[number]
  /** A checkout's body: by default a walk-in paid in cash with the exact sum. */
  order: (lines: OrderLine[], paid?: Paid) => CheckoutBody
  send: (body: CheckoutBody, key?: string) => Promise<Sale>
  /** The error of a checkout; fails the test when the checkout succeeds. */
  error: (body: CheckoutBody, key?: string) => Promise<ApiError>
  appointment: (client: TestUser, status?: AppointmentStatus) => Promise<string>
}

/** The error of a call; throws when the call succeeds. */
export async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    () => new Error('The call was not refused.'),
    (error: unknown) => error,
  )
  if (outcome instanceof ApiError) return outcome
  throw outcome
}

/** Functions that make order lines from the test catalogue. */
export function lineMakers(catalogue: TestCatalogue) {
  const line = (service_id: string, treatment_id: string, name: string, price: number) => (more?: object) => ({
    service_id,
    treatment_id,
    name,
    quantity: 1,
    price,
    addOns: [],
    ...more,
  })
  return {
    peel: line(catalogue.serviceId, catalogue.treatmentId, 'Diamond peel', 1500),
    glow: line(catalogue.otherServiceId, catalogue.treatmentId, 'Hydra glow', 2500.5),
    carbon: line(catalogue.otherTreatmentServiceId, catalogue.otherTreatmentId, 'Carbon peel', 5000),
    light: (quantity = 1) => ({ addOn_id: catalogue.addOnId, addOn_name: 'LED light', addOn_price: 350, quantity }),
  }
}

const discountOf = ({ price, quantity, discount = 0, discount_percent }: OrderLine) =>
  typeof discount_percent === 'number'
    ? percentOf(toCentavos(price) * quantity, Math.round(discount_percent * 100))
    : toCentavos(discount)

/** An order with correct sums for the prices of its lines. */
export function orderOf(buyer: TestUser, lines: OrderLine[], paid: Paid = {}, tax: TaxSettings = NO_TAX): CheckoutBody {
  const totals = chargeOf(
    lines.map((line) => ({
      price: toCentavos(line.price),
      quantity: line.quantity,
      addOns: (line.addOns ?? []).map(({ addOn_price, quantity }) => ({ price: toCentavos(addOn_price), quantity })),
      discount: discountOf(line),
      hasCard: line.senior_pwd ?? false,
    })),
    { isOn: paid.is_discounted === 'yes', amount: toCentavos(paid.discount ?? 0) },
    tax,
  )
  const received = toCentavos(paid.received_money ?? toPesos(totals.total))
  return {
    customer_name: buyer.name,
    treatments: lines,
    total: toPesos(totals.subtotal),
    is_discounted: 'no',
    total_after_discount: toPesos(totals.total),
    received_money: toPesos(received),
    exchange_money: toPesos(changeOf(received, totals.total)),
    payment_method: 'cash',
    user_id: buyer.id,
    appointment_id: 'walkin_1795222800000',
    is_walk_in: true,
    ...paid,
  }
}

async function createAppointment(
  till: Pick<Till, 'server' | 'catalogue'>,
  client: TestUser,
  status: AppointmentStatus,
) {
  const id = newId()
  const at = new Date('2026-11-20T00:00:00Z')
  await till.server.db
    .insertInto('appointments')
    .values({
      id,
      branch_id: MAIN_BRANCH_ID,
      client_id: client.clientId!,
      treatment_id: till.catalogue.treatmentId,
      service_id: till.catalogue.serviceId,
      starts_at: slotInstant('2026-11-21', '08:00:00'),
      ends_at: slotInstant('2026-11-21', '08:30:00'),
      status,
      done_at: status === 'completed' ? at : null,
      cancelled_by: status === 'cancelled' ? client.id : null,
      created_by: client.id,
      created_at: at,
      updated_at: at,
    })
    .execute()
  return id
}

export async function openTill(options: Parameters<typeof startTestServer>[0] = {}): Promise<Till> {
  const server = await startTestServer(options)
  const [cashier, otherCashier] = [
    await createUser(server.db, 'cashier', { name: 'Andrea Cruz' }),
    await createUser(server.db, 'cashier', { name: 'Paolo Santos' }),
  ]
  const client = await createUser(server.db, 'client', { name: 'Bianca Peña', email: 'bianca@example.ph' })
  const otherClient = await createUser(server.db, 'client', { name: 'Jessa Bautista', email: 'jessa@example.ph' })
  const catalogue = await createCatalogue(server.db)
  const send = async (body: CheckoutBody, key: string = randomUUID()) =>
    (await server.as(cashier.token)(salesContract.checkout, { body }, { idempotencyKey: key })).data
  return {
    server,
    cashier,
    otherCashier,
    client,
    otherClient,
    catalogue,
    ...lineMakers(catalogue),
    order: (lines, paid) => orderOf(client, lines, paid),
    send,
    error: (body, key) => errorOf(send(body, key)),
    appointment: (of, status = 'confirmed') => createAppointment({ server, catalogue }, of, status),
  }
}
