import type { Insertable, Updateable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { CashMovements, CashSettings, ReadingPrints, Shifts, Terminals, ZReadings } from '#server/db/schema.ts'

/** Holds the settings of a branch: nobody switches them while a shift is being opened, nor the other way. */
export const settingsToChange = (tx: Tx, branchId: string) =>
  tx.selectFrom('cash_settings').selectAll().where('branch_id', '=', branchId).forUpdate().executeTakeFirstOrThrow()

/** The same for whoever only needs them to stay as they are. */
export const settingsToKeep = (tx: Tx, branchId: string) =>
  tx.selectFrom('cash_settings').selectAll().where('branch_id', '=', branchId).forShare().executeTakeFirstOrThrow()

export const updateSettings = (tx: Tx, branchId: string, values: Updateable<CashSettings>) =>
  tx.updateTable('cash_settings').set(values).where('branch_id', '=', branchId).execute()

/** Holds a terminal of the branch: opening a shift, closing the day and switching it off come one after the other. */
export const terminalToChange = (tx: Tx, branchId: string, id: string) =>
  tx
    .selectFrom('terminals')
    .selectAll()
    .where('branch_id', '=', branchId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Fails on `terminals__name` when another one is called so. */
export const insertTerminal = (tx: Tx, row: Insertable<Terminals>) => tx.insertInto('terminals').values(row).execute()

export const updateTerminal = (tx: Tx, id: string, values: Updateable<Terminals>) =>
  tx.updateTable('terminals').set(values).where('id', '=', id).execute()

/** Fails on a rule of `shifts` where none can be opened now. */
export const insertShift = (tx: Tx, row: Insertable<Shifts>) => tx.insertInto('shifts').values(row).execute()

/** Holds a shift of the branch; waits for the documents that are just joining it. */
export const shiftToChange = (tx: Tx, branchId: string, id: string) =>
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

/** Fails on `cash_movements__open_shift` when the shift was closed meanwhile. */
export const insertMovement = (tx: Tx, row: Insertable<CashMovements>) =>
  tx.insertInto('cash_movements').values(row).execute()

/** Fails on a rule of `z_readings` where the day cannot be closed now. */
export const insertReading = (tx: Tx, row: Insertable<ZReadings>) => tx.insertInto('z_readings').values(row).execute()

export const insertPrint = (tx: Tx, row: Insertable<ReadingPrints>) =>
  tx.insertInto('reading_prints').values(row).execute()
