import { z } from 'zod'
import { visitLinkMessages } from '#shared/appointments/messages.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { requiredText, strictBody } from '#shared/lib/fields.ts'
import { imageFile } from '#shared/lib/image-file.ts'
import { ownDeposit, reportFields, waysToPay } from './own-contract.ts'

const token = requiredText(200, visitLinkMessages.linkVoid)

/** The deposit of the visit that a link in an e-mail opens, without log-in. The token is never in a URL. */
export const depositLinkContract = {
  see: endpoint({
    method: 'POST',
    url: '/api/visit-link/deposit',
    access: 'public',
    summary: 'The deposit of the visit of a link, and how it can be paid; null for none',
    database: 'none',
    body: strictBody({ token }),
    response: z.object({ data: ownDeposit.nullable(), ways: waysToPay }),
  }),
  report: endpoint({
    method: 'POST',
    url: '/api/visit-link/deposit/report',
    access: 'public',
    summary: 'Tell the clinic that the deposit of the visit of a link is paid; staff verify it',
    database: 'none',
    body: strictBody({ token, ...reportFields }),
    response: z.object({ data: ownDeposit }),
  }),
  addPicture: endpoint({
    method: 'POST',
    url: '/api/visit-link/deposit/picture',
    access: 'public',
    summary: 'Add a screenshot of the payment to the reported deposit of the visit of a link',
    sends: 'multipart',
    database: 'none',
    timeoutMs: 30_000,
    body: strictBody({ token, picture: imageFile }),
    response: z.object({ data: ownDeposit }),
  }),
}
