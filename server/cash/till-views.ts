import { sql } from 'kysely'
import type { ReadTx } from '#server/db/pool.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'

type Named = { id: string; name: string }

export type TillRow = {
  is_on: boolean
  terminals: (Named & { has_open_shift: boolean })[]
  terminal: Named | null
  shift: {
    id: string
    cashier_name: string
    opened_at: string
    business_date: CivilDate
  } | null
  asks_colleague: boolean
  unclosed_date: CivilDate | null
  /** True when closed shifts of the date have no Z-reading yet. */
  has_closed_shifts: boolean
  is_day_closed: boolean
  z_reading_id: string | null
}

type TillQuery = { branchId: string; terminalId: string | undefined; date: CivilDate; userId: string }

/** Reads in one statement what prevents selling on a terminal. */
export async function readTill(tx: ReadTx, { branchId, terminalId = '', date, userId }: TillQuery): Promise<TillRow> {
  const { rows } = await sql<TillRow>`with active as (
      select id, name from terminals where branch_id = ${branchId} and is_active
    ), chosen as (
      select id, name from active
      where id::text = ${terminalId} or (select count(*) from active) = 1
    ), unread as (
      select min(s.business_date) filter (where s.business_date < ${date}) as earlier,
        coalesce(bool_or(s.business_date = ${date} and s.closed_at is not null), false) as of_date
      from shifts s join chosen on chosen.id = s.terminal_id
      where s.business_date > coalesce((select max(z.business_date) from z_readings z where z.terminal_id = chosen.id), '-infinity')
    )
    select settings.is_on,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'has_open_shift',
        exists (select from shifts s where s.terminal_id = active.id and s.closed_at is null)) order by name), '[]')
        from active) as terminals,
      (select json_build_object('id', id, 'name', name) from chosen) as terminal,
      (select json_build_object('id', s.id, 'cashier_name', s.cashier_name, 'opened_at', s.opened_at,
        'business_date', s.business_date)
        from shifts s join chosen on chosen.id = s.terminal_id where s.closed_at is null) as shift,
      exists (select from shifts s join chosen on chosen.id = s.terminal_id
        where s.closed_at is null and s.cashier_id <> ${userId}
        and not exists (select from shift_colleagues c where c.shift_id = s.id and c.person_id = ${userId})) as asks_colleague,
      to_char((select earlier from unread), 'YYYY-MM-DD') as unclosed_date, (select of_date from unread) as has_closed_shifts,
      exists (select from z_readings z join chosen on chosen.id = z.terminal_id where z.business_date = ${date}) as is_day_closed,
      (select z.id from z_readings z join chosen on chosen.id = z.terminal_id order by z.number desc limit 1) as z_reading_id
    from cash_settings settings where branch_id = ${branchId}`.execute(tx)
  return rows[0]!
}

/** The people who opened, took over, joined, sold, or took or returned money paid ahead in each of these shifts. */
export async function peopleOfShifts(tx: ReadTx, shiftIds: readonly string[]) {
  const { rows } = await sql<Named & { shift_id: string }>`select workers.shift_id, users.id, users.name from (
      select id as shift_id, cashier_id as person_id from shifts
      union select id, opened_by from shifts
      union select shift_id, person_id from shift_colleagues
      union select shift_id, cashier_id from documents
      union select shift_id, cashier_id from prepaid_sales
      union select shift_id, voided_by from prepaid_voids
    ) workers join users on users.id = workers.person_id
    where workers.shift_id = any(${shiftIds}::uuid[])`.execute(tx)
  return rows
}

/** A terminal's shifts on days without a Z-reading, latest first. */
export const shiftsOfOpenDays = (tx: ReadTx, terminalId: string) =>
  tx
    .selectFrom('shifts')
    .select(['id', 'opened_at', 'closed_at'])
    .where('terminal_id', '=', terminalId)
    .where(
      sql<boolean>`business_date > coalesce((select max(business_date) from z_readings where terminal_id = ${terminalId}), '-infinity')`,
    )
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
