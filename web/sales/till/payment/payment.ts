import type { ClientContact } from '#shared/clients/contract.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { addDays, formatShortDate, isoInManila, type CivilDate } from '#shared/lib/manila-time.ts'
import { toPesos, type Centavos } from '#shared/lib/money.ts'
import { isSameName } from '#shared/people/name-search.ts'
import type { CheckoutBody } from '#shared/sales/checkout-body.ts'
import { treatmentsOf, visitServicesMessages } from '#shared/lib/visit-services.ts'
import { paymentMessages } from '#shared/sales/till-messages.ts'
import { givesChange, needsReference, referenceKey, type PaymentMethod } from '#shared/sales/payment.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import { changeOf } from '#shared/sales/totals.ts'
import { lineDiscountBody } from '#web/sales/till/discount.ts'
import { orderCharge, type ChargedPart } from '#web/sales/till/order-charge.ts'
import {
  bookedNames,
  bookedServices,
  hasService,
  keptOf,
  type Order,
  type OrderCard,
  type OrderedVisit,
  type OrderLine,
} from '#web/sales/till/order.ts'
import {
  splitProblemsOfError,
  problemsOfSplit,
  receivedOfParts,
  paymentsBody,
  splitObstacle,
  type Part,
  type PartProblems,
} from './split.ts'

export type ClientType = 'new' | 'existing'

/** The value of `visit` for a customer who pays without an appointment. */
export const WALK_IN = 'walk-in'

export type Person = {
  userId: string
  /** The id of the client's record, where it is known. */
  clientId?: string | undefined
  name: string
  email: string | null
  contactNumber: string | null
}

/** The customer in the payment dialog. */
export type Customer = {
  type: ClientType
  /** The text in the field for the customer's name. */
  name: string
  /** The client who was chosen from the list; null while the name is only typed. */
  person: Person | null
  /** The appointment to be paid, `WALK_IN` for none, or null until one of them is chosen. */
  visit: Visit | null
}

export type Visit = OrderedVisit | typeof WALK_IN

export type CustomerAction =
  | { type: 'client-type'; clientType: ClientType }
  | { type: 'typed'; name: string }
  | { type: 'chosen'; person: Person; visit: Visit | null }
  | { type: 'visit'; visit: Visit }

export const noCustomer: Customer = { type: 'new', name: '', person: null, visit: null }

export function customerReducer(customer: Customer, action: CustomerAction): Customer {
  switch (action.type) {
    case 'client-type':
      // After a switch between New and Existing Client, the typed name stays and is searched for again.
      return { ...noCustomer, type: action.clientType, name: customer.name }
    case 'typed':
      if (action.name === customer.name) return customer
      return { ...customer, name: action.name, person: null, visit: null }
    case 'chosen':
      return { ...customer, name: action.person.name, person: action.person, visit: action.visit }
    case 'visit':
      return { ...customer, visit: action.visit }
  }
}

/** The customer with whom the payment dialog opens: the client of the walk-in or the visit, or else the `buyer`. */
export function customerOf({ visit, walkIn }: Order, buyer: Person | null): Customer {
  if (walkIn) return { type: 'existing', name: walkIn.name, person: personOfContact(walkIn), visit: WALK_IN }
  if (visit) return { type: 'new', name: visit.name, person: personOfVisit(visit), visit }
  return buyer ? { type: 'existing', name: buyer.name, person: buyer, visit: null } : noCustomer
}

const dayOf = (date: CivilDate, today: CivilDate): string => {
  if (date === today) return paymentMessages.today
  if (date === addDays(today, 1)) return paymentMessages.tomorrow
  return date === addDays(today, -1) ? paymentMessages.yesterday : formatShortDate(date)
}

/** A visit as text: `Today, 9:00 AM: Hydra glow (Facials)` */
export const visitText = (visit: OrderedVisit, today: CivilDate): string =>
  `${dayOf(visit.appointment_date, today)}, ${formatStart(visit.appointment_time)}: ${bookedNames(visit)} (${treatmentsOf({ ...visit, further_services: visit.further_services ?? [] })})`

export const personOfVisit = ({ user_id, client_id, name }: OrderedVisit): Person => {
  return { userId: user_id, clientId: client_id, name, email: null, contactNumber: null }
}

type Contact = Pick<ClientContact, 'user_id' | 'name' | 'email' | 'contact_number'> & { client_id?: string | undefined }

