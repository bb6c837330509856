import type { Tx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import type { DisabledDate } from '#shared/closed-dates/contract.ts'
import { closedDatesMessages as s } from '#shared/closed-dates/messages.ts'
import { isCivilDate, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { embeddedHolidays } from './embedded-holidays.ts'
import * as queries from './queries.ts'

/** The closed dates: `disabled` dates are closed for everybody, `holidays` only for clients who book online. */
type ClosedDates = { disabled: ReadonlySet<CivilDate>; holidays: ReadonlySet<CivilDate> }

/**
 * Returns the closed dates that a row from the database contains. Holidays of years that were never loaded come from
 * the embedded calendar.
 */
export async function closedDatesOf(row: queries.ClosedRow, first: CivilDate, last: CivilDate): Promise<ClosedDates> {
  const firstYear = Number(first.slice(0, 4))
  const years = Array.from({ length: Number(last.slice(0, 4)) - firstYear + 1 }, (_, n) => firstYear + n)
  const unknown = years.filter((year) => !row.years.includes(year))
  const embedded = (await Promise.all(unknown.map(embeddedHolidays))).flat().map(({ date }) => date)
  const opened = new Set(row.opened)
  const holidays = [...row.holidays, ...embedded].filter((date) => !opened.has(date))
  return { disabled: new Set(row.disabled), holidays: new Set(holidays) }
}

/**
 * Takes a shared lock on the date for a booking. Closing a date takes an exclusive lock, so if both happen at once, the
 * second waits and then sees the result of the first. Must be taken before reading the date.
 */
export const lockDateAgainstClosing = (tx: Tx, date: CivilDate): Promise<void> => queries.lockDateShared(tx, date)

/** Takes exclusive locks on dates, sorted so that two closings cannot deadlock. */
export async function lockDatesExclusively(tx: Tx, dates: readonly CivilDate[]): Promise<void> {
  for (const date of [...new Set(dates)].sort()) await queries.lockDateExclusively(tx, date)
}

/** The name of the public holiday on a date; null when there is none or the clinic opened it. */
async function holidayOn({ tx, branchId }: ReadContext, date: CivilDate): Promise<string | null> {
  const state = await queries.holidayState(tx, branchId, date)
  if (state.is_opened) return null
  if (state.is_known) return state.name
  // The year was never loaded: use the embedded calendar rather than wait for a service.
  const days = await embeddedHolidays(Number(date.slice(0, 4)))
  return days.find((day) => day.date === date)?.localName ?? null
}

/** Disabled dates from today on, for the public, so without remarks. */
export const listPublicDisabledDates = ({ tx, branchId, now }: ReadContext): Promise<DisabledDate[]> =>
  queries.disabledFrom(tx, branchId, manilaDate(now))

/** Disabled dates with remarks, for staff. */
export const listDisabledDates = (
  { tx, branchId }: ReadContext,
  from?: CivilDate,
  to?: CivilDate,
): Promise<DisabledDate[]> => queries.disabledBetween(tx, branchId, from, to)

/** Closes dates for bookings and notifies all screens. Throws a 409 when one is closed already. Returns the new ids. */
export async function closeDates(context: Context, dates: readonly CivilDate[], remark: string): Promise<string[]> {
  const { tx, branchId, now } = context
  const rows = [...new Set(dates)]
    .sort()
    .map((date) => ({ id: newId(), branch_id: branchId, date, remark, created_at: now }))
  await queries.insertDisabled(tx, rows)
  for (const { id, date } of rows)
    await writeAuditLog(context, { type: 'closures.date.disabled', subjectId: id, parameters: { date } })
  context.publish({ name: 'AppointmentBooked' })
  return rows.map((row) => row.id)
}

/** Changes the remark of a disabled date. Throws a 404 for an unknown one. */
export async function changeRemark(context: Context, id: string, remark: string): Promise<DisabledDate> {
  const row = await queries.lockDisabledDate(context.tx, id)
  if (!row) throw new AppError('not_found', s.notFound)
  const { date, status } = row
  if (row.remark === remark) return { id, date, status, remark }
  await queries.updateRemark(context.tx, id, remark)
  await writeAuditLog(context, {
    type: 'closures.date.remark-changed',
    subjectId: id,
    parameters: { date },
    changes: [{ field: 'remark' }],
  })
  context.publish({ name: 'AppointmentBooked' })
  return { id, date, status, remark }
}

async function enableDisabledDate(context: Context, id: string): Promise<void> {
  const row = await queries.deleteDisabled(context.tx, id)
  if (!row) throw new AppError('not_found', s.notFound)
  await writeAuditLog(context, { type: 'closures.date.enabled', subjectId: id, parameters: { date: row.date } })
}

async function openHoliday(context: Context, date: CivilDate): Promise<void> {
  const name = await holidayOn(context, date)
  if (name === null) throw new AppError('not_found', s.noHoliday)
  const isNew = await queries.insertOpened(context.tx, context.branchId, date, context.now)
  if (!isNew) return
  await writeAuditLog(context, { type: 'closures.holiday.opened', subjectId: date, parameters: { date, name } })
}

/** Enables a disabled date by its id, or opens a public holiday by its date. */
export async function enableDate(context: Context, idOrDate: string): Promise<{ message: string }> {
  await (isCivilDate(idOrDate) ? openHoliday : enableDisabledDate)(context, idOrDate)
  context.publish({ name: 'AppointmentBooked' })
  return { message: s.enabled }
}
