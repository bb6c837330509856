import { formatDate } from '#shared/lib/manila-time.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { noteMessages as s } from './messages.ts'
import type { NoteProduct } from './note.ts'

/** Formats a product of a note as one line: name, amount, unit, and batch with expiry date. */
export function productLine({ name, amount, unit, batch, expires_on }: NoteProduct): string {
  const given = amount === null ? [] : [`${formatNumber(amount)} ${unit}`.trim()]
  const expiry = expires_on === null ? '' : ` (${s.expiresOn(formatDate(expires_on))})`
  const ofBatch = batch.trim() === '' ? [] : [`${s.batchNamed(batch.trim())}${expiry}`]
  return [name.trim() || s.unnamedProduct, ...given, ...ofBatch].join(' · ')
}
