import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { MovementKind } from '#shared/cash/drawer.ts'
import type { TillActionSums } from '#shared/cash/till-actions.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { Role } from '#shared/people/role.ts'

export const settingsOf = (tx: ReadTx, branchId: string) =>
  tx.selectFrom('cash_settings').selectAll().where('branch_id', '=', branchId).executeTakeFirstOrThrow()

export type SettingsRow = Awaited<ReturnType<typeof settingsOf>>

/** Terminals by name, and for each whether it has an open shift. */
const terminals = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('terminals')
    .select(['id', 'name', 'is_active', 'machine_number', 'serial_number', 'version'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('shifts')
          .select('shifts.id')
          .whereRef('shifts.terminal_id', '=', 'terminals.id')
          .where('closed_at', 'is', null),
      ).as('has_open_shift'),
    )
    .where('branch_id', '=', branchId)

export type TerminalRow = Awaited<ReturnType<typeof terminalOf>>

export const terminalOf = (tx: ReadTx, branchId: string, id: string) =>
  terminals(tx, branchId).where('id', '=', id).executeTakeFirstOrThrow()

export async function terminalsPage(
  tx: ReadTx,
  branchId: string,
  { page, per_page, search }: { page: number; per_page: number; search: string },
) {
  const found = terminals(tx, branchId).where('name', 'ilike', `%${search.replace(/[\\%_]/g, '\\$&')}%`)
  const rows = await found
    .orderBy('is_active', 'desc')
    .orderBy(sql`lower(name)`)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const { count } = await tx
    .selectFrom(found.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { rows, total: count }
}

export const activeTerminals = (tx: ReadTx, branchId: string) =>
  tx.selectFrom('terminals').select('id').where('branch_id', '=', branchId).where('is_active', '=', true).execute()

/** Accounts that can have a shift, by name. */
export const accountsWithRoles = (tx: ReadTx, roles: readonly Role[]) =>
  tx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('role', 'in', roles)
    .where('closed_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()

/** Days with shifts and without a Z-reading, by terminal, and whether one of the shifts is open. */
export const unclosedDays = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('shifts')
    .innerJoin('terminals', 'terminals.id', 'shifts.terminal_id')
    .leftJoin('z_readings', (join) =>
      join
        .onRef('z_readings.terminal_id', '=', 'shifts.terminal_id')
        .onRef('z_readings.business_date', '=', 'shifts.business_date'),
    )
    .select(['shifts.terminal_id', 'terminals.name as terminal_name', 'shifts.business_date as date'])
    .select(sql<boolean>`bool_or(shifts.closed_at is null)`.as('has_open_shift'))
    .where('terminals.branch_id', '=', branchId)
    .where('z_readings.id', 'is', null)
    .groupBy(['shifts.terminal_id', 'terminals.name', 'shifts.business_date'])
    .orderBy('terminals.name')
    .orderBy('shifts.business_date')
    .execute()

/** The date of each terminal's latest shift, by terminal id. */
export async function latestShiftDates(tx: ReadTx, branchId: string): Promise<Map<string, CivilDate>> {
  const rows = await tx
    .selectFrom('shifts')
    .innerJoin('terminals', 'terminals.id', 'shifts.terminal_id')
    .select(({ fn }) => ['terminal_id', fn.max('business_date').as('date')])
    .where('branch_id', '=', branchId)
    .groupBy('terminal_id')
    .execute()
  return new Map(rows.map(({ terminal_id, date }) => [terminal_id, date]))
}

const sumMovements = (kind: MovementKind) =>
  sql<number>`coalesce((select sum(amount_centavos) from cash_movements
    where shift_id = shifts.id and kind = ${kind}), 0)::bigint`

const actionsOfShift = sql<Partial<TillActionSums> | null>`(select json_object_agg(kind, sums) from (
    select kind, json_build_object('count', count(*), 'amount', sum(amount_centavos)) as sums
    from till_actions where shift_id = shifts.id group by kind) kinds)`

/** Shifts with the name of their terminal, and the sums of their movements and till actions of each kind. */
const shifts = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('shifts')
    .innerJoin('terminals', 'terminals.id', 'shifts.terminal_id')
    .selectAll('shifts')
    .select([
      'terminals.name as terminal_name',
      sumMovements('in').as('pay_in'),
      sumMovements('out').as('pay_out'),
      sumMovements('drop').as('drops'),
      actionsOfShift.as('actions'),
    ])
    .where('terminals.branch_id', '=', branchId)

export type ShiftRow = Awaited<ReturnType<typeof openShifts>>[number]

export const openShifts = (tx: ReadTx, branchId: string) =>
  shifts(tx, branchId).where('closed_at', 'is', null).orderBy('opened_at').orderBy('shifts.id').execute()

export const shiftById = (tx: ReadTx, branchId: string, id: string) =>
  shifts(tx, branchId).where('shifts.id', '=', id).executeTakeFirst()

/** A terminal's shifts on a date in the order of opening. */
export const shiftsOfDay = (tx: ReadTx, branchId: string, day: { terminalId: string; date: CivilDate }) =>
  shifts(tx, branchId)
    .where('terminal_id', '=', day.terminalId)
    .where('business_date', '=', day.date)
    .orderBy('opened_at')
    .orderBy('shifts.id')
    .execute()

/** All closed shifts in the order of opening. */
export const closedShifts = (tx: ReadTx, branchId: string) =>
  shifts(tx, branchId).where('closed_at', 'is not', null).orderBy('opened_at').orderBy('shifts.id').execute()

type ListFilter = { search: string; from?: CivilDate | undefined; to?: CivilDate | undefined }
type Page = { page: number; per_page: number }

function filteredShifts(tx: ReadTx, branchId: string, { search, from, to }: ListFilter) {
  const wanted = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  let rows = shifts(tx, branchId).where(({ or, eb }) =>
    or([eb('cashier_name', 'ilike', wanted), eb('terminals.name', 'ilike', wanted)]),
  )
  if (from) rows = rows.where('business_date', '>=', from)
  if (to) rows = rows.where('business_date', '<=', to)
  return rows
}

export const shiftsPage = (tx: ReadTx, branchId: string, filter: ListFilter, { page, per_page }: Page) =>
  filteredShifts(tx, branchId, filter)
    .orderBy('business_date', 'desc')
    .orderBy('opened_at', 'desc')
    .orderBy('shifts.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()

type CashierSums = { cashier_name: string; shifts: number; closed: number; short: number; over: number }

/**
 * Returns for each cashier the number of shifts that match the filter, and how much cash was missing and left over in
 * the closed ones.
 */
export async function sumsByCashier(tx: ReadTx, branchId: string, filter: ListFilter): Promise<CashierSums[]> {
  const { rows } = await sql<CashierSums>`with found as (
      select cashier_id, cashier_name, opened_at, closed_at, counted_centavos - expected_centavos as difference
      from (${filteredShifts(tx, branchId, filter)}) filtered
    )
    select (array_agg(cashier_name order by opened_at desc))[1] as cashier_name, count(*)::int as shifts,
      count(closed_at)::int as closed,
      coalesce(-sum(least(difference, 0)), 0)::bigint as short, coalesce(sum(greatest(difference, 0)), 0)::bigint as over
    from found group by cashier_id order by 1`.execute(tx)
  return rows
}

const printCount = sql<number>`(select count(*) from reading_prints where reading_id = z_readings.id)::int`

/** Z-readings with the current name of their terminal and how often they were printed. */
const readings = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('z_readings')
    .innerJoin('terminals', 'terminals.id', 'z_readings.terminal_id')
    .selectAll('z_readings')
    .select(['terminals.name as terminal_name', printCount.as('print_count')])
    .where('terminals.branch_id', '=', branchId)

export const readingById = (tx: ReadTx, branchId: string, id: string) =>
  readings(tx, branchId).where('z_readings.id', '=', id).executeTakeFirst()

function filteredReadings(tx: ReadTx, branchId: string, { search, from, to }: ListFilter) {
  let rows = readings(tx, branchId)
  if (search !== '') {
    const wanted = `%${search.replace(/[\\%_]/g, '\\$&')}%`
    rows = rows.where(({ or, eb }) =>
      or([eb('terminals.name', 'ilike', wanted), eb(sql<string>`z_readings.number::text`, '=', search)]),
    )
  }
  if (from) rows = rows.where('business_date', '>=', from)
  if (to) rows = rows.where('business_date', '<=', to)
  return rows
}

export async function readingsPage(tx: ReadTx, branchId: string, filter: ListFilter, { page, per_page }: Page) {
  const found = filteredReadings(tx, branchId, filter)
  const rows = await found
    .orderBy('business_date', 'desc')
    .orderBy('closed_at', 'desc')
    .orderBy('z_readings.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const { count } = await tx
    .selectFrom(found.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { rows, total: count }
}

/** All readings, in the order of each terminal's chain. */
export const readingChains = (tx: ReadTx, branchId: string) =>
  readings(tx, branchId).orderBy('z_readings.terminal_id').orderBy('number').execute()

export const lastReading = (tx: ReadTx, terminalId: string) =>
  tx
    .selectFrom('z_readings')
    .select(['number', 'hash', 'grand_total_centavos'])
    .where('terminal_id', '=', terminalId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

export type LastReading = Awaited<ReturnType<typeof lastReading>>

export const isDayClosed = async (tx: ReadTx, terminalId: string, date: CivilDate): Promise<boolean> =>
  (await tx
    .selectFrom('z_readings')
    .select('id')
    .where('terminal_id', '=', terminalId)
    .where('business_date', '=', date)
    .executeTakeFirst()) !== undefined

export async function printsOfShift(tx: ReadTx, shiftId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('reading_prints')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('shift_id', '=', shiftId)
    .executeTakeFirstOrThrow()
  return count
}
