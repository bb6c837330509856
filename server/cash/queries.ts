import { sql, type Insertable, type Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type {
  CashMovements,
  CashSettings,
  ReadingPrints,
  ShiftColleagues,
  Shifts,
  Terminals,
  TillActions,
  ZReadings,
} from '#server/db/schema.ts'

/** Locks a branch's settings for a change, so that nobody opens a shift meanwhile. */
export const lockSettings = (tx: Tx, branchId: string) =>
  tx.selectFrom('cash_settings').selectAll().where('branch_id', '=', branchId).forUpdate().executeTakeFirstOrThrow()

/** Locks a branch's settings against changes by others (a shared lock). */
export const lockSettingsShared = (tx: Tx, branchId: string) =>
  tx.selectFrom('cash_settings').selectAll().where('branch_id', '=', branchId).forShare().executeTakeFirstOrThrow()

export const updateSettings = (tx: Tx, branchId: string, values: Updateable<CashSettings>) =>
  tx.updateTable('cash_settings').set(values).where('branch_id', '=', branchId).execute()

/**
 * Locks a terminal, so that opening a shift, closing the day and switching the terminal off run one after the other.
 */
export const lockTerminal = (tx: Tx, branchId: string, id: string) =>
  tx
    .selectFrom('terminals')
    .selectAll()
    .where('branch_id', '=', branchId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Locks a terminal against closing its day (a shared lock). */
export const lockTerminalShared = (tx: Tx, branchId: string, id: string) =>
  tx
    .selectFrom('terminals')
    .select(['id', 'name'])
    .where('branch_id', '=', branchId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()

/** Adds a terminal. Violates `terminals__name` when another terminal has that name. */
export const insertTerminal = (tx: Tx, row: Insertable<Terminals>) => tx.insertInto('terminals').values(row).execute()

export const updateTerminal = (tx: Tx, id: string, values: Updateable<Terminals>) =>
  tx.updateTable('terminals').set(values).where('id', '=', id).execute()

/** Adds a shift. Violates a constraint of `shifts` when the terminal cannot open a shift now. */
export const insertShift = (tx: Tx, row: Insertable<Shifts>) => tx.insertInto('shifts').values(row).execute()

/** Locks a shift; waits for documents that are just being added to it. */
export const lockShift = (tx: Tx, branchId: string, id: string) =>
  tx
    .selectFrom('shifts')
    .innerJoin('terminals', 'terminals.id', 'shifts.terminal_id')
    .selectAll('shifts')
    .select('terminals.name as terminal_name')
    .where('terminals.branch_id', '=', branchId)
    .where('shifts.id', '=', id)
    .forUpdate('shifts')
    .executeTakeFirst()

export const updateShift = (tx: Tx, id: string, values: Updateable<Shifts>) =>
  tx.updateTable('shifts').set(values).where('id', '=', id).execute()

/**
 * Adds a cash movement. Violates `cash_movements__open_shift` when the shift was closed meanwhile, and
 * `cash_movements__drawer` when the drawer holds less.
 */
export const insertMovement = (tx: Tx, row: Insertable<CashMovements>) =>
  tx.insertInto('cash_movements').values(row).execute()

/** Records that a person works on a colleague's shift. Returns true if this was not recorded before. */
export async function insertColleague(tx: Tx, row: Insertable<ShiftColleagues>): Promise<boolean> {
  const inserted = await tx
    .insertInto('shift_colleagues')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('person_id')
    .execute()
  return inserted.length > 0
}

/**
 * Inserts the actions that are not stored yet, and returns their ids. Violates `till_actions__open_day` when the day of
 * their shift is closed.
 */
export async function insertTillActions(tx: Tx, rows: readonly Insertable<TillActions>[]): Promise<Set<string>> {
  const inserted = await tx
    .insertInto('till_actions')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return new Set(inserted.map(({ id }) => id))
}

/** Adds a Z-reading. Violates a constraint of `z_readings` when the day cannot be closed now. */
export const insertReading = (tx: Tx, row: Insertable<ZReadings>) => tx.insertInto('z_readings').values(row).execute()

type Print = Pick<Insertable<ReadingPrints>, 'id' | 'printed_at' | 'printed_by'> &
  ({ reading_id: string } | { shift_id: string })

/**
 * Records that a reading was printed or saved, and returns how often that happened before. The caller must have locked
 * the terminal of a Z-reading or the shift of an X-reading.
 */
export async function insertPrint(tx: Tx, row: Print): Promise<number> {
  const earlier =
    'reading_id' in row ? sql`where reading_id = ${row.reading_id}` : sql`where shift_id = ${row.shift_id}`
  const { reprint } = await tx
    .insertInto('reading_prints')
    .values({ ...row, reprint: sql<number>`(select count(*) from reading_prints ${earlier})` })
    .returning('reprint')
    .executeTakeFirstOrThrow()
  return reprint
}
