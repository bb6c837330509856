import { compareWithChain, type ChainHead, type CheckedRecord } from '#server/charts/public.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { givenProducts } from '#shared/treatment-notes/note.ts'
import { hashOfNote } from './note-hash.ts'
import { readContent } from './present-note.ts'
import * as views from './views.ts'

/** The number of treatment notes in memory at a time. */
const BATCH = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Line = { product_name: string; amount: number | null; unit: string; batch: string; expires_on: string | null }
const lineText = ({ product_name, amount, unit, batch, expires_on }: Line) =>
  JSON.stringify([product_name, amount, unit, batch, expires_on])

/** True if the treatment note has not changed since it was signed, and its rows of products match its content. */
function isUnchanged(row: views.NoteRow, lines: readonly Line[]): boolean {
  const { signed_at, signed_by, signed_by_name } = row
  if (signed_at === null || signed_by === null || signed_by_name === null) return false
  const expected = givenProducts(readContent(row.content)).map(({ name, batch, ...line }) =>
    lineText({ ...line, product_name: name.trim(), batch: batch.trim() }),
  )
  const isHashRight = hashOfNote({ ...row, signed_at, signed_by, signed_by_name }) === row.hash
  return isHashRight && JSON.stringify(expected) === JSON.stringify(lines.map(lineText))
}

async function* notes(tx: ReadTx, branchId: string): AsyncGenerator<CheckedRecord[], void> {
  for (let after = FIRST_ID; ;) {
    const rows = await views.signedNotesAfter(tx, branchId, after, BATCH)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const lines = await views.productsOfNotes(tx, ids)
    yield rows.map((row) => ({
      id: row.id,
      hash: row.hash ?? '',
      isUnaltered: isUnchanged(
        row,
        lines.filter((line) => line.note_id === row.id),
      ),
      client_id: row.client_id,
      title: (row.template as unknown as { name: string }).name,
      signed_on: manilaDate(row.signed_at!),
    }))
    after = ids.at(-1)!
  }
}

/**
 * Compares the signed treatment notes of a branch with their hashes, and with the chain that contains the hash of every
 * signed note.
 */
export const checkNotes = (tx: ReadTx, branchId: string, earlier?: ChainHead) =>
  compareWithChain(tx, { branchId, records: 'notes', earlier }, notes(tx, branchId))
