import { CODE_MINUTES, EMAILED_MINUTES, VERIFY_HOURS } from '#shared/auth/link-times.ts'
import { htmlBody, plainBody, type Letterhead, type MailBody } from './mail-body.ts'
import { mailMessages as s } from './sent-messages.ts'
import {
  isAccountMessageType,
  isDepositMessageType,
  isVisitMessageType,
  type EmailMessageType,
  type Template,
  type TemplateType,
} from './message-types.ts'
import { aroundLink, fillTemplate, paragraphsOf, requiredOf, timesNamed, type TemplateValues } from './template.ts'

/** The types of messages about visits that will not take place. These e-mails do not ask the client to come early. */
const ENDED: readonly TemplateType[] = ['declined', 'lapsed', 'cancelled']
const REMINDERS: readonly TemplateType[] = ['reminder_24h', 'reminder_2h']

/**
 * Returns the facts of an e-mail, such as the date and time of a visit, which are shown below the clinic's own text.
 */
export function factsOf(occasion: TemplateType, values: TemplateValues): [string, string][] {
  if (!isVisitMessageType(occasion) && occasion !== 'offer') return []
  const { service = '', date = '', time = '', old_date = '', old_time = '' } = values
  const { practitioner = '', until = '', address = '' } = values
  const isOffer = occasion === 'offer'
  const facts: [string, string][] = [
    [s.service, service],
    [s.when, s.moment(date, time)],
    [s.was, occasion === 'moved' ? s.moment(old_date, old_time) : ''],
    [s.withWhom, practitioner === s.team ? '' : practitioner],
    [s.heldUntil, isOffer ? until : ''],
    [s.where, isOffer || ENDED.includes(occasion) ? '' : address],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** The label of the e-mail's button; e-mails with a document have no button. */
export function actionLabelOf(occasion: EmailMessageType): string | undefined {
  if (isAccountMessageType(occasion)) return s.accountActions[occasion]
  if (occasion === 'offer') return s.takeTime
  if (occasion === 'follow_up' || occasion === 'package_expires') return s.bookNext
  if (isDepositMessageType(occasion)) return s.payDeposit
  if (occasion === 'requests_waiting') return s.openRequests
  if (!isVisitMessageType(occasion)) return undefined
  return ENDED.includes(occasion) ? s.bookAgain : s.manageVisit
}

/** How long the link or code of a message is valid, as text. */
export const durationOf = (occasion: TemplateType): string => {
  if (occasion === 'email_verification') return s.hours(VERIFY_HOURS)
  return s.minutes(occasion === 'phone_code' ? CODE_MINUTES : EMAILED_MINUTES)
}

/** The parts of an e-mail around the clinic's own text. */
export type MailFrame = {
  letterhead: Letterhead
  /** The clinic's public address; if undefined, e-mails about visits have no link. */
  origin: string | undefined
  /** The URL of the button in an e-mail about a visit or an account. */
  link?: string | undefined
  /** The URL for filling in the forms of a visit; undefined when none is missing. */
  forms?: string | undefined
  /** The sentence that asks the client to pay the deposit of the visit; undefined if no deposit is unpaid. */
  deposit?: string | undefined
  /** The sentence about how long before the start clients can move or cancel a visit. */
  policy?: string
  /** The unsubscribe URL of an e-mail with news. */
  unsubscribe?: string
  /** The document (receipt, void or refund) that the e-mail shows, with notes about it. */
  paper?: { content: NonNullable<MailBody['content']>; notes: readonly string[] } | undefined
}

/** The page to which the e-mail's button leads, for message types in which it is the same page for everybody. */
const PAGES: Readonly<Partial<Record<EmailMessageType, string>>> = {
  declined: '/BookAppointment',
  lapsed: '/BookAppointment',
  cancelled: '/BookAppointment',
  follow_up: '/BookAppointment',
  package_expires: '/BookAppointment',
  offer: '/Profile',
  requests_waiting: '/Appointment',
  email_known: '/login',
  email_changed: '/login',
}

function addressOf(occasion: EmailMessageType, { origin, link }: MailFrame): string | undefined {
  const page = PAGES[occasion]
  return origin === undefined || page === undefined ? link : origin + page
}

/**
 * Returns the e-mail's button. A preview has no button as long as the typed text lacks a required `{link}`; such a text
 * cannot be saved.
 */
function actionOf(occasion: EmailMessageType, text: string, frame: MailFrame): MailBody['action'] {
  const label = frame.deposit === undefined ? actionLabelOf(occasion) : s.payDeposit
  const url = addressOf(occasion, frame)
  if (label === undefined || url === undefined) return undefined
  return requiredOf(occasion) === 'link' && timesNamed(text, 'link') === 0 ? undefined : { label, url }
}

/**
 * The texts below the button of an e-mail about a visit: a link to missing forms, a link to the visit if the button is
 * for paying its deposit, the sentence about moving and cancelling, and a link to all visits.
 */
function afterOf(occasion: EmailMessageType, { origin, link, deposit, policy, forms }: MailFrame): MailBody['after'] {
  if (occasion === 'requests_waiting') return [s.requestsWhere]
  if (!isVisitMessageType(occasion) || origin === undefined || ENDED.includes(occasion)) return []
  const terms = REMINDERS.includes(occasion) || policy === undefined ? [] : [policy]
  const toFillIn = forms === undefined ? [] : [{ label: s.fillInForms, url: forms }]
  const toManage = deposit === undefined || link === undefined ? [] : [{ label: s.manageVisit, url: link }]
  return [...toFillIn, ...toManage, ...terms, { label: s.allVisits, url: `${origin}/Profile` }]
}

export type ComposedMail = { subject: string; text: string; html: string }

/** Composes the e-mail of a message type, for sending and for previews: the clinic's text in Mutya's frame. */
export function composeMail(
  occasion: EmailMessageType,
  { subject, body }: Template,
  values: TemplateValues,
  frame: MailFrame,
): ComposedMail {
  const filled = (text: string) => paragraphsOf(text).map((paragraph) => fillTemplate(paragraph, values))
  const { before, after } = requiredOf(occasion) === 'link' ? aroundLink(body) : { before: body, after: '' }
  const { letterhead, unsubscribe, paper, deposit } = frame
  const mail: MailBody = {
    ...letterhead,
    paragraphs: [...filled(before), ...(deposit === undefined ? [] : [deposit]), ...(paper?.notes ?? [])],
    facts: factsOf(occasion, values),
    content: paper?.content,
    action: actionOf(occasion, body, frame),
    after: [...filled(after), ...afterOf(occasion, frame)],
    ...(unsubscribe !== undefined && { unsubscribe: { why: s.newsWhy, label: s.noMoreNews, url: unsubscribe } }),
  }
  return { subject: fillTemplate(subject, values), text: plainBody(mail), html: htmlBody(mail) }
}
