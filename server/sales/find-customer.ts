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
  /** The visit that is paid; null for a visit without an appointment. */
  appointmentId: string | null
  /** True when the person was put on file by this sale. */
  isNew: boolean
  /** The clinic knew the person before this sale. */
  isProven: boolean
}

type Person = Omit<Customer, 'appointmentId'>

/** Whose record was merged into another while the order was rung up buys under that one. */
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

/**
 * The record that an e-mail address belongs to. It is used only when the name is the same: that is how the cashier
 * says that they have seen whose it is.
 */
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

/** A walk-in: the client of that e-mail, or a new record without a log-in. */
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

/** Holds the appointment until the sale is committed, and refuses one that is not this client's or not to be paid. */
async function payableAppointment(context: Context, id: string, clientId: string): Promise<string> {
  const appointment = await lockForPayment(context.tx, id)
  if (appointment?.client_id !== clientId) throw invalid('appointment_id', s.selectValidAppointment)
  if (appointment.is_paid) throw new AppError('conflict', s.appointmentPaid)
  if (!PAYABLE_STATUSES.some((status) => status === appointment.status))
    throw new AppError('conflict', s.appointmentNotPayable)
  return id
}

/** Who buys, and which visit is paid. A walk-in who is not on file yet is put on file. */
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
