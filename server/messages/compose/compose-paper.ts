import type { ReadTx } from '#server/db/pool.ts'
import { numberInSeries, withinSentence } from '#shared/clinic/document-name.ts'
import { documentNameMessages } from '#shared/clinic/messages.ts'
import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import { nameOfDocument, seriesOfDocument } from '#server/sales/documents/document-name.ts'
import { requireDocument } from '#server/sales/find-sale.ts'
import { documentReceipt } from '#server/sales/receipt.ts'
import { escapeHtml, unbroken } from '#shared/messages/mail-body.ts'
import { LIGHT } from '#shared/messages/mail-colours.ts'
import { mailMessages as s } from '#shared/messages/sent-messages.ts'
import type { DocumentMessageType } from '#shared/messages/message-types.ts'
import type { PaperItem, PaperPair, PaperText } from '#shared/sales/paper/paper.ts'
import { receiptText } from '#shared/sales/receipt.ts'
import { findAddressee, skip, writeMail, type Composer } from './composer.ts'

const plainPair = ({ label, value }: PaperPair) => `${label}: ${value}`

const plainItem = ({ name, detail, amount, isAddOn, deductions = [] }: PaperItem) => [
  `${isAddOn ? '+ ' : ''}${name}${detail === '' ? '' : `: ${detail} = ${amount}`}`,
  ...deductions.map((deduction) => `  ${plainPair(deduction)}`),
]

/** Returns the receipt as plain text, without the signature line, because nobody signs an e-mail. */
const plainPaper = (text: PaperText): string =>
  [
    [text.heading, text.number, text.mark].filter(Boolean),
    text.facts.map(plainPair),
    text.items.flatMap(plainItem),
    text.sums.map(plainPair),
    ...(text.parts ?? []).map(({ heading, pairs }) => [heading, ...pairs.map(plainPair)]),
    text.notices ?? [],
    text.smallPrint ?? [],
    [text.foot],
  ]
    .map((lines) => lines.join('\n'))
    .filter((block) => block !== '')
    .join('\n\n')

/** Inline colours are for light mode; the classes of `htmlBody` switch to dark mode. */
const INK = `color:${LIGHT.text}`
const QUIET = `color:${LIGHT.quiet}`
const LINE = `border-top:1px solid ${LIGHT.line}`

type Row = PaperPair & { indent?: boolean; small?: string }

/**
 * Recognises amounts. Amounts and words of labels must not break across lines; names and numbers typed by users may
 * break anywhere.
 */
const WHOLE = /^−?₱/

/** One line of the receipt in HTML: a label or name with its amount. */
function row({ label, value, isTotal = false, indent = false, small = '' }: Row): string {
  const look = `${LINE};${INK};vertical-align:top${isTotal ? ';font-size:19px;font-weight:bold' : ''}`
  const isAmount = WHOLE.test(value)
  const detail =
    small === '' ? '' : `<br><span class="quiet" style="font-size:13px;${QUIET}">${escapeHtml(small)}</span>`
  return (
    `<tr><td class="fact text" style="padding:7px 12px 7px ${indent ? 16 : 0}px;${look}${isAmount ? ';word-break:break-word' : ''}">${escapeHtml(label)}${detail}</td>` +
    `<td class="fact text" style="padding:7px 0;${look};text-align:right;${isAmount ? 'white-space:nowrap' : 'word-break:break-word'}">${unbroken(escapeHtml(value))}</td></tr>`
  )
}

const table = (rows: readonly Row[]) =>
  rows.length === 0
    ? ''
    : `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px;width:100%;border-collapse:collapse;font-size:15px">${rows.map(row).join('')}</table>`

const itemRows = ({ name, detail, amount, isAddOn, deductions = [] }: PaperItem): Row[] => [
  { label: `${isAddOn ? '+ ' : ''}${name}`, small: detail, value: amount, indent: isAddOn },
  ...deductions.map((deduction) => ({ ...deduction, indent: true })),
]

const line = (text: string, style: string, name = 'text') =>
  text === '' ? '' : `<p class="${name}" style="margin:0 0 8px;${style}">${escapeHtml(text)}</p>`

/** Returns the receipt as HTML. */
const htmlPaper = (text: PaperText): string =>
  [
    line(text.heading, `${INK};font-size:17px;font-weight:bold`),
    line(text.number ?? '', `${INK};font-size:20px;font-weight:bold`),
    line(text.mark ?? '', `${INK};font-size:17px;font-weight:bold`),
    table(text.facts),
    table(text.items.flatMap(itemRows)),
    table(text.sums),
    ...(text.parts ?? []).flatMap(({ heading, pairs }) => [line(heading, `${INK};font-weight:bold`), table(pairs)]),
    ...(text.notices ?? []).map((notice) => line(notice, `${INK};font-weight:bold`)),
    ...(text.smallPrint ?? []).map((small) => line(small, `${QUIET};font-size:13px`, 'quiet')),
    line(text.foot, INK),
  ].join('')

/** Returns the message type for sending a document of this kind. */
export const documentMessageTypeOf = (kind: string): DocumentMessageType =>
  kind === 'void' || kind === 'refund' ? kind : 'receipt'

/** Returns the text of a document for an e-mail. It is never marked REPRINT, because an e-mail is not a print. */
export async function paperOf(tx: ReadTx, id: string) {
  const receipt = await documentReceipt(tx, id)
  const text = receiptText({ ...receipt, print_count: 0 }, null)
  const document = await requireDocument(tx, id)
  const { original_number: original, original_registration: registration } = document
  const series = seriesOfDocument(document)
  const { mode, kind } = series
  const { address, phone } = receipt.clinic
  return {
    occasion: documentMessageTypeOf(kind),
    name: nameOfDocument(document),
    heading: text.clinic,
    foot: [text.clinic, ...text.clinicLines],
    content: { plain: plainPaper(text), html: htmlPaper(text) },
    notes: mode === 'booklet' && kind === 'sale' ? [s.handwritten] : [],
    values: {
      client: receipt.customer_name,
      document: withinSentence(documentNameMessages.names[mode].sale),
      number: numberInSeries(document.number, series),
      original: original === null ? '' : numberInSeries(original, seriesOfDocument({ ...document, registration })),
      clinic: text.clinic,
      address,
      phone,
    },
  }
}

/** Composes the e-mail with a document, with the clinic's text for its kind. */
export const composePaper: Composer = async (tx, message, options) => {
  const person = await findAddressee(tx, message.subject_id)
  if (!person?.email) return skip('no-email')
  const { document_id: id } = message.parameters as { document_id: string }
  const { occasion, heading, foot, content, notes, values } = await paperOf(tx, id)
  const mail = await writeMail(tx, message, options, {
    occasion,
    to: { name: person.heading, address: person.email },
    clinic: await clinicProfile(tx, message.branch_id),
    values: { ...values, client: person.name },
    frame: { letterhead: { heading, foot }, paper: { content, notes } },
  })
  return { kind: 'email', mail: { ...mail, fromName: heading } }
}
