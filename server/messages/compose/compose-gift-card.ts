import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import { cardForMail } from '#server/prepaid/public.ts'
import { formatPeso } from '#shared/lib/money.ts'
import { formatCardNumber } from '#shared/prepaid/card-number.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import { escapeHtml, htmlBody, plainBody, type MailBody } from '#shared/messages/mail-body.ts'
import { LIGHT, mailColours } from '#shared/messages/mail-colours.ts'
import { mailMessages as s } from '#shared/messages/sent-messages.ts'
import { letterheadOf, mailWith, skip, type Composer } from './composer.ts'

type Card = { clinic: string; amount: string; message: string | null; number: string; colour: string }

const line = (text: string, style: string, name = 'text') =>
  `<p class="${name}" style="margin:0 0 12px;${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

/** The HTML of a gift card in the clinic's colour, readable in light and dark mode. */
function htmlCard({ clinic, amount, message, number, colour }: Card): string {
  const { link } = mailColours(colour).light
  return (
    `<div class="fact" style="margin:0 0 20px;padding:24px 16px 12px;border:2px solid ${link};border-radius:14px;text-align:center">` +
    line(clinic, `font-size:20px;font-weight:bold;color:${link}`, 'link') +
    line(s.giftCard, `color:${LIGHT.quiet}`, 'quiet') +
    line(amount, `font-size:32px;font-weight:bold;line-height:1.2;color:${LIGHT.text}`) +
    (message === null ? '' : line(message, `font-style:italic;color:${LIGHT.text}`)) +
    `<p class="fact text" style="margin:0 0 12px;padding:12px 8px;border:1px dashed ${LIGHT.line};border-radius:8px;font-size:20px;font-weight:bold;letter-spacing:1px;white-space:nowrap;color:${LIGHT.text}">${escapeHtml(number)}</p>` +
    '</div>'
  )
}

const plainCard = ({ clinic, amount, message, number }: Card): string =>
  [clinic, s.giftCard, amount, ...(message === null ? [] : [message]), number].join('\n')

/** Composes the e-mail with a sold gift card. A gift card that was voided meanwhile is not sent. */
export const composeGiftCard: Composer = async (tx, message, options) => {
  const row = await cardForMail(tx, message.branch_id, message.subject_id)
  if (!row || row.voided_at !== null) return skip('superseded')
  // Erasing the buyer's record also removes the recipient's e-mail from the gift card.
  if (row.recipient_email === null) return skip('no-email')
  const clinic = await clinicProfile(tx, message.branch_id)
  const letterhead = await letterheadOf(tx, message.branch_id, clinic, options.publicUrl)
  const card: Card = {
    clinic: clinic.name,
    amount: formatPeso(row.amount_centavos),
    message: row.message,
    number: formatCardNumber(row.card_number),
    colour: letterhead.colour,
  }
  const name = row.recipient_name ?? s.unnamed
  const buyer = row.buyer_name ?? clinic.name
  const body: MailBody = {
    ...letterhead,
    paragraphs: [s.giftCardBody(name, buyer, clinic.name)],
    content: { plain: plainCard(card), html: htmlCard(card) },
    after: [s.giftCardUse, prepaidMessages.noExpiry, prepaidMessages.keepSafe],
  }
  const composed = { subject: s.giftCardSubject(buyer, clinic.name), text: plainBody(body), html: htmlBody(body) }
  const to = { name: row.recipient_name ?? '', address: row.recipient_email }
  return { kind: 'email', mail: mailWith(message, to, clinic, composed) }
}
