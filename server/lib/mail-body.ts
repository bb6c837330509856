/** What an email says; both of its bodies are made of it. */
export type MailBody = {
  /** The clinic, above the text. */
  heading?: string
  greeting?: string
  paragraphs: readonly string[]
  /** What it is about, line by line: name and value. */
  facts?: readonly (readonly [string, string])[]
  action?: { label: string; url: string } | undefined
  after: readonly string[]
  /** The clinic's lines at the end. */
  foot: readonly string[]
}

/** The clinic's lines, as far as they are set. */
export const footOf = ({ name, address, phone }: { name: string; address: string; phone: string }): string[] =>
  [name, address, phone].filter((line) => line !== '')

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!)

const openingOf = ({ greeting, paragraphs }: MailBody) =>
  greeting === undefined ? paragraphs : [greeting, ...paragraphs]

/** The plain body: the link stands in a line of its own. */
export const plainBody = (body: MailBody): string => {
  const { facts = [], action, after, foot } = body
  const parts = [
    ...openingOf(body),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...after,
    `-- \n${foot.join('\n')}`,
  ]
  return `${parts.join('\n\n')}\n`
}

// Mail programs that know no style sheet show the light colours of the elements; others follow the device.
const dark = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#12191b!important}.card{background:#1b2427!important;border-color:#334145!important}
.text{color:#e8eeee!important}.quiet{color:#a9b8ba!important}.fact{border-color:#334145!important}
.button{background:#5fc2bd!important;color:#06201f!important}.link{color:#7fd3ce!important}}`

const paragraph = (text: string) =>
  `<p class="text" style="margin:0 0 16px;color:#1f2a2c">${escape(text).replaceAll('\n', '<br>')}</p>`

const factRow = ([name, value]: readonly [string, string]) =>
  `<tr><td class="fact quiet" style="padding:8px 16px 8px 0;border-top:1px solid #dfe6e6;color:#566466;vertical-align:top;white-space:nowrap">${escape(name)}</td>` +
  `<td class="fact text" style="padding:8px 0;border-top:1px solid #dfe6e6;color:#1f2a2c;font-weight:bold;width:100%">${escape(value)}</td></tr>`

const factTable = (facts: readonly (readonly [string, string])[]) =>
  facts.length === 0
    ? []
    : [
        `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px;width:100%;border-collapse:collapse;font-size:15px">${facts.map(factRow).join('')}</table>`,
      ]

function button({ label, url }: { label: string; url: string }): string[] {
  const href = escape(url)
  return [
    `<p style="margin:0 0 16px"><a class="button" href="${href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5f63;color:#ffffff;font-weight:bold;text-decoration:none">${escape(label)}</a></p>`,
    `<p class="quiet" style="margin:0 0 16px;font-size:13px;color:#566466;word-break:break-all">${href}</p>`,
  ]
}

const headingOf = (text: string) =>
  `<p class="link" style="margin:0 0 20px;font-size:18px;font-weight:bold;color:#0b5f63">${escape(text)}</p>`

/** The same with a button, without pictures and without anything from elsewhere. */
export function htmlBody(body: MailBody): string {
  const { heading, facts = [], action, after, foot } = body
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta name="color-scheme" content="light dark"><style>${dark}</style></head>`,
    '<body class="page" style="margin:0;padding:16px;background:#f3f6f6;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5">',
    '<div class="card" style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dfe6e6;border-radius:12px">',
    ...(heading === undefined ? [] : [headingOf(heading)]),
    ...openingOf(body).map(paragraph),
    ...factTable(facts),
    ...(action ? button(action) : []),
    ...after.map(paragraph),
    `<p class="quiet" style="margin:24px 0 0;font-size:14px;color:#566466">${foot.map(escape).join('<br>')}</p>`,
    '</div></body></html>',
  ].join('\n')
}
