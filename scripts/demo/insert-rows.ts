import { insertAsJson } from '#server/db/insert-as-json.ts'
import type { Tx } from '#server/db/pool.ts'
import { demoTables, type DemoRows } from './demo-rows.ts'

/** The most rows that one insert statement contains. */
const BATCH = 4_000

type Table = (typeof demoTables)[number]

/** Groups rows by the columns that they have, so that the database fills in the defaults of missing columns. */
function byColumns(rows: readonly object[]): Map<string, object[]> {
  const groups = new Map<string, object[]>()
  for (const row of rows) {
    const columns = Object.keys(row).join()
    const group = groups.get(columns)
    if (group) group.push(row)
    else groups.set(columns, [row])
  }
  return groups
}

export async function insertAll(tx: Tx, table: Table, rows: readonly object[]): Promise<void> {
  for (const group of byColumns(rows).values()) {
    for (let start = 0; start < group.length; start += BATCH)
      await insertAsJson(tx, table, group.slice(start, start + BATCH))
  }
}

/**
 * Inserts the approvals of discounts, then sales, then the approvals of voids and refunds, then the voids and refunds,
 * because each refers to rows of the step before. `insertShifts` inserts the approvals of cash movements.
 */
async function insertDocuments(tx: Tx, { documents, approvals }: DemoRows): Promise<void> {
  const isOfSale = ({ sale_id }: DemoRows['approvals'][number]) => Boolean(sale_id)
  const isSale = ({ kind }: DemoRows['documents'][number]) => kind === 'sale'
  await insertAll(
    tx,
    'approvals',
    approvals.filter((row) => !isOfSale(row) && !row.shift_id),
  )
  await insertAll(tx, 'documents', documents.filter(isSale))
  await insertAll(tx, 'approvals', approvals.filter(isOfSale))
  await insertAll(
    tx,
    'documents',
    documents.filter((row) => !isSale(row)),
  )
}

/** Returns the columns of a shift that are written when the shift is closed. */
const closingOf = (shift: DemoRows['shifts'][number]) => ({
  first_counted_centavos: shift.first_counted_centavos,
  closed_at: shift.closed_at,
  closed_by: shift.closed_by,
  closed_by_name: shift.closed_by_name,
  count: shift.count,
  counted_centavos: shift.counted_centavos,
  expected_centavos: shift.expected_centavos,
  difference_reason: shift.difference_reason,
})

/**
 * Inserts the shifts. A cash movement needs an open shift, and a terminal has only one at a time. So a shift with cash
 * movements is inserted open and closed afterwards, before the next one.
 */
async function insertShifts(tx: Tx, { shifts, cash_movements, approvals }: DemoRows): Promise<void> {
  const moved = new Set(cash_movements.map(({ shift_id }) => shift_id))
  await insertAll(
    tx,
    'shifts',
    shifts.filter(({ id, closed_at }) => !moved.has(id) && closed_at),
  )
  for (const shift of shifts.filter(({ id, closed_at }) => moved.has(id) || !closed_at)) {
    const closing = closingOf(shift)
    const stillOpen = Object.fromEntries(Object.keys(closing).map((column) => [column, null]))
    await insertAll(tx, 'shifts', [{ ...shift, ...stillOpen }])
    await insertAll(
      tx,
      'approvals',
      approvals.filter(({ shift_id }) => shift_id === shift.id),
    )
    await insertAll(
      tx,
      'cash_movements',
      cash_movements.filter(({ shift_id }) => shift_id === shift.id),
    )
    if (shift.closed_at) await tx.updateTable('shifts').set(closing).where('id', '=', shift.id).execute()
  }
}

/**
 * Inserts the voids of gift cards before it marks their accounts as void, because a void account accepts no more
 * entries.
 */
async function insertVoids(tx: Tx, { prepaid_voids }: DemoRows): Promise<void> {
  await insertAll(tx, 'prepaid_voids', prepaid_voids)
  for (const { account_id, voided_at } of prepaid_voids)
    await tx.updateTable('prepaid_accounts').set({ voided_at }).where('id', '=', account_id).execute()
}

const nothing = () => Promise.resolve()

/**
 * Tables whose rows must be inserted in a special order. `insertDocuments` also inserts the approvals, and
 * `insertShifts` the cash movements.
 */
const orderedInserts: Partial<Record<Table, (tx: Tx, rows: DemoRows) => Promise<void>>> = {
  documents: insertDocuments,
  approvals: nothing,
  shifts: insertShifts,
  cash_movements: nothing,
  prepaid_voids: insertVoids,
}

/** Inserts the whole sample in an order that satisfies the constraints. */
export async function insertRows(tx: Tx, rows: DemoRows): Promise<void> {
  for (const table of demoTables)
    await (orderedInserts[table] ?? ((each) => insertAll(each, table, rows[table])))(tx, rows)
}
