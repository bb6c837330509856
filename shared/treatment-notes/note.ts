import { z } from 'zod'
import { civilDate, id, requiredName, storable } from '#shared/lib/fields.ts'
import { BODY_MAPS } from '#shared/lib/body-maps.ts'
import { fieldMessages } from '#shared/lib/messages.ts'

/** Kinds of fields that a template can ask for. */
export const NOTE_FIELD_KINDS = ['text', 'long_text', 'number', 'yes_no'] as const

/** The key of a field of a template, under which a note stores the field's value. */
const fieldKey = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, fieldMessages.notValid)

const noteField = z.strictObject({
  key: fieldKey,
  label: requiredName(80),
  kind: z.enum(NOTE_FIELD_KINDS),
  unit: z.string().trim().max(20, fieldMessages.tooLong(20)).refine(storable, fieldMessages.noControlCharacters),
})
export type NoteField = z.output<typeof noteField>

const fields = z
  .array(noteField)
  .max(30)
  .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, fieldMessages.notValid)

/**
 * The content of a template: the fields that a note asks for. A note stores a copy, so that later changes of the
 * template leave the note as it was.
 */
export const noteTemplateContent = z.strictObject({
  name: requiredName(80),
  map: z.enum(['none', 'face', 'body']),
  /** If true, each pin has an amount, and the amount of a product is the sum of its pins. */
  has_pin_amounts: z.boolean(),
  has_products: z.boolean(),
  /** The unit of new product lines, such as `units` or `mL`. */
  unit: z.string().trim().max(20, fieldMessages.tooLong(20)).refine(storable, fieldMessages.noControlCharacters),
  has_device: z.boolean(),
  fields,
  /** The settings of each pass of a device. If the list is empty, the note has no passes. */
  pass_fields: fields,
  /** The sentences about after-care that a note with this template can choose from. */
  aftercare: z.array(requiredName(200)).max(20),
})
export type NoteTemplateContent = z.output<typeof noteTemplateContent>

/** The text of a note is stored as it was typed: trimming would change what somebody is still typing. */
const typed = (max: number) =>
  z.string().max(max, fieldMessages.tooLong(max)).refine(storable, fieldMessages.noControlCharacters)

/** The id of a part of a note, made by the browser. */
const partId = z.string().regex(/^[A-Za-z0-9-]{1,40}$/, fieldMessages.notValid)
const amount = z.number().min(0).max(100_000).nullable()
const values = z.record(fieldKey, typed(2_000))

const pin = z.strictObject({
  id: partId,
  /** The drawing of the face or body on which the pin was set. */
  map: z.enum(BODY_MAPS),
  /** The place on the map, from 0 to 1000 from its left and upper edge. */
  x: z.number().min(0).max(1000),
  y: z.number().min(0).max(1000),
  /** The name of the area of the map; empty outside of all areas. */
  area: typed(60),
  amount,
  /** The product line from which this pin was injected; empty if it has none. */
  product: typed(40),
})
export type NotePin = z.output<typeof pin>

const product = z.strictObject({
  id: partId,
  name: typed(120),
  /** The product of the inventory; null for one that was only typed. */
  product_id: id.nullable(),
  /** The amount that was given; it is used only if no pin of this product has an amount. */
  amount,
  unit: typed(20),
  batch: typed(60),
  expires_on: civilDate.nullable(),
  area: typed(120),
})
export type NoteProduct = z.output<typeof product>

const pass = z.strictObject({ id: partId, values })
export type NotePass = z.output<typeof pass>

/** What a second person wrote in a field that somebody else changed at the same time. */
const conflict = z.strictObject({ field: typed(120), value: typed(10_000), by: typed(200) })
export type NoteConflict = z.output<typeof conflict>

export const MAX_NOTE_TEXT = 10_000

export const noteContent = z.strictObject({
  pins: z.array(pin).max(300),
  products: z.array(product).max(30),
  passes: z.array(pass).max(30),
  device: typed(200),
  values,
  text: typed(MAX_NOTE_TEXT),
  /** The sentences about after-care that were chosen for this visit. */
  aftercare: z.array(typed(200)).max(40),
  aftercare_text: typed(2_000),
  /** Words of other people about which the writer must decide. A note with conflicts cannot be signed off. */
  conflicts: z.array(conflict).max(200),
})
export type NoteContent = z.output<typeof noteContent>

/**
 * The values of a template's fields as a request sends them: a list of keys and values, because the names of a body's
 * fields are fixed.
 */
const sentValues = z
  .array(z.strictObject({ key: fieldKey, value: typed(2_000) }))
  .max(100)
  .transform((list): Record<string, string> => Object.fromEntries(list.map(({ key, value }) => [key, value])))

/** The content of a note as a request sends it. */
export const sentNoteContent = noteContent.extend({
  values: sentValues,
  passes: z.array(z.strictObject({ id: partId, values: sentValues })).max(30),
})

const listOfValues = (written: Readonly<Record<string, string>>) =>
  Object.entries(written).map(([key, value]) => ({ key, value }))

/** Converts the content of a note for a request. */
export const toSentContent = (content: NoteContent): z.input<typeof sentNoteContent> => ({
  ...content,
  values: listOfValues(content.values),
  passes: content.passes.map((one) => ({ ...one, values: listOfValues(one.values) })),
})

export const emptyNote: NoteContent = {
  pins: [],
  products: [],
  passes: [],
  device: '',
  values: {},
  text: '',
  aftercare: [],
  aftercare_text: '',
  conflicts: [],
}

/** Rounds a sum of amounts, because 0.1 + 0.2 is not 0.3. */
const rounded = (amountGiven: number): number => Math.round(amountGiven * 1000) / 1000

/** The amount of a product: the sum of its pins, or the amount of the line if no pin has one. */
export function amountOf({ pins }: Pick<NoteContent, 'pins'>, line: NoteProduct): number | null {
  const amounts = pins.flatMap((one) => (one.product === line.id && one.amount !== null ? [one.amount] : []))
  return amounts.length === 0 ? line.amount : rounded(amounts.reduce((sum, one) => sum + one, 0))
}

/** The products of a note that somebody has named, or given a batch. Their batches are what a recall searches. */
export const givenProducts = (content: NoteContent): NoteProduct[] =>
  content.products
    .filter(({ name, batch }) => name.trim() !== '' || batch.trim() !== '')
    .map((line) => ({ ...line, amount: amountOf(content, line) }))

/** The spelling by which batches are compared: upper case, without spaces and hyphens. */
export const batchKey = (batch: string): string => batch.toUpperCase().replace(/[\s\-_/.]/g, '')

/** The products of a note that had expired on the date on which they were given. */
export const expiredProducts = (content: NoteContent, date: string): NoteProduct[] =>
  content.products.filter(({ expires_on }) => expires_on !== null && expires_on < date)

/** The products of a note that have a name and no batch. */
export const productsWithoutBatch = (content: NoteContent): NoteProduct[] =>
  content.products.filter(({ name, batch }) => name.trim() !== '' && batch.trim() === '')

/** True for a note in which nobody has written anything. */
export const isEmptyNote = (content: NoteContent): boolean =>
  content.pins.length + content.passes.length + content.aftercare.length + content.conflicts.length === 0 &&
  givenProducts(content).length === 0 &&
  [content.device, content.text, content.aftercare_text, ...Object.values(content.values)].every(
    (text) => text.trim() === '',
  )
