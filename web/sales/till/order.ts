import { z } from 'zod'
import { staffAppointment, type StaffAppointment } from '#shared/appointments/contract.ts'
import { furtherService } from '#shared/appointments/records.ts'
import { MAX_CENTAVOS, type Centavos } from '#shared/lib/money.ts'
import { TAX_CLASSES } from '#shared/lib/taxes.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { keptLine } from '#shared/sales/line.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#shared/sales/payment.ts'
import type { CardKind } from '#shared/sales/senior-pwd-card.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { walkIn as walkInRecord, type WalkIn } from '#shared/walk-ins/contract.ts'
import { discountOf, discountProblem, noDiscount, storedLineDiscount, type Discount } from './discount.ts'

export const MAX_LINES = 60
export const MAX_QUANTITY = 999

const centavos = z.int().min(0).max(MAX_CENTAVOS)
const pieceCount = z.int().min(1).max(MAX_QUANTITY)

const orderedAddOn = z.object({ id: z.uuid(), name: z.string(), price: centavos, quantity: pieceCount })
export type OrderAddOn = z.output<typeof orderedAddOn>

/**
 * A line of the order in the format in which the device stores it. A line has a `kind` if it is for a product, and its
 * treatment is then the product's category.
 */
export const orderedLine = z.object({
  ...keptLine.shape,
  serviceId: z.uuid(),
  name: z.string(),
  treatmentId: z.uuid(),
  treatmentName: z.string(),
  price: centavos,
  quantity: pieceCount,
  addOns: z.array(orderedAddOn),
  /** The tax class of the service; VATable by default. */
  taxClass: z.enum(TAX_CLASSES).optional(),
  /** True when a Senior Citizen or PWD card can apply to the service. */
  isEligible: z.boolean().optional(),
  discount: storedLineDiscount.optional(),
  /** The pieces that each Senior or PWD card covers, in the order of the cards; missing without any. */
  pieces: z
    .array(
      z.object({
        card: z.int().min(0),
        quantity: pieceCount,
        addOns: z.array(z.object({ id: z.uuid(), quantity: pieceCount })),
      }),
    )
    .optional(),
  /** The sessions of packages that pay for pieces of the service; missing without any. */
  sessions: z
    .array(z.object({ id: z.uuid(), packageId: z.uuid(), packageName: z.string(), userId: z.uuid(), value: centavos }))
    .optional(),
})
export type OrderLine = z.output<typeof orderedLine>

/** A session of a client's package, with the amount that the package pays. */
export type OrderSession = NonNullable<OrderLine['sessions']>[number]

/**
 * A verified deposit or a store credit (`isCredit`) of a client that the cashier deducts from the order, with the
 * amount that is left of it.
 */
export type OrderDeposit = { id: string; userId: string; balance: Centavos; isCredit?: true | undefined }

/**
 * The pieces of a line that one Senior or PWD card covers, at least one of them of the service. `card` is the card's
 * index in the order.
 */
export type OrderPieces = NonNullable<OrderLine['pieces']>[number]

/** The Senior Citizen or PWD card of one holder, and whether prices included VAT when the card was added. */
export type OrderCard = {
  kind: CardKind
  idNumber: string
  name: string
  birthDate: string | null
  /** The holder's TIN; empty if not given. */
  tin: string
  isVatRegistered: boolean
}

export const orderedVisit = staffAppointment
  .pick({
    id: true,
    user_id: true,
    name: true,
    appointment_date: true,
    appointment_time: true,
    treatment_name: true,
    service_id: true,
    service_name: true,
  })
  .extend({
    /**
     * The visit's services after the first one; missing in orders that were stored when a visit had only one service.
     */
    further_services: z
      .array(furtherService.pick({ service_id: true, service_name: true, treatment_name: true }))
      .optional(),
    /** Missing in orders that were stored before clients had alerts. */
    client_id: staffAppointment.shape.client_id.optional(),
  })

/** The appointment to be paid: client, time and services. */
export type OrderedVisit = z.output<typeof orderedVisit>

export const visitOf = (row: StaffAppointment): OrderedVisit => orderedVisit.parse(row)

/** A visit's booked services in order. */
export const bookedServices = (visit: OrderedVisit) => [visit, ...(visit.further_services ?? [])]

/** The booked services as text: `Glow Drip + Facial` */
export const bookedNames = (visit: OrderedVisit): string =>
  servicesOf({ ...visit, further_services: visit.further_services ?? [] })

