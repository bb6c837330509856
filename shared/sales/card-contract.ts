import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant, strictBody } from '#shared/lib/fields.ts'
import { shownCard } from './senior-pwd-card.ts'

export const cardContract = {
  terms: endpoint({
    method: 'GET',
    url: '/api/senior-pwd-card',
    access: 'sales.create',
    summary:
      'What the till needs for a Senior Citizen or PWD card: whether VAT is in the prices, and the card with which the client came last',
    database: 'snapshot',
    querystring: strictBody({ user_id: id.optional() }),
    response: z.object({
      data: z.object({
        is_vat_registered: z.boolean(),
        card: shownCard.extend({ birth_date: civilDate.nullable(), seen_at: instant }).nullable(),
      }),
    }),
  }),
}
