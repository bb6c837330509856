/** What an email says; both of its bodies are made of it. */
export type MailBody = {
  greeting: string
  paragraphs: readonly string[]
  action: { label: string; url: string }
  after: readonly string[]
  /** The clinic's lines at the end. */
  foot: readonly string[]
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!)

/** The plain body: the link stands in a line of its own. */
export const plainBody = ({ greeting, paragraphs, action, after, foot }: MailBody): string =>
  [greeting, ...paragraphs, `${action.label}:\n${action.url}`, ...after, `-- \n${foot.join('\n')}`].join('\n\n') + '\n'

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escape(text)}</p>`

/** The same with a button, without pictures and without anything from elsewhere. */
export function htmlBody({ greeting, paragraphs, action, after, foot }: MailBody): string {
  const url = escape(action.url)
  const button = `<a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5f63;color:#ffffff;font-weight:bold;text-decoration:none">${escape(action.label)}</a>`
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"></head>',
    '<body style="margin:0;padding:24px;background:#ffffff;color:#1f2a2c;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5">',
    '<div style="max-width:560px">',
    ...[greeting, ...paragraphs].map(paragraph),
    `<p style="margin:0 0 16px">${button}</p>`,
    `<p style="margin:0 0 16px;font-size:14px;word-break:break-all">${url}</p>`,
    ...after.map(paragraph),
    `<p style="margin:24px 0 0;font-size:14px;color:#566466">${foot.map(escape).join('<br>')}</p>`,
    '</div></body></html>',
  ].join('\n')
}
