import { sql } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import { demoTables, type DemoRows } from './demo-rows.ts'

/** Rows of one statement. */
const BATCH = 4_000

type Table = (typeof demoTables)[number]

/** Rows that name the same columns; what a row does not name keeps its default. */
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

/** Puts rows into a table, as one JSON parameter a statement: a fraction of the work of a parameter for each value. */
export async function insertAll(tx: Tx, table: Table, rows: readonly object[]): Promise<void> {
  for (const group of byColumns(rows).values()) {
    const columns = sql.join(Object.keys(group[0]!).map((column) => sql.ref(column)))
    for (let start = 0; start < group.length; start += BATCH)
      await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from jsonb_populate_recordset(
        null::${sql.table(table)}, ${JSON.stringify(group.slice(start, start + BATCH))}::jsonb)`.execute(tx)
  }
}

/** An approval of a void or refund names its sale, and is named by what takes the sale back. */
async function insertDocuments(tx: Tx, { documents, approvals }: DemoRows): Promise<void> {
  const isOfSale = ({ sale_id }: DemoRows['approvals'][number]) => sale_id !== null
  const isSale = ({ kind }: DemoRows['documents'][number]) => kind === 'sale'
  await insertAll(
    tx,
    'approvals',
    approvals.filter((row) => !isOfSale(row)),
  )
  await insertAll(tx, 'documents', documents.filter(isSale))
  await insertAll(tx, 'approvals', approvals.filter(isOfSale))
  await insertAll(
    tx,
    'documents',
    documents.filter((row) => !isSale(row)),
  )
}

/** What a shift has once it is closed. */
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

/** Money is moved in an open shift, and a terminal has one at a time: those shifts go in open, one after the other. */
async function insertShifts(tx: Tx, { shifts, cash_movements }: DemoRows): Promise<void> {
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
      'cash_movements',
      cash_movements.filter(({ shift_id }) => shift_id === shift.id),
    )
    if (shift.closed_at) await tx.updateTable('shifts').set(closing).where('id', '=', shift.id).execute()
  }
}

const nothing = () => Promise.resolve()

/** What goes in otherwise than as one table after the other, and what goes in with it. */
const inTurn: Partial<Record<Table, (tx: Tx, rows: DemoRows) => Promise<void>>> = {
  documents: insertDocuments,
  approvals: nothing,
  shifts: insertShifts,
  cash_movements: nothing,
}

/** Everything of the sample, in an order in which the database takes it. */
export async function insertRows(tx: Tx, rows: DemoRows): Promise<void> {
  for (const table of demoTables) await (inTurn[table] ?? ((each) => insertAll(each, table, rows[table])))(tx, rows)
}