export const personOfContact = ({ user_id, client_id, name, email, contact_number }: Contact): Person => {
  return { userId: user_id, clientId: client_id, name, email, contactNumber: contact_number }
}

/** The only suggestion with exactly the typed name; null for none or several. */
export function findOnlyNamesake<Item extends { name: string }>(items: readonly Item[], typed: string): Item | null {
  const named = typed.trim() === '' ? [] : items.filter(({ name }) => isSameName(name, typed))
  return named.length === 1 ? named[0]! : null
}

/** What the cashier has entered about the payment. `received` is null if the typed amount is invalid. */
export type Tender = {
  method: PaymentMethod
  total: Centavos
  received: Centavos | null
  reference: string
  /** The parts of a split payment, which replace the fields above; null or undefined for a single payment. */
  parts?: readonly Part[] | null
}

export type Problems = Partial<Record<'name' | 'visit' | 'reference' | 'received', string>> & {
  /** The errors of the parts of a split payment, in order. */
  parts?: PartProblems[]
}

/** The errors of the payment by field. */
export function problemsOfPayment(customer: Customer, tender: Tender): Problems {
  const problems: Problems = {}
  if (customer.name.trim() === '') problems.name = s.selectCustomer
  else if (!customer.person) problems.name = s.selectValidCustomer
  else if (customer.visit === null) problems.visit = s.selectValidAppointment
  if (!tender.parts) return { ...problems, ...problemsOfSingle(tender) }
  const parts = problemsOfSplit(tender.parts, tender.total)
  return parts ? { ...problems, parts } : problems
}

function problemsOfSingle(tender: Tender): Problems {
  const problems: Problems = {}
  const isDue = tender.total > 0
  if (isDue && needsReference(tender.method) && referenceKey(tender.reference) === '')
    problems.reference = s.referenceRequired
  if (tender.received === null) problems.received = paymentMessages.amountInvalid
  else if (tender.received < tender.total) problems.received = s.receivedTooLow
  else if (tender.received > tender.total && !givesChange(tender.method)) problems.received = s.changeFromCashOnly
  return problems
}

/**
 * Why Confirm Payment is disabled; null if it is enabled. A missing customer comes first, because payment fields are
 * disabled without one.
 */
export function disabledReasonOf(customer: Customer, tender: Tender): string | null {
  if (customer.name.trim() === '') return paymentMessages.needName
  const missing = missingPayment(tender)
  return missing && !customer.person ? paymentMessages.needKnownName : missing
}

/** The sentence that says what the payment lacks; a too low amount is reported at its field after Confirm Payment. */
function missingPayment(tender: Tender): string | null {
  const { parts, total } = tender
  const obstacle = parts && splitObstacle(parts, total)
  if (obstacle) return obstacle
  if (!parts && total > 0 && tender.received === 0) return paymentMessages.needReceived
  const lacks = (parts ?? [tender]).some((each) => each.method === 'bank_transfer' && each.reference.trim() === '')
  return lacks && total > 0 ? paymentMessages.needReference : null
}

/** The names of the visit's booked services that the order lacks; null if it has all of them, or without a visit. */
export function bookedButMissing(order: Order, { visit }: Customer): string | null {
  if (visit === null || visit === WALK_IN) return null
  const missing = bookedServices(visit).filter(({ service_id }) => !hasService(order, service_id))
  return missing.length === 0 ? null : visitServicesMessages.together(missing.map((each) => each.service_name))
}

/** The message in the dialog's footer: why Confirm Payment is disabled, or would be refused. */
export const footerNoteOf = (customer: Customer, tender: Tender): string | null =>
  disabledReasonOf(customer, tender) ?? (customer.person ? null : paymentMessages.needKnownName)

/** The field of the payment dialog at which an error of each field of the API is shown. */
const fieldOf: Record<string, Exclude<keyof Problems, 'parts'>> = {
  customer_name: 'name',
  user_id: 'name',
  email: 'name',
  appointment_id: 'visit',
  reference_number: 'reference',
  received_money: 'received',
}

/** An API error's messages by the fields of the payment dialog; `rest` is the message that belongs to no field. */
export function problemsOfError(errors: Record<string, string[]>, message: string): Problems & { rest?: string } {
  const problems: Problems & { rest?: string } = {}
  for (const [field, sentences] of Object.entries(errors)) {
    const dialogField = fieldOf[field]
    if (dialogField) problems[dialogField] = sentences.join(' ')
  }
  const parts = splitProblemsOfError(errors)
  if (parts) problems.parts = parts
  return Object.keys(problems).length > 0 ? problems : { rest: message }
}

