import { appointmentsByIds } from '#server/appointments/public.ts'
import { servicesByIds } from '#server/catalogue/read-catalogue.ts'
import { findClient } from '#server/clients/public.ts'
import type { ReadContext } from '#server/lib/context.ts'
import { lastBookableDate } from '#shared/appointments/slots.ts'
import { addDays, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { NextVisit } from '#shared/sales/till-contract.ts'
import { presentSales, requireDocument } from './find-sale.ts'

/** The date `days` after the sale, but not before tomorrow, and not after the last bookable day. */
function dateAfter(soldOn: CivilDate, days: number, now: Date): CivilDate {
  const [wanted, tomorrow, last] = [addDays(soldOn, days), addDays(manilaDate(now), 1), lastBookableDate(now)]
  if (wanted < tomorrow) return tomorrow
  return wanted > last ? last : wanted
}

/**
 * The next visit after a sale: its client, first service and practitioner. Null for a voided or refunded sale, an
 * unnamed customer, and a service that is no longer offered. Throws 404 for an unknown sale.
 */
export async function nextVisitAfter({ tx, now }: ReadContext, saleId: string): Promise<NextVisit | null> {
  const document = await requireDocument(tx, saleId)
  const [sale] = await presentSales(tx, [document])
  if (sale?.state !== 'sale' || document.client_id === null) return null
  const client = await findClient(tx, document.client_id)
  const [service] = await servicesByIds(tx, [sale.treatments[0]!.service_id])
  if (!client || !service) return null
  const [visit] = document.appointment_id === null ? [] : await appointmentsByIds(tx, [document.appointment_id])
  const { id, user_id, name, contact_number, email, last_visit } = client
  return {
    client: { client_id: id, user_id, name, contact_number, email, last_visit },
    service,
    practitioner: visit?.practitioner_id ? { id: visit.practitioner_id, name: visit.practitioner_name! } : null,
    date: dateAfter(document.business_date, service.rebook_after_days, now),
    time: visit?.appointment_time ?? null,
  }
}
