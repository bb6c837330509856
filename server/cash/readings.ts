import { createHash } from 'node:crypto'
import { requireSensibleClock } from '#server/clinic/clock.ts'
import { currentHead } from '#server/clinic/issuer.ts'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { cardsOfShifts } from '#server/prepaid/public.ts'
import { sumsOfShifts } from '#server/sales/day-totals.ts'
import { percentageTaxOfShifts } from '#server/sales/public.ts'
import { coverSmallSales } from '#server/sales/covers/issue-cover.ts'
import type { Reading } from '#shared/cash/contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { readingFigures, type ReadingFigures } from '#shared/cash/reading.ts'
import type { ZContent } from '#shared/cash/z-content.ts'
import type { ShiftDrawer } from '#shared/cash/shift-drawer.ts'
import { completeSums } from '#shared/cash/till-actions.ts'
import { isoInManila, type CivilDate } from '#shared/lib/manila-time.ts'
import { toPesos } from '#shared/lib/money.ts'
import { cardSalesTogether } from '#shared/prepaid/card-sales.ts'
import { percentageTaxInPesos, type PercentageTaxSales } from '#shared/sales/percentage-tax.ts'
import type { PaperCopy } from '#shared/sales/paper/paper-fields.ts'
import { presentCardSales, presentFigures, presentSmallSales, withoutCash } from './present-reading.ts'
import * as queries from './queries.ts'
import { contentOf } from './reading-content.ts'
import * as views from './views.ts'

/** The hash of a reading covers its content and the previous hash (empty for the first), so readings form a chain. */
export const readingHash = (previous: string, content: string): string =>
  createHash('sha256').update(previous).update(content).digest('hex')

/** Returns a shift's times and cash as readings show them. */
export const drawerOfShift = (row: views.ShiftRow): ShiftDrawer => ({
  cashier_name: row.cashier_name,
  opened_at: isoInManila(row.opened_at),
  closed_at: row.closed_at && isoInManila(row.closed_at),
  float: row.float_centavos,
  pay_in: row.pay_in,
  pay_out: row.pay_out,
  drops: row.drops,
  counted: row.counted_centavos,
  opened_by: row.opened_by_name,
  closed_by: row.closed_by_name,
  actions: completeSums(row.actions ?? {}),
})

async function computeFigures(tx: ReadTx, shifts: readonly views.ShiftRow[]): Promise<ReadingFigures> {
  const sums = await sumsOfShifts(
    tx,
    shifts.map(({ id }) => id),
  )
  return readingFigures(shifts.map((shift) => ({ ...drawerOfShift(shift), sums: sums(shift.id) })))
}

/** The gift cards and packages that were sold, voided and refunded in these shifts, and who sold them in each shift. */
async function cardsIn(tx: ReadTx, shifts: readonly views.ShiftRow[]) {
  const ids = shifts.map(({ id }) => id)
  const { sales, sellers } = await cardsOfShifts(tx, ids)
  return { sales: cardSalesTogether(ids.flatMap(sales)), sellers: ids.map(sellers) }
}

/**
 * The taxable and exempt sales for the percentage tax in these shifts; null if their readings do not show these sales.
 */
async function percentageTaxIn(tx: ReadTx, shifts: readonly views.ShiftRow[]): Promise<PercentageTaxSales | null> {
  const ids = shifts.map(({ id }) => id)
  return (await percentageTaxOfShifts(tx, ids))(ids)
}

/** The X-reading of a shift as of now. Throws a 404 for an unknown shift. */
export async function readXReading(context: ReadContext<Principal>, shiftId: string): Promise<Reading> {
  const { tx, branchId, user, now } = context
  const shift = await views.shiftById(tx, branchId, shiftId)
  if (!shift) throw new AppError('not_found', s.shiftNotFound)
  const cards = await cardsIn(tx, [shift])
  const figures = presentFigures(await computeFigures(tx, [shift]), cards.sellers)
  const isBlind = shift.closed_at === null && !user.permissions.has('cash.manage')
  const percentageTax = isBlind ? null : await percentageTaxIn(tx, [shift])
  return {
    id: shift.id,
    kind: 'X',
    number: null,
    terminal_name: shift.terminal_name,
    business_date: shift.business_date,
    made_at: isoInManila(now),
    made_by: user.name,
    clinic: await currentHead(tx, branchId, shift.terminal_id),
    small_sales: null,
    ...(percentageTax && { percentage_tax: percentageTaxInPesos(percentageTax) }),
    card_sales: presentCardSales(cards.sales, isBlind),
    ...(isBlind ? withoutCash(figures) : figures),
    previous_grand_total: null,
    grand_total: null,
    hash: null,
    previous_hash: null,
    print_count: await views.printsOfShift(tx, shiftId),
  }
}

