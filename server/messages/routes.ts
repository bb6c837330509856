import type { RateLimit } from '#server/db/rate-limits.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { visitLinkContract } from '#shared/appointments/self-service-contract.ts'
import { findPractitioner } from '#server/people/find-person.ts'
import { depositLinkContract } from '#shared/deposits/link-contract.ts'
import { messagesContract } from '#shared/messages/contract.ts'
import { calendarFeedContract as feedContract, visitFileContract } from '#shared/messages/calendar-contract.ts'
import { unsubscribeContract } from '#shared/messages/unsubscribe-contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { CLINIC, createFeed, ownPractitioner, readFeedState, revokeFeed, sendFeed, sendVisitFile } from './calendars.ts'
import { addPictureByLink, reportDepositByLink, seeDepositByLink } from './deposit-by-link.ts'
import { listMessages, listMessagesOfClient } from './history.ts'
import { askToMove, emailReceipt, resendMessage, resendToClient, sendTest } from './send-on-request.ts'
import { chooseByLink, pageOf } from './unsubscribe.ts'
import { cancelByLink, moveByLink, moveTimesByLink, seeVisit } from './visit-link.ts'
import { currentReach, readSettings, saveMessageTypeSetting, saveRequestAlert, type Reach } from './settings.ts'
import {
  readMailServer,
  removeMailServer,
  saveMailServer,
  testMailServer,
  type MailServerOptions,
} from './mail-server.ts'
import { mailServerContract } from '#shared/messages/mail-server-contract.ts'
import { mailServerMessages } from '#shared/messages/mail-server-messages.ts'
import { exportList } from '#server/history-logs/export-list.ts'
import { messageFile } from '#shared/messages/list-file.ts'

/** Registers the calls of the unsubscribe link in e-mails. */
function unsubscribeRoutes(registerEndpoint: RegisterEndpoint, limit: RateLimit): void {
  const end = { isWanted: false, limit }
  registerEndpoint(unsubscribeContract.unsubscribe, async (context, { body }) => ({
    data: await chooseByLink(context, body.token, end),
  }))
  registerEndpoint(unsubscribeContract.oneClick, async (context, { params }) => ({
    data: await chooseByLink(context, params.token, end),
  }))
  registerEndpoint(unsubscribeContract.undo, async (context, { body }) => ({
    data: await chooseByLink(context, body.token, { isWanted: true, limit }),
  }))
  registerEndpoint(unsubscribeContract.open, async ({ reply }, { params }) => {
    const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
    await reply.headers(headers).redirect(pageOf('', params.token), 303)
    return ''
  })
}

type FeedOptions = { publicUrl?: string | undefined; reach: Reach; limit: RateLimit }

/**
 * Registers the calls for clients' calendar files and for calendar feeds. Practitioners manage their own feed, admins
 * manage those of practitioners, rooms and the clinic, and calendar programs read them.
 */
function calendarRoutes(registerEndpoint: RegisterEndpoint, { publicUrl, reach, limit }: FeedOptions): void {
  registerEndpoint(feedContract.mine, async (context) => {
    const id = await findPractitioner(context.tx, context.user.id)
    return { data: id === null ? { created_at: null } : await readFeedState(context, id) }
  })
  registerEndpoint(feedContract.createMine, async (context) => ({
    data: await createFeed(context, await ownPractitioner(context), publicUrl),
  }))
  registerEndpoint(feedContract.revokeMine, async (context) => ({
    message: await revokeFeed(context, await ownPractitioner(context)),
  }))
  registerEndpoint(feedContract.ofResource, async (context, { params }) => ({
    data: await readFeedState(context, params.id),
  }))
  registerEndpoint(feedContract.create, async (context, { params }) => ({
    data: await createFeed(context, params.id, publicUrl),
  }))
  registerEndpoint(feedContract.revoke, async (context, { params }) => ({
    message: await revokeFeed(context, params.id),
  }))
  registerEndpoint(feedContract.ofClinic, async (context) => ({ data: await readFeedState(context, CLINIC) }))
  registerEndpoint(feedContract.createOfClinic, async (context) => ({
    data: await createFeed(context, CLINIC, publicUrl),
  }))
  registerEndpoint(feedContract.revokeOfClinic, async (context) => ({ message: await revokeFeed(context, CLINIC) }))
  registerEndpoint(feedContract.read, async (context, { params }) => {
    const ifNoneMatch = context.reply.request.headers['if-none-match'] ?? null
    await sendFeed(context, { name: params.name, ifNoneMatch, limit, reach })
    return ''
  })
  registerEndpoint(visitFileContract.read, async (context, { params }) => {
    await sendVisitFile(context, params.id, reach)
    return ''
  })
}

