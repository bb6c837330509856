import { pageLanguage } from '#shared/lib/language.ts'
import { logoAddress } from '#shared/lib/logo.ts'
import { DARK, LIGHT, mailColours, type MailColours } from './mail-colours.ts'

/** The content of an e-mail, from which its plain and HTML body are made. */
export type MailBody = {
  /** The clinic's name above the text. */
  heading?: string
  /** The URL of the logo above the name; purely decorative. */
  sign?: string | undefined
  /** The clinic's colour, `#rrggbb`. */
  colour: string
  paragraphs: readonly string[]
  /** The facts of the e-mail below its text, each a line with name and value. */
  facts?: readonly (readonly [string, string])[]
  /** A text with a layout of its own, such as a receipt, below the facts. */
  content?: { plain: string; html: string } | undefined
  action?: { label: string; url: string } | undefined
  /** Texts and further links below the button. */
  after: readonly (string | { label: string; url: string })[]
  /** The lines at the end of the e-mail: the clinic's name, address and phone number. */
  foot: readonly string[]
  /** Footer of marketing mail: reason and unsubscribe link. */
  unsubscribe?: { why: string; label: string; url: string }
}

/** The clinic's name, address and phone number as lines; empty ones are left out. */
export const footOf = ({ name, address, phone }: { name: string; address: string; phone: string }): string[] =>
  [name, address, phone].filter((line) => line !== '')

type Sender = { name: string; address: string; phone: string; logo_id: string | null; colour: string }
/** The clinic's parts of an e-mail: heading, logo, colour and footer. */
export type Letterhead = { heading: string; sign: string | undefined; colour: string; foot: readonly string[] }

/** The public URL of the clinic's logo, if there is one. */
export const signOf = ({ logo_id }: Pick<Sender, 'logo_id'>, publicUrl: string | undefined): string | undefined =>
  logo_id !== null && publicUrl !== undefined ? publicUrl + logoAddress(logo_id, 'sign') : undefined

export const letterhead = (clinic: Sender, publicUrl: string | undefined): Letterhead => ({
  heading: clinic.name,
  sign: signOf(clinic, publicUrl),
  colour: clinic.colour,
  foot: footOf(clinic),
})

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!)

/** The plain body; links are on lines of their own. */
export const plainBody = (body: MailBody): string => {
  const { paragraphs, facts = [], content, action, after, foot, unsubscribe } = body
  const parts = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(content ? [content.plain] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...after.map((each) => (typeof each === 'string' ? each : `${each.label}: ${each.url}`)),
    `-- \n${foot.join('\n')}`,
    ...(unsubscribe ? [`${unsubscribe.why}\n${unsubscribe.label}: ${unsubscribe.url}`] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

// Phones turn numbers, dates and places into links; this style gives these links the colour of the text around them.
const detected = 'a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important}'

/**
 * Keeps times, phone numbers and dates such as "November 21, 2026" on one line. Filipino writes dates in the same
 * order; in a language with another order, a date may be broken over two lines.
 */
export const unbroken = (html: string): string =>
  html.replace(/(\d) (?=\d|AM\b|PM\b)|(\b[A-Z][a-z]+) (?=\d{1,2}, \d{4})/g, '$1$2&nbsp;')

// Only the dark colours need a style sheet: the light ones are in the elements, for mail programs that ignore it.
const styles = ({ dark }: MailColours) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:${DARK.page}!important}.card{background:${DARK.card}!important;border-color:${DARK.line}!important}
.text{color:${DARK.text}!important}.quiet{color:${DARK.quiet}!important}.fact{border-color:${DARK.line}!important}
.button{background:${dark.button}!important;color:${dark.label}!important}.link{color:${dark.link}!important}}
${detected}`

const paragraph = (text: string) =>
  `<p class="text" style="margin:0 0 16px;color:${LIGHT.text}">${unbroken(escapeHtml(text)).replaceAll('\n', '<br>')}</p>`

const factRow = ([name, value]: readonly [string, string]) =>
  `<tr><td class="fact quiet" style="padding:8px 16px 8px 0;border-top:1px solid ${LIGHT.line};color:${LIGHT.quiet};vertical-align:top;white-space:nowrap">${escapeHtml(name)}</td>` +
  `<td class="fact text" style="padding:8px 0;border-top:1px solid ${LIGHT.line};color:${LIGHT.text};font-weight:bold;width:100%;word-break:break-word">${unbroken(escapeHtml(value))}</td></tr>`

const factTable = (facts: readonly (readonly [string, string])[]) =>
  facts.length === 0
    ? []
    : [
        `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px;width:100%;border-collapse:collapse;font-size:15px">${facts.map(factRow).join('')}</table>`,
      ]

