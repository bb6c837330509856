import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { emailReceipt } from './email-receipt.ts'
import { listMessages, resendMessage, sendTest } from './history.ts'
import { readSettings, saveOccasion, saveRequestAlert, type Reach } from './settings.ts'

export function messagesRoutes(registerEndpoint: RegisterEndpoint, reach: Reach): void {
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
  registerEndpoint(messagesContract.resend, async (context, { params }) => {
    await resendMessage(context, params.id, reach)
    return { message: s.resent }
  })
}
