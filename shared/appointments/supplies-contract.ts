import { z } from 'zod'
import { sentSupplies, serviceSupply } from '#shared/catalogue/supplies-contract.ts'
import { usedSupply } from './records.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, strictBody, version } from '#shared/lib/fields.ts'
import { staffAppointment } from './contract.ts'

const visitSupplies = z.object({
  appointment_id: id,
  /**
   * The version of the visit's supplies, which grows with each correction of their amounts; the visit itself has
   * another version.
   */
  version,
  supplies: z.array(serviceSupply),
})
export type VisitSupplies = z.output<typeof visitSupplies>

const byId = z.object({ id })

/** Calls for the supplies that a completed visit has used from the stock. */
export const visitSuppliesContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/appointments/:id/supplies',
    access: 'appointments.manage',
    summary: 'The products that a visit has used, with their amounts',
    database: 'snapshot',
    params: byId,
    response: z.object({ data: visitSupplies }),
  }),
  correct: endpoint({
    method: 'PUT',
    url: '/api/appointments/:id/supplies',
    access: 'appointments.manage',
    summary:
      'Change what a completed visit has used to these amounts; the differences are movements of the stock, and products that are left out go back',
    params: byId,
    body: strictBody({ supplies: sentSupplies }),
    // `used` are the products of which the correction took a further amount from the stock.
    response: z.object({ data: visitSupplies, used: z.array(usedSupply) }),
    errorData: { stale: visitSupplies, state_moved: staffAppointment },
    ifMatch: true,
  }),
}