function button({ label, url }: { label: string; url: string }, { light }: MailColours): string[] {
  const href = escapeHtml(url)
  return [
    `<p style="margin:0 0 16px"><a class="button" href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${light.button};color:${light.label};font-weight:bold;text-decoration:none">${escapeHtml(label)}</a></p>`,
    `<p class="quiet" style="margin:0 0 16px;font-size:13px;color:${LIGHT.quiet};word-break:break-all"><a class="quiet" href="${href}" style="color:${LIGHT.quiet};text-decoration:none">${href}</a></p>`,
  ]
}

const linkLine = ({ label, url }: { label: string; url: string }, { light }: MailColours) =>
  `<p style="margin:0 0 16px"><a class="link" href="${escapeHtml(url)}" style="color:${light.link}">${escapeHtml(label)}</a></p>`

const headingOf = (text: string, { light }: MailColours) =>
  `<p class="link" style="margin:0 0 20px;font-size:18px;font-weight:bold;color:${light.link}">${escapeHtml(text)}</p>`

/**
 * The logo on white, so that a dark logo is readable in dark mode. Mail programs without pictures show the clinic's
 * name below it.
 */
const signAt = (url: string) =>
  `<p style="margin:0 0 12px"><img src="${escapeHtml(url)}" alt="" height="48" style="display:block;height:48px;width:auto;max-width:220px;padding:4px;border:0;border-radius:6px;background:#ffffff"></p>`

const unsubscribeLine = ({ why, label, url }: NonNullable<MailBody['unsubscribe']>, { light }: MailColours) =>
  `<p class="quiet" style="margin:16px 0 0;font-size:14px;color:${LIGHT.quiet}">${escapeHtml(why)} <a class="link" href="${escapeHtml(url)}" style="color:${light.link}">${escapeHtml(label)}</a></p>`

/** The HTML body with a button and the clinic's logo, its only picture, from the clinic's own server. */
export function htmlBody(body: MailBody): string {
  const { heading, sign, paragraphs, facts = [], content, action, after, foot, unsubscribe } = body
  const colours = mailColours(body.colour)
  return [
    `<!doctype html><html lang="${pageLanguage}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light dark"><style>${styles(colours)}</style></head>`,
    `<body class="page" style="margin:0;padding:16px;background:${LIGHT.page};font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5">`,
    `<div class="card" style="max-width:560px;margin:0 auto;padding:24px;overflow-wrap:break-word;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:12px">`,
    ...(sign === undefined ? [] : [signAt(sign)]),
    ...(heading === undefined ? [] : [headingOf(heading, colours)]),
    ...paragraphs.map(paragraph),
    ...factTable(facts),
    ...(content ? [content.html] : []),
    ...(action ? button(action, colours) : []),
    ...after.map((each) => (typeof each === 'string' ? paragraph(each) : linkLine(each, colours))),
    `<p class="quiet" style="margin:24px 0 0;font-size:14px;color:${LIGHT.quiet}">${foot.map(escapeHtml).map(unbroken).join('<br>')}</p>`,
    ...(unsubscribe ? [unsubscribeLine(unsubscribe, colours)] : []),
    '</div></body></html>',
  ].join('\n')
}
