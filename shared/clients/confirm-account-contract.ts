import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { email, id, strictBody } from '#shared/lib/fields.ts'
import { clientDetail } from './contract.ts'

export const confirmAccountContract = {
  confirm: endpoint({
    method: 'POST',
    url: '/api/clients/:id/confirm-account',
    access: 'users.manage',
    summary:
      'Confirm that the account which staff have made for a client is the client’s own; from then on it opens their chart',
    sessionOnly: true,
    params: z.object({ id }),
    /** The e-mail of the account that the admin saw. */
    body: strictBody({ email }),
    response: z.object({ data: clientDetail }),
  }),
}
