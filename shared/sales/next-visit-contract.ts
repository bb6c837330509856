import { z } from 'zod'
import { service } from '#shared/catalogue/records.ts'
import { clientContact } from '#shared/clients/contract.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, civilTime, id } from '#shared/lib/fields.ts'

const nextVisit = z.object({
  client: clientContact,
  /** The first service of the sale, with its current details. */
  service,
  /** The practitioner of the paid visit; null for a sale without a visit. */
  practitioner: z.object({ id, name: z.string() }).nullable(),
  /** The day of the sale plus the service's days until the next visit; not before tomorrow. */
  date: civilDate,
  /** The start time of the paid visit; null for a sale without a visit. */
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