type ReadingRow = NonNullable<Awaited<ReturnType<typeof views.readingById>>>

/** Returns the sentence that says which reading is damaged. */
const damageOf = (row: ReadingRow): string => s.contentDamaged(s.readingName(row.number, row.terminal_name))

/** Throws a 409 for a reading whose content is damaged. */
async function presentReading({ tx, branchId }: ReadContext, row: ReadingRow): Promise<Reading> {
  const content = contentOf(row)
  if (!content) throw new AppError('conflict', damageOf(row))
  return {
    id: row.id,
    kind: 'Z',
    number: row.number,
    terminal_name: content.terminal.name,
    business_date: row.business_date,
    made_at: content.closed_at,
    made_by: content.closed_by,
    clinic: content.head ?? (await currentHead(tx, branchId, row.terminal_id)),
    small_sales: content.small_sales ? presentSmallSales(content.small_sales) : null,
    ...(content.percentage_tax && { percentage_tax: percentageTaxInPesos(content.percentage_tax) }),
    card_sales: presentCardSales(content.card_sales ?? []),
    ...presentFigures(content, content.card_sellers),
    previous_grand_total: toPesos(content.previous_grand_total),
    grand_total: toPesos(content.grand_total),
    hash: row.hash,
    previous_hash: row.previous_hash,
    print_count: row.print_count,
  }
}

/** A stored Z-reading. Throws a 404 for an unknown one, and a 409 for one whose content is damaged. */
export async function readZReading(context: ReadContext<Principal>, id: string): Promise<Reading> {
  const row = await views.readingById(context.tx, context.branchId, id)
  if (!row) throw new AppError('not_found', s.readingNotFound)
  return presentReading(context, row)
}

type NamedReading = Pick<Reading, 'kind' | 'number' | 'business_date' | 'terminal_name'>
/** A reading, or the sentence that says that this reading is damaged. */
type ExportedReading = { reading: Reading } | { damage: string; named: NamedReading }

/**
 * Reads a stored Z-reading for the export of all data. For a damaged reading it returns a sentence instead of throwing,
 * so that the export can go on.
 */
export async function readExportedReading(context: ReadContext<Principal>, id: string): Promise<ExportedReading> {
  const row = await views.readingById(context.tx, context.branchId, id)
  if (!row) throw new AppError('not_found', s.readingNotFound)
  if (contentOf(row)) return { reading: await presentReading(context, row) }
  const { number, business_date, terminal_name } = row
  return { damage: damageOf(row), named: { kind: 'Z', number, business_date, terminal_name } }
}

type Day = {
  branchId: string
  terminal: { id: string; name: string }
  date: CivilDate
  by: { id: string; name: string }
  now: Date
}

/**
 * Makes the content of a day's Z-reading, and issues the invoice that covers the day's small sales if one is due.
 * Throws a 409 when a shift is open or none was opened.
 */
async function contentOfDay(tx: Tx, day: Day, previous: views.LastReading): Promise<ZContent> {
  const { branchId, terminal, date, by, now } = day
  const shifts = await views.shiftsOfDay(tx, branchId, { terminalId: terminal.id, date })
  if (shifts.length === 0) throw new AppError('conflict', s.nothingToClose)
  if (shifts.some(({ closed_at }) => closed_at === null)) throw new AppError('conflict', s.shiftStillOpen)
  const figures = await computeFigures(tx, shifts)
  const head = await currentHead(tx, branchId, terminal.id)
  const small_sales = await coverSmallSales(tx, day)
  const percentage_tax = await percentageTaxIn(tx, shifts)
  const cards = await cardsIn(tx, shifts)
  const previous_grand_total = previous?.grand_total_centavos ?? 0
  return {
    ...figures,
    head,
    ...(small_sales && { small_sales }),
    ...(percentage_tax && { percentage_tax }),
    ...(cards.sales.length > 0 && { card_sales: cards.sales }),
    card_sellers: cards.sellers,
    terminal,
    business_date: date,
    number: (previous?.number ?? 0) + 1,
    closed_by: by.name,
    closed_at: isoInManila(now),
    previous_grand_total,
    grand_total: previous_grand_total + figures.gross,
  }
}

