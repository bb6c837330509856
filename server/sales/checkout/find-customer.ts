import { lockForPayment } from '#server/appointments/public.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { createPersonAndClient } from '#server/people/create-person.ts'
import { findPersonByEmail } from '#server/people/find-person.ts'
import { lockClientAgainstMerge } from '#server/people/merge-records.ts'
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
  /** The id of the appointment that the sale pays; null for a sale without an appointment. */
  appointmentId: string | null
  /** True when this sale created the client's record. */
  isNew: boolean
  /** True when the clinic knew the client before this sale. */
  isKnown: boolean
}

type Client = Omit<Customer, 'appointmentId'>

/** Locks the client of a person. If the record was merged meanwhile, the sale belongs to the remaining one. */
async function lockClient({ tx }: Context, userId: string): Promise<Client> {
  const client = await lockClientAgainstMerge(tx, userId)
  if (!client) throw invalid('customer_name', s.selectValidCustomer)
  return {
    clientId: client.client_id,
    name: client.name,
    email: client.email,
    contactNumber: client.contact_number,
    isNew: false,
    isKnown: client.proven_at !== null,
  }
}

/**
 * The client who has an e-mail; null if nobody has it. Throws a 409 with the client's name unless the order contains
 * the name of this client, which shows that the cashier knows whose e-mail it is.
 */
async function clientByEmail(context: Context, order: CheckoutOrder, email: string): Promise<Client | null> {
  const person = await findPersonByEmail(context.tx, email)
  if (!person) return null
  if (person.role !== 'client') throw invalid('email', clientMessages.emailOfStaff)
  if (searchable(person.name) !== searchable(order.customer_name))
    throw new AppError('conflict', clientMessages.emailInUse(person.name), {
      errors: { email: [clientMessages.emailInUse(person.name)] },
      data: { user_id: person.id, name: person.name },
    })
  return lockClient(context, person.id)
}

/** The client to whom a walk-in's sale belongs: the client with the e-mail, or a new record without a log-in. */
async function clientOfWalkIn(context: Context, order: CheckoutOrder): Promise<Client> {
  const client = order.email === null ? null : await clientByEmail(context, order, order.email)
  if (client) return client
  const { customer_name: name, email, contact_number: contactNumber } = order
  const { clientId } = await createPersonAndClient(context, {
    name: { first_name: name },
    contact: { email, contact_number: contactNumber },
    password: { hash: null },
  })
  return { clientId, name, email, contactNumber, isNew: true, isKnown: false }
}

/** Locks the appointment until the sale is committed; throws when it belongs to another client or cannot be paid. */
async function lockPayableAppointment(context: Context, id: string, clientId: string): Promise<void> {
  const appointment = await lockForPayment(context.tx, id)
  if (appointment?.client_id !== clientId) throw invalid('appointment_id', s.selectValidAppointment)
  if (appointment.is_paid) throw new AppError('conflict', s.appointmentPaid)
  if (!PAYABLE_STATUSES.some((status) => status === appointment.status))
    throw new AppError('conflict', s.appointmentNotPayable)
}

/** Finds and locks the customer and the appointment that is paid. Creates a record for a new walk-in. */
export async function findCustomer(context: Context<Principal>, order: CheckoutOrder): Promise<Customer> {
  const appointmentId = order.appointment_id?.startsWith('walkin_') ? null : order.appointment_id
  if (order.user_id === null) {
    if (!order.is_walk_in) throw invalid('customer_name', s.selectValidCustomer)
    if (appointmentId !== null) throw invalid('appointment_id', s.selectValidAppointment)
    return { ...(await clientOfWalkIn(context, order)), appointmentId }
  }
  if (order.appointment_id === null && !order.is_walk_in) throw invalid('appointment_id', s.selectValidAppointment)
  const client = await lockClient(context, order.user_id)
  if (appointmentId) await lockPayableAppointment(context, appointmentId, client.clientId)
  return { ...client, appointmentId }
}
