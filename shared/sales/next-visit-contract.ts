import { z } from 'zod'
import { service } from '#shared/catalogue/records.ts'
import { clientContact } from '#shared/clients/contract.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, civilTime, id } from '#shared/lib/fields.ts'

const nextVisit = z.object({
  client: clientContact,
  /** The first service that was sold, as it is offered now. */
  service,
  /** Who did the visit that was paid; null for a sale without one. */
  practitioner: z.object({ id, name: z.string() }).nullable(),
  /** The day of the sale and the days after which clients come back for the service, from tomorrow on. */
  date: civilDate,
  /** When the visit that was paid began; null for a sale without one. */
  time: civilTime.nullable(),
})
export type NextVisit = z.output<typeof nextVisit>

export const nextVisitContract = {
  ofSale: endpoint({
    method: 'GET',
    url: '/api/transactions/:id/next-visit',
    access: 'appointments.manage',
    summary: 'What the next visit after a sale would be; null where the client or the service is not known any more',
    database: 'snapshot',
    params: z.object({ id }),
    response: z.object({ data: nextVisit.nullable() }),
  }),
}