/**
 * Writes a day's Z-reading with the next number and the hash that continues the chain. The caller must have locked the
 * terminal.
 */
export async function insertZReading(tx: Tx, day: Day): Promise<{ id: string; content: ZContent }> {
  const { terminal, date, by, now } = day
  const previous = await views.lastReading(tx, terminal.id)
  const content = await contentOfDay(tx, day, previous)
  const text = JSON.stringify(content)
  const previous_hash = previous?.hash ?? ''
  const id = newId()
  await queries.insertReading(tx, {
    id,
    terminal_id: terminal.id,
    business_date: date,
    number: content.number,
    content: text,
    previous_hash,
    hash: readingHash(previous_hash, text),
    grand_total_centavos: content.grand_total,
    closed_at: now,
    closed_by: by.id,
  })
  return { id, content }
}

/**
 * Closes a terminal's day with its Z-reading. Throws a 404 for an unknown terminal and a 409 when a shift is open, none
 * was opened, or the day is closed already.
 */
export async function closeDay(context: Context<Principal>, terminalId: string, date: CivilDate): Promise<Reading> {
  const { tx, branchId, user, now } = context
  const terminal = await queries.lockTerminal(tx, branchId, terminalId)
  if (!terminal) throw new AppError('not_found', s.terminalNotFound)
  await requireSensibleClock(tx, context)
  if (await views.isDayClosed(tx, terminalId, date)) throw new AppError('conflict', s.alreadyRead)
  const { id, content } = await insertZReading(tx, {
    branchId,
    terminal: { id: terminal.id, name: terminal.name },
    date,
    by: user,
    now,
  })
  const parameters = { terminal: terminal.name, number: content.number, date, net_centavos: content.net }
  await writeAuditLog(context, { type: 'cash.day.closed', subjectId: id, parameters })
  await logCover(context, content)
  return readZReading(context, id)
}

/** Logs the invoice that closing the day issued for the small sales. */
async function logCover(context: Context<Principal>, { terminal, small_sales }: ZContent): Promise<void> {
  if (!small_sales?.cover) return
  const { id, number, count, amount } = small_sales.cover
  const series = { mode: 'invoice_non_vat', kind: 'sale', terminal: terminal.name } as const
  const parameters = { receipt: number, series, slips: count, total_centavos: amount }
  await writeAuditLog(context, { type: 'sales.cover.issued', subjectId: id, parameters })
}

/**
 * Locks the shift of an X-reading or the terminal of a Z-reading, so that concurrent prints get different numbers.
 * Throws a 404 for an unknown reading.
 */
async function lockPrintedReading(context: Context<Principal>, id: string, kind: 'X' | 'Z'): Promise<Reading> {
  const { tx, branchId } = context
  if (kind === 'X') {
    await queries.lockShift(tx, branchId, id)
    return readXReading(context, id)
  }
  const row = await views.readingById(tx, branchId, id)
  if (!row) throw new AppError('not_found', s.readingNotFound)
  await queries.lockTerminal(tx, branchId, row.terminal_id)
  return presentReading(context, row)
}

/**
 * Records that a reading is about to be printed or saved, so that at most one print lacks the word REPRINT. A Z-reading
 * is named by its own id, an X-reading by the id of its shift.
 */
export async function recordReadingPrint(context: Context<Principal>, id: string, kind: 'X' | 'Z'): Promise<PaperCopy> {
  const { tx, user, now } = context
  const reading = await lockPrintedReading(context, id, kind)
  const of = kind === 'X' ? { shift_id: id } : { reading_id: id }
  const reprint = await queries.insertPrint(tx, { id: newId(), ...of, printed_at: now, printed_by: user.id })
  const parameters = {
    terminal: reading.terminal_name,
    date: reading.business_date,
    number: reading.number,
    ...(reprint > 0 && { reprint }),
  }
  await writeAuditLog(context, { type: 'cash.reading.printed', subjectId: id, parameters })
  return { reprint, printed_at: isoInManila(now) }
}
