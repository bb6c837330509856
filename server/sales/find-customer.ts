import { lockForPayment } from '#server/appointments/public.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { createClient } from '#server/people/create-person.ts'
import { findPersonByEmail } from '#server/people/find-person.ts'
import { holdClientOf } from '#server/people/merge-records.ts'
import { PAYABLE_STATUSES } from '#shared/appointments/status.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { searchable } from '#shared/lib/names.ts'
import { saleMessages as s } from '#shared/sales/messages.ts'
import type { CheckoutOrder } from './price-order.ts'

export type Customer = {
  clientId: string
  name: string
  email: string | null
  contactNumber: string | null
  /** The visit that is paid; null without an appointment. */
  appointmentId: string | null
  /** True when this sale created the client's record. */
  isNew: boolean
  /** True when the clinic knew the client before this sale. */
  isProven: boolean
}

type Person = Omit<Customer, 'appointmentId'>

/** If the client's record was merged meanwhile, the sale belongs to the remaining record. */
async function clientOnFile({ tx }: Context, userId: string): Promise<Person> {
  const client = await holdClientOf(tx, userId)
  if (!client) throw invalid('customer_name', s.selectValidCustomer)
  return {
    clientId: client.client_id,
    name: client.name,
    email: client.email,
    contactNumber: client.contact_number,
    isNew: false,
    isProven: client.proven_at !== null,
  }
}

/** The client of an e-mail, if the name is the same too: then the cashier has seen whose it is. */
async function clientByEmail(context: Context, order: CheckoutOrder, email: string): Promise<Person | null> {
  const account = await findPersonByEmail(context.tx, email)
  if (!account) return null
  if (account.role !== 'client') throw invalid('email', clientMessages.emailOfStaff)
  if (searchable(account.name) !== searchable(order.customer_name))
    throw new AppError('conflict', clientMessages.emailInUse(account.name), {
      errors: { email: [clientMessages.emailInUse(account.name)] },
      data: { user_id: account.id, name: account.name },
    })
  return clientOnFile(context, account.id)
}

/** For a walk-in: the client of the e-mail, or a new record without a log-in. */
async function walkIn(context: Context, order: CheckoutOrder): Promise<Person> {
  const known = order.email === null ? null : await clientByEmail(context, order, order.email)
  if (known) return known
  const person = { name: order.customer_name, email: order.email, contactNumber: order.contact_number }
  const { clientId } = await createClient(context, {
    name: { first_name: person.name },
    contact: { email: person.email, contact_number: person.contactNumber },
    password: { hash: null },
  })
  return { clientId, ...person, isNew: true, isProven: false }
}

/** Locks the appointment until the sale is committed; throws when it belongs to another client or cannot be paid. */
async function payableAppointment(context: Context, id: string, clientId: string): Promise<string> {
  const appointment = await lockForPayment(context.tx, id)
  if (appointment?.client_id !== clientId) throw invalid('appointment_id', s.selectValidAppointment)
  if (appointment.is_paid) throw new AppError('conflict', s.appointmentPaid)
  if (!PAYABLE_STATUSES.some((status) => status === appointment.status))
    throw new AppError('conflict', s.appointmentNotPayable)
  return id
}

/** Finds the customer and the visit that is paid. Creates a record for a new walk-in. */
export async function findCustomer(context: Context<Principal>, order: CheckoutOrder): Promise<Customer> {
  const visit = order.appointment_id?.startsWith('walkin_') ? null : order.appointment_id
  if (order.user_id === null) {
    if (!order.is_walk_in) throw invalid('customer_name', s.selectValidCustomer)
    if (visit !== null) throw invalid('appointment_id', s.selectValidAppointment)
    return { ...(await walkIn(context, order)), appointmentId: null }
  }
  if (order.appointment_id === null && !order.is_walk_in) throw invalid('appointment_id', s.selectValidAppointment)
  const person = await clientOnFile(context, order.user_id)
  return { ...person, appointmentId: visit && (await payableAppointment(context, visit, person.clientId)) }
}