type LinkLimits = Pick<Limits, 'mailLinksPerAddress' | 'depositReportsPerVisit'>

/** Registers the calls with which a client manages a visit and pays its deposit by the link in an e-mail. */
function linkRoutes(registerEndpoint: RegisterEndpoint, limits: LinkLimits): void {
  const limit = limits.mailLinksPerAddress
  registerEndpoint(visitLinkContract.see, (context, { body }) => seeVisit(context, body.token, limit))
  registerEndpoint(visitLinkContract.move, (context, { body }) => moveByLink(context, body, limit))
  registerEndpoint(visitLinkContract.moveTimes, async (context, { body }) => ({
    data: await moveTimesByLink(context, body, limit),
  }))
  registerEndpoint(visitLinkContract.cancel, (context, { body }) => cancelByLink(context, body.token, limit))
  registerEndpoint(depositLinkContract.see, (context, { body }) => seeDepositByLink(context, body.token, limit))
  registerEndpoint(depositLinkContract.report, async (context, { body }) => ({
    data: await reportDepositByLink(context, body, limits),
  }))
  registerEndpoint(depositLinkContract.addPicture, async (context, { body }) => ({
    data: await addPictureByLink(context, body, limit),
  }))
}

/** Registers the calls that read, change and test the mail server of the settings. */
function mailServerRoutes(registerEndpoint: RegisterEndpoint, options: MailServerOptions): void {
  registerEndpoint(mailServerContract.read, async (context) => ({ data: await readMailServer(context, options) }))
  registerEndpoint(mailServerContract.save, async (context, { body }) => ({
    data: await saveMailServer(context, body, options),
  }))
  registerEndpoint(mailServerContract.remove, async (context) => {
    await removeMailServer(context)
    return { message: mailServerMessages.removed }
  })
  registerEndpoint(mailServerContract.test, async (context) => ({ data: await testMailServer(context, options) }))
}

type Options = Omit<MailServerOptions, 'limit'> & {
  limits: LinkLimits & Pick<Limits, 'calendarFeedsPerAddress' | 'messageTestsPerPerson'>
}

/** Registers the calls that list sent messages and send one again. */
function historyRoutes(registerEndpoint: RegisterEndpoint, reach: Reach): void {
  registerEndpoint(messagesContract.exportList, (context, { querystring }) =>
    exportList(context, messageFile, { query: querystring, read: listMessages, rowsIn: 'data' }),
  )
  registerEndpoint(messagesContract.list, (context, { querystring }) => listMessages(context, querystring))
  registerEndpoint(messagesContract.ofClient, (context, { params }) => listMessagesOfClient(context, params.id))
  registerEndpoint(messagesContract.resendToClient, async (context, { params }) => {
    await resendToClient(context, params, await currentReach(context, reach))
    return { message: s.resent }
  })
  registerEndpoint(messagesContract.resend, async (context, { params }) => {
    await resendMessage(context, params.id, await currentReach(context, reach))
    return { message: s.resent }
  })
}

export function messagesRoutes(registerEndpoint: RegisterEndpoint, options: Options): void {
  const { reach, limits, publicUrl } = options
  linkRoutes(registerEndpoint, limits)
  unsubscribeRoutes(registerEndpoint, limits.mailLinksPerAddress)
  mailServerRoutes(registerEndpoint, { ...options, limit: limits.messageTestsPerPerson })
  calendarRoutes(registerEndpoint, { publicUrl, reach, limit: limits.calendarFeedsPerAddress })
  registerEndpoint(messagesContract.settings, async (context) => ({
    data: await readSettings(context, { reach, publicUrl }),
  }))
  registerEndpoint(messagesContract.saveOccasion, async (context, { body }) => ({
    data: await saveMessageTypeSetting(context, body),
  }))
  registerEndpoint(messagesContract.saveRequestAlert, async (context, { body }) => ({
    data: await saveRequestAlert(context, body.request_hours),
  }))
  registerEndpoint(messagesContract.test, async (context, { body: { channel } }) => ({
    message: await sendTest(context, {
      channel,
      reach: await currentReach(context, reach),
      limit: limits.messageTestsPerPerson,
    }),
  }))
  registerEndpoint(messagesContract.emailReceipt, async (context, { params }) => ({
    message: await emailReceipt(context, params.id, await currentReach(context, reach)),
  }))
  registerEndpoint(messagesContract.askToMove, async (context, { params }) => ({
    message: await askToMove(context, params.id, await currentReach(context, reach)),
  }))
  historyRoutes(registerEndpoint, reach)
}
