import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { requiredText, strictBody } from '#shared/lib/fields.ts'
import { newsMessages as s } from '#shared/privacy/messages.ts'

const token = requiredText(200, s.linkVoid)
const unsubscribeAnswer = z.object({
  data: z.object({
    /** True if the person gets news from now on. */
    is_wanted: z.boolean(),
    clinic: z.string(),
    /** The e-mail address, of which only the first letter and the domain are shown. */
    address: z.string(),
    /** True when the person had asked for news, so that they can ask for news again with the same link. */
    may_undo: z.boolean(),
  }),
})

/** Unsubscribing by the link in each e-mail with news, without log-in or confirmation. */
export const unsubscribeContract = {
  unsubscribe: endpoint({
    method: 'POST',
    url: '/api/unsubscribe',
    access: 'public',
    summary: 'Stop news by e-mail, with the link in one of them',
    database: 'none',
    body: strictBody({ token }),
    response: unsubscribeAnswer,
  }),
  undo: endpoint({
    method: 'POST',
    url: '/api/unsubscribe-undo',
    access: 'public',
    summary: 'Resume news by e-mail after stopping them with the link in one of them',
    database: 'none',
    body: strictBody({ token }),
    response: unsubscribeAnswer,
  }),
  oneClick: endpoint({
    method: 'POST',
    url: '/api/unsubscribe/:token',
    access: 'public',
    summary: 'Stop news by e-mail; called by mail programs themselves (List-Unsubscribe-Post, RFC 8058)',
    database: 'none',
    sends: 'form',
    secretAddress: true,
    params: z.object({ token }),
    body: strictBody({ 'List-Unsubscribe': z.literal('One-Click') }),
    response: unsubscribeAnswer,
  }),
  open: endpoint({
    method: 'GET',
    url: '/api/unsubscribe/:token',
    access: 'public',
    summary: 'Redirect a browser that opens the unsubscribe address of mail programs to the page; changes nothing',
    status: 303,
    database: 'none',
    answers: 'file',
    secretAddress: true,
    params: z.object({ token }),
    response: z.string().describe('text/html'),
  }),
}
