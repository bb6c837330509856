import { formatNumber } from '#shared/lib/numbers.ts'
import type { TreatmentNote } from '#shared/treatment-notes/contract.ts'
import type { NoteConflict, NoteContent, NoteField, NoteTemplateContent } from '#shared/treatment-notes/note.ts'
import { totalsOf } from '#shared/treatment-notes/edit-note.ts'
import { givenProducts } from '#shared/treatment-notes/note.ts'
import { areaName } from '#shared/treatment-notes/pin-areas.ts'
import { productLine } from '#shared/treatment-notes/product-line.ts'
import { noteScreenMessages as s } from '#shared/treatment-notes/screen-messages.ts'

/** A field of a note with its value, as people read it. */
type Word = { label: string; value: string }

function valueText({ kind, unit }: NoteField, value: string): string {
  if (kind === 'yes_no') return value === 'yes' ? s.yes : s.no
  const text = kind === 'number' && value.trim() !== '' ? formatNumber(Number(value)) : value
  return `${text} ${unit}`.trim()
}

/** The filled fields of a template; values of fields that it does not have follow, with their keys as labels. */
function wordsOf(fields: readonly NoteField[], values: Readonly<Record<string, string>>): Word[] {
  const known = fields.map((field) => ({ field, value: values[field.key] ?? '' }))
  const keys = new Set(fields.map(({ key }) => key))
  const further = Object.entries(values).filter(([key]) => !keys.has(key))
  return [
    ...known.map(({ field, value }) => ({ label: field.label, value: value === '' ? '' : valueText(field, value) })),
    ...further.map(([label, value]) => ({ label, value })),
  ].filter(({ value }) => value.trim() !== '')
}

/** A part of a treatment note that has at least one line of text. */
export type NotePart = { title: string; lines: string[] }

const linesOf = (words: readonly Word[]) => words.map(({ label, value }) => `${label}: ${value}`)

/** The parts of a note after its pins that are not empty, in the order in which screen and PDF show them. */
export function notePartsOf({ content, template }: Pick<TreatmentNote, 'content' | 'template'>): NotePart[] {
  const parts: NotePart[] = [
    { title: s.products, lines: givenProducts(content).map(productLine) },
    { title: s.device, lines: [content.device] },
    ...content.passes.map((pass, index) => ({
      title: s.pass(index + 1),
      lines: linesOf(wordsOf(template.pass_fields, pass.values)),
    })),
    { title: s.settings, lines: linesOf(wordsOf(template.fields, content.values)) },
    { title: s.text, lines: [content.text] },
    { title: s.aftercare, lines: [...content.aftercare, content.aftercare_text] },
  ]
  return parts
    .map(({ title, lines }) => ({ title, lines: lines.filter((line) => line.trim() !== '') }))
    .filter(({ lines }) => lines.length > 0)
}

/** One line for each pin, and the total of each unit. */
export function pinLinesOf(content: NoteContent): string[] {
  const totals = totalsOf(content).map(({ unit, amount }) => s.total(`${formatNumber(amount)} ${unit}`.trim()))
  const pins = content.pins.map((pin, index) =>
    [s.pin(index + 1, areaName(pin.area)), ...(pin.amount === null ? [] : [formatNumber(pin.amount)])].join(' · '),
  )
  return [...pins, ...totals]
}

/** The name of the field in which two people wrote at once. */
export function conflictLabel({ field }: NoteConflict, content: NoteContent, template: NoteTemplateContent): string {
  const [part = '', id = '', ...rest] = field.split('/')
  const key = rest.at(-1) ?? id
  const names: Partial<Record<string, string>> = {
    text: s.text,
    device: s.device,
    aftercare_text: s.aftercareOther,
    amount: s.amount,
    batch: s.batch,
    unit: s.unit,
    name: s.product,
    area: s.area,
    expires_on: s.expires,
  }
  const label = [...template.fields, ...template.pass_fields].find((one) => one.key === key)?.label
  const named = names[rest.length === 0 && part !== 'values' ? part : key] ?? label ?? key
  const index = (list: readonly { id: string }[]) => list.findIndex((one) => one.id === id) + 1
  if (part === 'products') return `${s.productNumber(index(content.products))}, ${named}`
  if (part === 'pins') return s.amountOfPin(index(content.pins))
  return part === 'passes' ? `${s.pass(index(content.passes))}, ${named}` : named
}

/** The words of the draft that the saved note lacks, as the text of an addition to the note. */
export function unsavedWords(draft: NoteContent, saved: NoteContent, template: NoteTemplateContent): string {
  const textsOf = (content: NoteContent) => [
    content.text.trim(),
    content.device.trim(),
    ...givenProducts(content).map(productLine),
    ...[
      ...wordsOf(template.fields, content.values),
      ...content.passes.flatMap((pass) => wordsOf(template.pass_fields, pass.values)),
    ].map(({ label, value }) => `${label}: ${value}`),
    ...content.aftercare,
    content.aftercare_text.trim(),
  ]
  const known = new Set(textsOf(saved))
  return textsOf(draft)
    .filter((text) => text !== '' && !known.has(text))
    .join('\n')
}
