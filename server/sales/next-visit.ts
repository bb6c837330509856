import { appointmentsByIds } from '#server/appointments/public.ts'
import { servicesByIds } from '#server/catalogue/read-catalogue.ts'
import { findClient } from '#server/clients/public.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { findNextSession } from '#server/treatment-plans/public.ts'
import { lastBookableDate } from '#shared/appointments/slots.ts'
import { addDays, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { NextVisit } from '#shared/sales/till-contract.ts'
import { presentSales, requireDocument } from './find-sale.ts'

/** The wanted date, but not before tomorrow, and not after the last bookable day. */
function bookableDate(wanted: CivilDate, now: Date): CivilDate {
  const [tomorrow, last] = [addDays(manilaDate(now), 1), lastBookableDate(now)]
  if (wanted < tomorrow) return tomorrow
  return wanted > last ? last : wanted
}

type Sold = { client_id: string; appointment_id: string | null; business_date: CivilDate }

/** The session that continues a treatment plan, else the first service of the sale again. */
async function findNextService(
  context: ReadContext,
  { client_id, appointment_id, business_date }: Sold,
  ids: string[],
) {
  const session = await findNextSession(context, {
    clientId: client_id,
    serviceIds: ids,
    appointmentId: appointment_id,
  })
  const [service] = await servicesByIds(context.tx, [session?.service_id ?? ids[0]!])
  if (!service) return undefined
  const wanted = session?.due_on ?? addDays(business_date, service.rebook_after_days)
  return { service, session: session ?? null, date: bookableDate(wanted, context.now) }
}

/**
 * The next visit after a sale: its client, service and practitioner; a session of a treatment plan comes before the
 * first service of the sale. Null for a voided or refunded sale, an unnamed customer, and a service that is no longer
 * offered. Throws 404 for an unknown sale.
 */
export async function nextVisitAfter(context: ReadContext, saleId: string): Promise<NextVisit | null> {
  const { tx } = context
  const document = await requireDocument(tx, saleId)
  const [sale] = await presentSales(tx, [document])
  const { client_id, appointment_id, business_date } = document
  if (sale?.state !== 'sale' || client_id === null) return null
  const client = await findClient(tx, client_id)
  if (!client) return null
  const { id, user_id, name, contact_number, email, last_visit } = client
  const services = sale.treatments.flatMap(({ kind, service_id }) => (kind === 'product' ? [] : [service_id]))
  const next = await findNextService(context, { client_id: id, appointment_id, business_date }, services)
  if (!next) return null
  const [visit] = appointment_id === null ? [] : await appointmentsByIds(tx, [appointment_id])
  return {
    client: { client_id: id, user_id, name, contact_number, email, last_visit },
    service: next.service,
    practitioner: visit?.practitioner_id ? { id: visit.practitioner_id, name: visit.practitioner_name! } : null,
    date: next.date,
    time: visit?.appointment_time ?? null,
    session: next.session,
  }
}
