import { amountOf, type NoteContent, type NotePass, type NotePin, type NoteProduct } from './note.ts'

// The functions of this module change a note while somebody writes it. Each returns new content and leaves the old one
// as it is.

/** Adds a pin with the amount and the product of the pin before it; the first pin belongs to the first product. */
export function addPin(content: NoteContent, pin: Pick<NotePin, 'id' | 'map' | 'x' | 'y' | 'area'>): NoteContent {
  const before = content.pins.at(-1)
  const product = before?.product ?? content.products[0]?.id ?? ''
  return { ...content, pins: [...content.pins, { ...pin, amount: before?.amount ?? null, product }] }
}

export const changePin = (content: NoteContent, id: string, changes: Partial<NotePin>): NoteContent => ({
  ...content,
  pins: content.pins.map((pin) => (pin.id === id ? { ...pin, ...changes } : pin)),
})

export const addProduct = (content: NoteContent, id: string, unit: string): NoteContent => {
  const line = { id, name: '', product_id: null, amount: null, unit, batch: '', expires_on: null, area: '' }
  // If the note has no products yet, its pins belong to the product that is added now.
  const pins = content.products.length > 0 ? content.pins : content.pins.map((pin) => ({ ...pin, product: id }))
  return { ...content, pins, products: [...content.products, line] }
}

export const changeProduct = (content: NoteContent, id: string, changes: Partial<NoteProduct>): NoteContent => ({
  ...content,
  products: content.products.map((line) => (line.id === id ? { ...line, ...changes } : line)),
})

/** True if the amount of a product is the sum of its pins, so that it cannot be typed. */
export const hasPinAmounts = ({ pins }: NoteContent, { id }: NoteProduct): boolean =>
  pins.some(({ product, amount }) => product === id && amount !== null)

/** Adds a pass with the settings of the pass before it, because often only one of them changes. */
export const addPass = (content: NoteContent, id: string): NoteContent => ({
  ...content,
  passes: [...content.passes, { id, values: { ...content.passes.at(-1)?.values } }],
})

export const changePass = (content: NoteContent, id: string, values: NotePass['values']): NoteContent => ({
  ...content,
  passes: content.passes.map((pass) => (pass.id === id ? { ...pass, values } : pass)),
})

type PartKind = 'pins' | 'products' | 'passes'

/** Removes a pin, product or pass. Pins of a removed product stay, without a product. */
export function removePart(content: NoteContent, kind: PartKind, id: string): NoteContent {
  const kept = { ...content, [kind]: content[kind].filter((part) => part.id !== id) }
  if (kind !== 'products') return kept
  return { ...kept, pins: kept.pins.map((pin) => (pin.product === id ? { ...pin, product: '' } : pin)) }
}

/** Puts a removed pin, product or pass back in its earlier place in the present content of the note. */
export function restorePart(content: NoteContent, before: NoteContent, kind: PartKind, id: string): NoteContent {
  const index = before[kind].findIndex((part) => part.id === id)
  const part = before[kind][index]
  if (!part || content[kind].some((one) => one.id === id)) return content
  const restored = { ...content, [kind]: content[kind].toSpliced(index, 0, part as never) }
  if (kind !== 'products') return restored
  const ofProduct = new Set(before.pins.filter(({ product }) => product === id).map((pin) => pin.id))
  return {
    ...restored,
    pins: restored.pins.map((pin) => (ofProduct.has(pin.id) && pin.product === '' ? { ...pin, product: id } : pin)),
  }
}

/**
 * For each unit, the total amount of the products that have pins, such as 40 units. A cream without pins does not
 * count.
 */
export function totalsOf(content: NoteContent): { unit: string; amount: number }[] {
  const totals = new Map<string, number>()
  for (const line of content.products.filter(({ id }) => content.pins.some(({ product }) => product === id))) {
    const amount = amountOf(content, line)
    if (amount !== null) totals.set(line.unit, Math.round(((totals.get(line.unit) ?? 0) + amount) * 1000) / 1000)
  }
  return [...totals].map(([unit, amount]) => ({ unit, amount }))
}

/** The values of a note for which its template has no field, such as those of a template that was chosen before. */
export const furtherValues = (content: NoteContent, keys: readonly string[]): [string, string][] =>
  Object.entries(content.values).filter(([key, value]) => !keys.includes(key) && value.trim() !== '')
