import {
  type CheckContext,
  type Finding,
  type ReadRow,
  type RowKeys,
  type RowKind,
  type Saved,
  type Undone,
  NO_KEYS,
} from '#server/imports/row-kind.ts'
import { checkedRowsWithKeys, type StagedRow } from '#server/imports/views.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { importRefusals as s } from '#shared/imports/messages.ts'

// Two services or products are equal if their names and their groups (treatments, categories) are equal. So the key of
// a record consists of its group and its name.

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
  const earlier = new Map<string, number>()
  const checked = await checkedRowsWithKeys(tx, batchId, { emails: [], phones: [], names: keys })
  for (const { name_key, number } of checked) earlier.set(name_key!, number)
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

/** Undoes rows one by one. `remove` deletes the record of a row, or returns why the record must stay. */
export async function undoEach(
  rows: readonly StagedRow[],
  remove: (row: StagedRow) => Promise<'changed' | 'used' | null>,
): Promise<Undone[]> {
  const undone: Undone[] = []
  for (const row of rows) {
    const kept = await remove(row)
    undone.push({ row, reason: kept === null ? null : kept === 'used' ? s.keptUsed : s.keptChanged })
  }
  return undone
}

/** A record that a row has created, and its treatment or category if that was created with it. */
type NewRecord = { id: string; newGroup: string | null }
type GroupOfRow = Pick<NewRecord, 'newGroup'>

type NamedKind<Data> = Pick<RowKind<Data>, 'read'> & {
  /** The name of a record, and of the treatment or category that it belongs to. */
  namesOf: (data: Data) => { group: string; name: string }
  /** The clinic's records with these names, in lower case. */
  findExisting: (context: CheckContext, names: readonly string[]) => Promise<{ group: string; name: string }[]>
  /** Adds a record; returns null if somebody has added the same record since the check. */
  add: (by: Context<Principal>, data: Data) => Promise<NewRecord | null>
  remove: (by: Context<Principal>, record: NewRecord, importedAt: Date) => Promise<'changed' | null>
}

/**
 * Defines how services or products are imported. Two records are the same if their names and their groups are equal.
 */
export function namedRows<Data>({ read, namesOf, findExisting, add, remove }: NamedKind<Data>): RowKind<Data> {
  const keyOf = (data: Data) => nameKeyOf(namesOf(data).group, namesOf(data).name)
  return {
    chunkSize: 50,
    read,
    keysOf: (data) => keysOfName(keyOf(data)),
    find: async (context, rows) => {
      const names = rows.map(({ data }) => namesOf(data).name.toLowerCase())
      const existing = (await findExisting(context, names)).map(
        ({ group, name }) => [nameKeyOf(group, name), name] as const,
      )
      return findNamed(context, rows, { keyOf, existing: new Map(existing) })
    },
    save: async (by, rows) => {
      const saved: Saved[] = []
      for (const { data, decision } of rows) {
        const added = decision === 'skip' ? null : await add(by, data)
        const filled: GroupOfRow = { newGroup: added?.newGroup ?? null }
        saved.push(added ? { outcome: 'created', record_id: added.id, filled } : { outcome: 'skipped' })
      }
      return saved
    },
    undo: (by, rows, { importedAt }) =>
      undoEach(rows, ({ record_id, filled }) =>
        remove(by, { id: record_id!, newGroup: (filled as GroupOfRow | null)?.newGroup ?? null }, importedAt),
      ),
  }
}
