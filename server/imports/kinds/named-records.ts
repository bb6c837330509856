import {
  type CheckContext,
  type Finding,
  type ReadRow,
  type RowKeys,
  type Undone,
  NO_KEYS,
} from '#server/imports/row-kind.ts'
import { rowsWithKeys, type StagedRow } from '#server/imports/views.ts'
import { importRefusals as s } from '#shared/imports/messages.ts'

// Services and products are equal if their names are: their key is the name with the group that they belong to.

export const nameKeyOf = (group: string, name: string): string => `${group.toLowerCase()} / ${name.toLowerCase()}`
export const keysOfName = (key: string): RowKeys => ({ ...NO_KEYS, name_key: key })

/** Compares rows with existing records by their keys, and with the earlier rows of the same file. */
export async function findNamed<Data>(
  { tx, batchId }: CheckContext,
  rows: readonly ReadRow<Data>[],
  { keyOf, existing }: { keyOf: (data: Data) => string; existing: ReadonlyMap<string, string> },
): Promise<Finding[]> {
  if (rows.length === 0) return []
  const keys = rows.map(({ data }) => keyOf(data))
  const before = { before: rows[0]!.row.number, emails: [], phones: [], names: keys }
  const earlier = new Map<string, number>()
  for (const { name_key, number } of await rowsWithKeys(tx, batchId, before)) earlier.set(name_key!, number)
  return rows.map(({ row }, at): Finding => {
    const key = keys[at]!
    const name = existing.get(key)
    if (name !== undefined) return { outcome: 'duplicate', match_name: name, match_by: 'name' }
    const same = earlier.get(key)
    if (same !== undefined) return { outcome: 'duplicate', same_as_row: same, match_by: 'name' }
    earlier.set(key, row.number)
    return { outcome: 'new' }
  })
}

/** Undoes rows one by one with the function that removes their record. */
export async function undoEach(
  rows: readonly StagedRow[],
  remove: (row: StagedRow) => Promise<'changed' | null>,
): Promise<Undone[]> {
  const undone: Undone[] = []
  for (const row of rows) undone.push({ row, reason: (await remove(row)) === null ? null : s.keptChanged })
  return undone
}
