import { batchKey, givenProducts, type NoteContent, type NoteProduct } from './note.ts'

/** A batch that the clinic has used lately, offered as a choice. */
export type RecentBatch = { name: string; product_id: string | null; batch: string; expires_on: string | null }

/**
 * A note like the last one: pins, products, device and settings, without the words about that visit. Batches and expiry
 * dates are never copied, because the product may come from another box today.
 */
export function sameAsLast(last: NoteContent): Omit<NoteContent, 'text' | 'conflicts'> {
  const { pins, products, passes, device, values, aftercare, aftercare_text } = last
  const withoutBatches = products.map((line) => ({ ...line, batch: '', expires_on: null }))
  return { pins, products: withoutBatches, passes, device, values, aftercare, aftercare_text }
}

/** Compares names of products as people type them: without case and repeated spaces. */
export const productKey = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** The recently used batches of a product that have not expired on `date`, the most recent first. */
export function batchesFor(
  recent: readonly RecentBatch[],
  line: Pick<NoteProduct, 'name' | 'product_id'>,
  date: string,
): RecentBatch[] {
  const isOfLine = (one: RecentBatch) =>
    (line.product_id !== null && one.product_id === line.product_id) || productKey(one.name) === productKey(line.name)
  const usable = recent.filter(
    (one) => isOfLine(one) && one.batch.trim() !== '' && (one.expires_on === null || one.expires_on >= date),
  )
  return usable.filter((one, i) => usable.findIndex((other) => batchKey(other.batch) === batchKey(one.batch)) === i)
}

/** The batches to offer together with "same as last time": only if the last note has a single product. */
export function batchesForLast(recent: readonly RecentBatch[], last: NoteContent, date: string): RecentBatch[] {
  const lines = givenProducts(last)
  return lines.length === 1 ? batchesFor(recent, lines[0]!, date).slice(0, 3) : []
}

/** Puts a chosen batch into a product line. */
export const withBatch = (content: NoteContent, lineId: string, { batch, expires_on }: RecentBatch): NoteContent => ({
  ...content,
  products: content.products.map((line) => (line.id === lineId ? { ...line, batch, expires_on } : line)),
})
