import { logoAddress } from '#shared/lib/logo.ts'

/** What an email says; both of its bodies are made of it. */
export type MailBody = {
  /** The clinic, above the text. */
  heading?: string
  /** The address of its sign, above the name; it says nothing that the text does not say. */
  sign?: string | undefined
  paragraphs: readonly string[]
  /** What it is about, line by line: name and value. */
  facts?: readonly (readonly [string, string])[]
  /** A text that is laid out in its own way, below the facts. */
  content?: { plain: string; html: string } | undefined
  action?: { label: string; url: string } | undefined
  /** Texts and further links. */
  after: readonly (string | { label: string; url: string })[]
  /** The clinic's lines at the end. */
  foot: readonly string[]
  /** Below them, in what is not about a visit: why it came, and where it ends. */
  unsubscribe?: { why: string; label: string; url: string }
}

/** The clinic's lines, as far as they are set. */
export const footOf = ({ name, address, phone }: { name: string; address: string; phone: string }): string[] =>
  [name, address, phone].filter((line) => line !== '')

type Sender = { name: string; address: string; phone: string; logo_id: string | null }
/** The clinic above and below what an email says. */
export type Letterhead = { heading: string; sign: string | undefined; foot: readonly string[] }

/** The clinic's sign, where people reach Mutya from outside. */
export const signOf = ({ logo_id }: Pick<Sender, 'logo_id'>, publicUrl: string | undefined): string | undefined =>
  logo_id !== null && publicUrl !== undefined ? publicUrl + logoAddress(logo_id, 'sign') : undefined

export const letterhead = (clinic: Sender, publicUrl: string | undefined): Letterhead => ({
  heading: clinic.name,
  sign: signOf(clinic, publicUrl),
  foot: footOf(clinic),
})

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!)

/** The plain body: the link stands in a line of its own. */
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

// Phones make links of numbers, dates and places by themselves; these keep the colour of their text.
const detected = 'a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important}'

/** Times, days and telephone numbers stay on one line. */
export const unbroken = (html: string): string =>
  html.replace(/(\d) (?=\d|AM\b|PM\b)|(\b[A-Z][a-z]+) (?=\d{1,2}, \d{4})/g, '$1$2&nbsp;')

// Mail programs that know no style sheet show the light colours of the elements; others follow the device.
export const mailStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#12191b!important}.card{background:#1b2427!important;border-color:#334145!important}
.text{color:#e8eeee!important}.quiet{color:#a9b8ba!important}.fact{border-color:#334145!important}
.button{background:#5fc2bd!important;color:#06201f!important}.link{color:#7fd3ce!important}}
${detected}`

const paragraph = (text: string) =>
  `<p class="text" style="margin:0 0 16px;color:#1f2a2c">${unbroken(escapeHtml(text)).replaceAll('\n', '<br>')}</p>`

const factRow = ([name, value]: readonly [string, string]) =>
  `<tr><td class="fact quiet" style="padding:8px 16px 8px 0;border-top:1px solid #dfe6e6;color:#566466;vertical-align:top;white-space:nowrap">${escapeHtml(name)}</td>` +
  `<td class="fact text" style="padding:8px 0;border-top:1px solid #dfe6e6;color:#1f2a2c;font-weight:bold;width:100%;word-break:break-word">${unbroken(escapeHtml(value))}</td></tr>`

const factTable = (facts: readonly (readonly [string, string])[]) =>
  facts.length === 0
    ? []
    : [
        `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px;width:100%;border-collapse:collapse;font-size:15px">${facts.map(factRow).join('')}</table>`,
      ]

function button({ label, url }: { label: string; url: string }): string[] {
  const href = escapeHtml(url)
  return [
    `<p style="margin:0 0 16px"><a class="button" href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5f63;color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(label)}</a></p>`,
    `<p class="quiet" style="margin:0 0 16px;font-size:13px;color:#566466;word-break:break-all"><a class="quiet" href="${href}" style="color:#566466;text-decoration:none">${href}</a></p>`,
  ]
}

const linkLine = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:0 0 16px"><a class="link" href="${escapeHtml(url)}" style="color:#0b5f63">${escapeHtml(label)}</a></p>`

const headingOf = (text: string) =>
  `<p class="link" style="margin:0 0 20px;font-size:18px;font-weight:bold;color:#0b5f63">${escapeHtml(text)}</p>`

/** On white, so that a dark sign can be read on a dark card too. Programs that show no pictures show the name below it. */
const signAt = (url: string) =>
  `<p style="margin:0 0 12px"><img src="${escapeHtml(url)}" alt="" height="48" style="display:block;height:48px;width:auto;max-width:220px;padding:4px;border:0;border-radius:6px;background:#ffffff"></p>`

const unsubscribeLine = ({ why, label, url }: NonNullable<MailBody['unsubscribe']>) =>
  `<p class="quiet" style="margin:16px 0 0;font-size:14px;color:#566466">${escapeHtml(why)} <a class="link" href="${escapeHtml(url)}" style="color:#0b5f63">${escapeHtml(label)}</a></p>`

/** The same with a button and the clinic's sign, which is the only picture and stands on the clinic's own address. */
export function htmlBody(body: MailBody): string {
  const { heading, sign, paragraphs, facts = [], content, action, after, foot, unsubscribe } = body
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta name="color-scheme" content="light dark"><style>${mailStyles}</style></head>`,
    '<body class="page" style="margin:0;padding:16px;background:#f3f6f6;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5">',
    '<div class="card" style="max-width:560px;margin:0 auto;padding:24px;overflow-wrap:break-word;background:#ffffff;border:1px solid #dfe6e6;border-radius:12px">',
    ...(sign === undefined ? [] : [signAt(sign)]),
    ...(heading === undefined ? [] : [headingOf(heading)]),
    ...paragraphs.map(paragraph),
    ...factTable(facts),
    ...(content ? [content.html] : []),
    ...(action ? button(action) : []),
    ...after.map((each) => (typeof each === 'string' ? paragraph(each) : linkLine(each))),
    `<p class="quiet" style="margin:24px 0 0;font-size:14px;color:#566466">${foot.map(escapeHtml).map(unbroken).join('<br>')}</p>`,
    ...(unsubscribe ? [unsubscribeLine(unsubscribe)] : []),
    '</div></body></html>',
  ].join('\n')
}
