import type { RateLimit } from '#server/db/rate-windows.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { visitLinkContract } from '#shared/appointments/visit-link-contract.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { emailReceipt } from './email-receipt.ts'
import { listMessages, listMessagesOfClient, resendMessage, resendToClient, sendTest } from './history.ts'
import { cancelByLink, moveByLink, seeVisit } from './visit-link.ts'
import { readSettings, saveOccasion, saveRequestAlert, type Reach } from './settings.ts'

/** What the link of an e-mail does with its visit. */
function linkRoutes(registerEndpoint: RegisterEndpoint, limit: RateLimit): void {
  registerEndpoint(visitLinkContract.see, (context, { body }) => seeVisit(context, body.token, limit))
  registerEndpoint(visitLinkContract.move, (context, { body }) => moveByLink(context, body, limit))
  registerEndpoint(visitLinkContract.cancel, (context, { body }) => cancelByLink(context, body.token, limit))
}

export function messagesRoutes(
  registerEndpoint: RegisterEndpoint,
  { reach, limits }: { reach: Reach; limits: Pick<Limits, 'visitLinksPerAddress'> },
): void {
  linkRoutes(registerEndpoint, limits.visitLinksPerAddress)
  registerEndpoint(messagesContract.settings, async (context) => ({ data: await readSettings(context, reach) }))
  registerEndpoint(messagesContract.saveOccasion, async (context, { body }) => ({
    data: await saveOccasion(context, body),
  }))
  registerEndpoint(messagesContract.saveRequestAlert, async (context, { body }) => ({
    data: await saveRequestAlert(context, body.request_hours),
  }))
  registerEndpoint(messagesContract.test, async (context) => ({ message: await sendTest(context, reach) }))
  registerEndpoint(messagesContract.emailReceipt, async (context, { params }) => ({
    message: await emailReceipt(context, params.id, reach),
  }))
  registerEndpoint(messagesContract.list, (context, { querystring }) => listMessages(context, querystring))
  registerEndpoint(messagesContract.ofClient, (context, { params }) => listMessagesOfClient(context, params.id))
  registerEndpoint(messagesContract.resendToClient, async (context, { params }) => {
    await resendToClient(context, params, reach)
    return { message: s.resent }
  })
  registerEndpoint(messagesContract.resend, async (context, { params }) => {
    await resendMessage(context, params.id, reach)
    return { message: s.resent }
  })
}
