import { CODE_MINUTES, EMAILED_MINUTES, VERIFY_HOURS } from '#shared/auth/link-times.ts'
import { htmlBody, plainBody, type Letterhead, type MailBody } from './mail-body.ts'
import { mailMessages as s } from './mail-messages.ts'
import {
  isAccountOccasion,
  isVisitOccasion,
  type EmailOccasion,
  type Template,
  type TextOccasion,
} from './occasions.ts'
import { aroundLink, fillTemplate, paragraphsOf, requiredOf, timesNamed, type TemplateValues } from './template.ts'

/** What is over, or was never to be: nobody has to find the way there any more. */
const ENDED: readonly TextOccasion[] = ['declined', 'lapsed', 'cancelled']
const REMINDERS: readonly TextOccasion[] = ['reminder_24h', 'reminder_2h']

/** What an e-mail is about, line by line, below the clinic's own text. */
export function factsOf(occasion: TextOccasion, values: TemplateValues): [string, string][] {
  if (!isVisitOccasion(occasion) && occasion !== 'offer') return []
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

/** What stands on the button; a document has none. */
export function actionLabelOf(occasion: EmailOccasion): string | undefined {
  if (isAccountOccasion(occasion)) return s.accountActions[occasion]
  if (occasion === 'offer') return s.takeTime
  if (occasion === 'follow_up') return s.bookNext
  if (occasion === 'requests_waiting') return s.openRequests
  if (!isVisitOccasion(occasion)) return undefined
  return ENDED.includes(occasion) ? s.bookAgain : s.manageVisit
}

/** How long what lets somebody in works, for each that says so. */
export const durationOf = (occasion: TextOccasion): string => {
  if (occasion === 'email_verification') return s.hours(VERIFY_HOURS)
  return s.minutes(occasion === 'phone_code' ? CODE_MINUTES : EMAILED_MINUTES)
}

/** What stands in an e-mail besides the clinic's own text. */
export type MailFrame = {
  letterhead: Letterhead
  /** The address that people use; without one an e-mail about a visit leads nowhere. */
  origin: string | undefined
  /** Where the button of a visit or of an account leads. */
  link?: string | undefined
  /** What clients may change by themselves. */
  policy?: string
  /** Where news end. */
  unsubscribe?: string
  /** The paper of a document, and what else is said of it. */
  paper?: { content: NonNullable<MailBody['content']>; notes: readonly string[] } | undefined
}

/** The page that the button opens, where it is the same for everybody. */
const PAGES: Readonly<Partial<Record<EmailOccasion, string>>> = {
  declined: '/BookAppointment',
  lapsed: '/BookAppointment',
  cancelled: '/BookAppointment',
  follow_up: '/BookAppointment',
  offer: '/Profile',
  requests_waiting: '/Appointment',
  email_known: '/login',
  email_changed: '/login',
}

function addressOf(occasion: EmailOccasion, { origin, link }: MailFrame): string | undefined {
  const page = PAGES[occasion]
  return origin === undefined || page === undefined ? link : origin + page
}

/** A text that does not name its link is refused; as long as it is typed it has no button. */
function actionOf(occasion: EmailOccasion, text: string, frame: MailFrame): MailBody['action'] {
  const [label, url] = [actionLabelOf(occasion), addressOf(occasion, frame)]
  if (label === undefined || url === undefined) return undefined
  return requiredOf(occasion) === 'link' && timesNamed(text, 'link') === 0 ? undefined : { label, url }
}

/** What else is said below the button: what the client may change of the visit, and where all visits stand. */
function afterOf(occasion: EmailOccasion, { origin, policy }: MailFrame): MailBody['after'] {
  if (occasion === 'requests_waiting') return [s.requestsWhere]
  if (!isVisitOccasion(occasion) || origin === undefined || ENDED.includes(occasion)) return []
  const terms = REMINDERS.includes(occasion) || policy === undefined ? [] : [policy]
  return [...terms, { label: s.allVisits, url: `${origin}/Profile` }]
}

export type ComposedMail = { subject: string; text: string; html: string }

/** The e-mail of an occasion, as it leaves and as it is previewed: the clinic's text in Mutya's frame. */
export function composeMail(
  occasion: EmailOccasion,
  { subject, body }: Template,
  values: TemplateValues,
  frame: MailFrame,
): ComposedMail {
  const filled = (text: string) => paragraphsOf(text).map((paragraph) => fillTemplate(paragraph, values))
  const { before, after } = requiredOf(occasion) === 'link' ? aroundLink(body) : { before: body, after: '' }
  const { letterhead, unsubscribe, paper } = frame
  const mail: MailBody = {
    ...letterhead,
    paragraphs: [...filled(before), ...(paper?.notes ?? [])],
    facts: factsOf(occasion, values),
    content: paper?.content,
    action: actionOf(occasion, body, frame),
    after: [...filled(after), ...afterOf(occasion, frame)],
    ...(unsubscribe !== undefined && { unsubscribe: { why: s.newsWhy, label: s.noMoreNews, url: unsubscribe } }),
  }
  return { subject: fillTemplate(subject, values), text: plainBody(mail), html: htmlBody(mail) }
}
