import { sql, type Insertable } from 'kysely'
import { executeAhead } from '#server/db/pipeline.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { DisabledDates } from '#server/db/schema.ts'
import type { Holiday } from '#shared/closed-dates/contract.ts'
import { dayNumber, type CivilDate } from '#shared/lib/manila-time.ts'

/** The first key of the advisory lock that serializes bookings and closings of a date. */
const DATE_LOCK = 7_001

export const lockDateShared = (tx: Tx, date: CivilDate): Promise<void> =>
  executeAhead(tx, sql`select pg_advisory_xact_lock_shared(${DATE_LOCK}, ${dayNumber(date)})`.compile(tx))

export const lockDateExclusively = (tx: Tx, date: CivilDate) =>
  sql`select pg_advisory_xact_lock(${DATE_LOCK}, ${dayNumber(date)})`.execute(tx)

const disabledOf = (tx: ReadTx, branchId: string) => tx.selectFrom('disabled_dates').where('branch_id', '=', branchId)

/** The closed dates in the database; a year that is missing in `years` was never loaded. */
export type ClosedRow = { disabled: CivilDate[]; holidays: CivilDate[]; opened: CivilDate[]; years: number[] }

/** The closed dates of a range as one column of a statement. */
export const closedBetween = (branchId: string, from: CivilDate, to: CivilDate) => {
  const years = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  const ofBranch = sql`where branch_id = ${branchId} and date between ${from} and ${to}`
  return sql<ClosedRow>`(select json_build_object(
    'disabled', (select coalesce(json_agg(date), '[]') from disabled_dates ${ofBranch}),
    'opened', (select coalesce(json_agg(date), '[]') from opened_holidays ${ofBranch}),
    'holidays', (select coalesce(json_agg(date), '[]') from public_holidays
      where year between ${years[0]} and ${years[1]} and date between ${from} and ${to}),
    'years', (select coalesce(json_agg(distinct year), '[]') from public_holidays
      where year between ${years[0]} and ${years[1]})))`
}

export const disabledFrom = (tx: ReadTx, branchId: string, date: CivilDate) =>
  disabledOf(tx, branchId).select(['id', 'date', 'status']).where('date', '>=', date).orderBy('date').execute()

export function disabledBetween(tx: ReadTx, branchId: string, from?: CivilDate, to?: CivilDate) {
  let rows = disabledOf(tx, branchId).select(['id', 'date', 'status', 'remark']).orderBy('date')
  if (from) rows = rows.where('date', '>=', from)
  if (to) rows = rows.where('date', '<=', to)
  return rows.execute()
}

export const lockDisabledDate = (tx: Tx, id: string) =>
  tx.selectFrom('disabled_dates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertDisabled = (tx: Tx, rows: Insertable<DisabledDates>[]) =>
  tx.insertInto('disabled_dates').values(rows).execute()

export const updateRemark = (tx: Tx, id: string, remark: string) =>
  tx.updateTable('disabled_dates').set({ remark }).where('id', '=', id).execute()

export const deleteDisabled = (tx: Tx, id: string) =>
  tx.deleteFrom('disabled_dates').where('id', '=', id).returning(['date']).executeTakeFirst()

/** Opens a public holiday for bookings; returns false when it was open already. */
export const insertOpened = async (tx: Tx, branchId: string, date: CivilDate, now: Date): Promise<boolean> =>
  (await tx
    .insertInto('opened_holidays')
    .values({ branch_id: branchId, date, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('date')
    .executeTakeFirst()) !== undefined

/** The source of a year's stored holidays and when they were read; undefined when there are none. */
export const sourceOfYear = (tx: ReadTx, year: number) =>
  tx.selectFrom('public_holidays').select(['source', 'fetched_at']).where('year', '=', year).executeTakeFirst()

/** A year's holidays without those that the branch has opened. */
export const holidaysOfYear = (tx: ReadTx, branchId: string, year: number) =>
  tx
    .selectFrom('public_holidays')
    .select(['date', 'local_name as localName'])
    .where('year', '=', year)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('opened_holidays')
            .select('date')
            .where('branch_id', '=', branchId)
            .whereRef('opened_holidays.date', '=', 'public_holidays.date'),
        ),
      ),
    )
    .orderBy('date')
    .execute()

/**
 * The stored facts about one date: its holiday's name, whether its year is loaded, and whether the branch opened it.
 */
export const holidayState = (tx: ReadTx, branchId: string, date: CivilDate) => {
  const year = Number(date.slice(0, 4))
  return tx
    .selectNoFrom(({ selectFrom, exists }) => [
      selectFrom('public_holidays')
        .select('local_name')
        .where('year', '=', year)
        .where('date', '=', date)
        .limit(1)
        .as('name'),
      exists(selectFrom('public_holidays').select('year').where('year', '=', year)).as('is_known'),
      exists(
        selectFrom('opened_holidays').select('date').where('branch_id', '=', branchId).where('date', '=', date),
      ).as('is_opened'),
    ])
    .executeTakeFirstOrThrow()
}

/** Replaces the stored holidays of a year. */
export async function replaceYear(
  tx: Tx,
  year: number,
  days: readonly Holiday[],
  origin: { source: string; fetched_at: Date },
): Promise<void> {
  await tx.deleteFrom('public_holidays').where('year', '=', year).execute()
  await tx
    .insertInto('public_holidays')
    .values(days.map(({ date, localName }) => ({ year, date, local_name: localName, ...origin })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