/** The customer as sent with the payment. */
export type Buyer = {
  /** The customer's person id; null only for a new walk-in. */
  userId: string | null
  name: string
  email: string | null
  contactNumber: string | null
  /** The appointment to be paid; null without one. */
  appointmentId: string | null
}

type Payment = { reference: string; received: Centavos; at: Date; parts?: readonly Part[] | null }

/** The pieces of a line that each Senior or PWD card covers. Pieces whose promo is better keep their promo. */
const piecesBody = ({ pieces = [] }: OrderLine, parts: readonly ChargedPart[]) =>
  pieces.map(({ card, quantity, addOns }) => {
    const part = parts.find((one) => one.card === card)
    const keepsPromo = (id: string) => part?.addOns.some((one) => one.id === id && one.isPromo) ?? false
    return {
      card,
      quantity,
      keeps_promo: part?.isPromo ?? false,
      addOns: addOns.map(({ id, quantity: count }) => ({
        addOn_id: id,
        quantity: count,
        ...(keepsPromo(id) && { keeps_promo: true }),
      })),
    }
  })

/** A line of the request with the pieces under Senior or PWD cards. A discount that applies to no piece is not sent. */
const lineBody = (line: OrderLine, parts: readonly ChargedPart[]): CheckoutBody['treatments'][number] => ({
  ...keptOf(line),
  service_id: line.serviceId,
  name: line.name,
  quantity: line.quantity,
  price: toPesos(line.price),
  treatment_id: line.treatmentId,
  ...(line.discount &&
    parts.some(({ card, isPromo }) => card === null || isPromo) &&
    lineDiscountBody(line.discount, line.price * line.quantity)),
  ...(line.pieces && { senior_pwd_pieces: piecesBody(line, parts) }),
  ...(line.sessions && { package_sessions: line.sessions.map(({ id }) => id) }),
  addOns: line.addOns.map((addOn) => ({
    addOn_id: addOn.id,
    addOn_name: addOn.name,
    addOn_price: toPesos(addOn.price),
    quantity: addOn.quantity,
  })),
})

const cardBody = ({ kind, idNumber, name, birthDate, tin }: OrderCard) => ({
  kind,
  id_number: idNumber,
  name,
  birth_date: kind === 'senior' ? birthDate : null,
  tin: tin || null,
})

const sumOf = (amounts: readonly Centavos[]): Centavos => amounts.reduce((sum, amount) => sum + amount, 0)

/** The request body of an order, with the till's own sums for the server to compare. */
export function checkoutBodyOf(order: Order, buyer: Buyer, payment: Payment): CheckoutBody {
  if (!order.method) throw new Error('a payment has a method')
  const totals = orderCharge(order)
  const { discount } = order
  const { parts } = payment
  const prepaid = sumOf([...totals.prepaid, ...totals.deposits].map(({ amount }) => amount))
  const due = totals.total - prepaid
  const received = prepaid + (parts ? sumOf(receivedOfParts(parts, due)) : payment.received)
  const payments = paymentsBody({ ...payment, method: order.method }, { ...totals, due })
  return {
    customer_name: buyer.name,
    treatments: order.lines.map((line, i) => lineBody(line, totals.parts[i]!)),
    total: toPesos(totals.subtotal),
    discount: toPesos(totals.grossDiscount),
    is_discounted: discount.isOn ? 'yes' : 'no',
    discount_reason: discount.isOn ? discount.reason : null,
    ...(order.cards.length > 0 && { senior_pwd_cards: order.cards.map(cardBody) }),
    reference_number: needsReference(order.method) ? payment.reference.trim() || null : null,
    total_after_discount: toPesos(totals.total),
    received_money: toPesos(received),
    exchange_money: toPesos(changeOf(received, totals.total)),
    payment_method: order.method,
    ...(payments && { payments }),
    transaction_date: isoInManila(payment.at),
    user_id: buyer.userId,
    appointment_id: buyer.appointmentId ?? `walkin_${payment.at.getTime()}`,
    is_walk_in: buyer.appointmentId === null,
    ...(order.walkIn && { walk_in_id: order.walkIn.id }),
    email: buyer.email,
    contact_number: buyer.contactNumber,
  }
}
