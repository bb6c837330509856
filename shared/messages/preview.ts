import type { MessageSettings } from './contract.ts'
import { escapeHtml } from './mail-body.ts'
import { LIGHT } from './mail-colours.ts'
import { composeMail, durationOf, type ComposedMail, type MailFrame } from './mail-frame.ts'
import { messagesMessages as s } from './messages.ts'
import { isDocumentMessageType, type EmailMessageType, type Template } from './message-types.ts'

type Sample = MessageSettings['sample']

/** Replaces the secret token of a link in a preview. */
const SECRET = 'xxxxxxxxxxxxxxxx'
const PAGES: Readonly<Partial<Record<EmailMessageType, string>>> = {
  password_reset: '/reset-password',
  invitation: '/reset-password',
  email_verification: '/verify-email',
}

/** The HTML that a preview shows in place of the document if the clinic has issued none of this kind. */
const placeOfPaper = `<p class="quiet" style="margin:0 0 16px;padding:24px;border:1px dashed ${LIGHT.quiet};border-radius:8px;text-align:center;color:${LIGHT.quiet}">${escapeHtml(s.paperHere)}</p>`

/** Composes the e-mail of a message type as it would be sent, with the sample data. */
export function previewMail(
  occasion: EmailMessageType,
  template: Template,
  sample: Sample,
  origin = sample.origin ?? '',
): ComposedMail {
  const { colour } = sample
  const sign = sample.sign ?? undefined
  const values = { ...sample.email, duration: durationOf(occasion) }
  const frame: MailFrame = {
    letterhead: { heading: values.clinic, sign, colour, foot: sample.foot },
    origin,
    link: `${origin}${PAGES[occasion] ?? '/visit'}#${SECRET}`,
    policy: sample.policy,
    ...(occasion === 'follow_up' && { unsubscribe: `${origin}/unsubscribe#${SECRET}` }),
  }
  if (!isDocumentMessageType(occasion)) return composeMail(occasion, template, values, frame)
  const paper = sample.papers[occasion]
  if (!paper)
    return composeMail(occasion, template, values, {
      ...frame,
      paper: { content: { plain: s.paperHere, html: placeOfPaper }, notes: [] },
    })
  const { heading, foot, notes, html } = paper
  return composeMail(
    occasion,
    template,
    { ...values, ...paper.values },
    {
      ...frame,
      letterhead: { heading, sign, colour, foot },
      paper: { content: { plain: '', html }, notes },
    },
  )
}
