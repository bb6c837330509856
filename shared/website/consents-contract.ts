import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant, messageAnswer, strictBody } from '#shared/lib/fields.ts'
import { websiteMessages as s } from './messages.ts'

const consent = z.object({
  id,
  /** The ids of the uncropped picture from before the treatments, and of all pictures cropped from it. */
  before: z.array(id),
  after: z.array(id),
  confirmed_at: instant,
  confirmed_by: z.string(),
})
export type WebsiteConsent = z.output<typeof consent>

/** The consents of people to show their before-and-after pictures. */
export const consentsContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/website/consents',
    access: 'website.manage',
    summary: 'The confirmed consents to show before-and-after pictures, without withdrawn ones',
    response: z.object({ data: z.array(consent) }),
  }),
  confirm: endpoint({
    method: 'POST',
    url: '/api/website/consents',
    access: 'website.manage',
    summary: 'Confirm that the person in two pictures agreed to show them on the website',
    status: 201,
    database: 'none',
    body: strictBody({ before: id, after: id }).refine(({ before, after }) => before !== after, s.pairSame),
    response: z.object({ data: z.array(consent) }),
  }),
  withdraw: endpoint({
    method: 'DELETE',
    url: '/api/website/consents/:id',
    access: 'website.manage',
    summary: 'Withdraw a consent; visitors no longer see the pictures',
    database: 'none',
    params: z.object({ id }),
    response: messageAnswer,
  }),
}