export const orderedWalkIn = walkInRecord
  .pick({
    id: true,
    number: true,
    user_id: true,
    name: true,
    email: true,
    contact_number: true,
    service_id: true,
    service_name: true,
  })
  .extend({
    /** Missing in orders that earlier versions have stored. */
    client_id: walkInRecord.shape.client_id.optional(),
  })

/**
 * The walk-in of the queue for whom the order is, with the service that the walk-in asked for. The sale ends the wait.
 */
export type OrderedWalkIn = z.output<typeof orderedWalkIn>

export const orderedWalkInOf = (row: WalkIn): OrderedWalkIn => orderedWalkIn.parse(row)

/** The current order. It is stored on the device with the key under which the server records it once. */
export type Order = {
  /** The idempotency key, created with the order. */
  key: string
  /** The visit to be paid; null for an order without one. */
  visit: OrderedVisit | null
  /** The walk-in of the queue for whom the order is; null or missing without one. */
  walkIn?: OrderedWalkIn | null | undefined
  /** The name under which the order was parked; null if it never was. */
  name: string | null
  lines: OrderLine[]
  discount: Discount
  /** The Senior and PWD cards of all holders; each covers at least one piece. */
  cards: readonly OrderCard[]
  /** The deposits and store credits of the client that are deducted; missing without any. */
  deposits?: readonly OrderDeposit[] | undefined
  method: PaymentMethod | null
  /** The body of a payment without a response; the order is locked meanwhile. */
  sent: CheckoutBody | null
  /** The id of the recorded sale whose receipt must still be printed or saved; null before the payment. */
  saleId: string | null
}

/** The fields of a line that the catalogue gives when the service or product is added to the order. */
export type OrderedService = Pick<
  OrderLine,
  'kind' | 'serviceId' | 'name' | 'treatmentId' | 'treatmentName' | 'price' | 'taxClass' | 'isEligible'
>
/** The fields of a line that the cashier enters in the row of the line, except those with an action of their own. */
export type LineEntries = Partial<Omit<OrderLine, keyof OrderedService | 'quantity' | 'addOns' | 'pieces' | 'sessions'>>
export type OrderedAddOn = Omit<OrderAddOn, 'quantity'> & { treatmentId: string }

export const newOrder = (key: string): Order => ({
  key,
  visit: null,
  name: null,
  lines: [],
  discount: noDiscount,
  cards: [],
  method: null,
  sent: null,
  saleId: null,
})

/** True while a payment has no response. */
export const isUnanswered = (order: Order): boolean => order.sent !== null && order.saleId === null

/** The visit or walk-in of an order; null for an order without one. */
export const subjectOf = ({ visit, walkIn }: Order): OrderedVisit | OrderedWalkIn | null => visit ?? walkIn ?? null

/** True once a payment was sent, after which the order must not change. */
export const isSettled = (order: Order): boolean => order.sent !== null || order.saleId !== null

export const hasService = (order: Order, serviceId: string): boolean =>
  order.lines.some((line) => line.serviceId === serviceId)

/** The line with this add-on, if it was added. */
export const lineWithAddOn = (order: Order, addOnId: string): OrderLine | undefined =>
  order.lines.find((line) => line.addOns.some((addOn) => addOn.id === addOnId))

/** The discount on a line's service for the whole quantity, without add-ons; null if the typed discount is invalid. */
export const lineDiscountOf = ({ discount, price, quantity }: OrderLine): Centavos | null =>
  discount ? discountOf(discount, price * quantity) : 0

/** Returns the fields of a line that the till sends unchanged. Empty fields are left out. */
export const keptOf = (line: OrderLine): z.output<typeof keptLine> =>
  Object.fromEntries(keptLine.keyof().options.flatMap((name) => (line[name] ? [[name, line[name]]] : [])))

/** What must be corrected in the order before the payment; null if nothing. */
export function orderProblem(
  { lines, method, discount }: Order,
  methods: readonly PaymentMethod[] = PAYMENT_METHODS,
): string | null {
  // The method may have been switched off since the order was parked.
  const isChosen = method !== null && methods.includes(method)
  const isUnread = lines.some((line) => lineDiscountOf(line) === null)
  if (isUnread) return s.lineDiscountInvalid
  return discountProblem(discount) ?? (isChosen ? null : saleMessages.methodRequired)
}
