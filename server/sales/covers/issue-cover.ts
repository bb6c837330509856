import { readSmallSaleLimit } from '#server/clinic/documents.ts'
import type { Tx } from '#server/db/pool.ts'
import { newId } from '#server/lib/new-id.ts'
import { seriesOf } from '#server/sales/documents/document-rows.ts'
import type { SmallSales } from '#shared/cash/z-content.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import * as queries from './cover-queries.ts'
import * as views from './cover-views.ts'

type ClosedDay = {
  branchId: string
  terminal: { id: string }
  date: CivilDate
  by: { id: string; name: string }
  now: Date
}

type Slips = Awaited<ReturnType<typeof views.slipsToCover>>

/**
 * Writes the invoice that covers some sales slips. It is an invoice of the terminal, with the clinic's data from the
 * terminal's last slip.
 */
async function insertCover(tx: Tx, { branchId, terminal, date, by, now }: ClosedDay, slips: Slips) {
  const id = newId()
  const amount = slips.reduce((sum, { total_centavos }) => sum + total_centavos, 0)
  const { registration, ...head } = await views.lastSlipHead(tx, { terminalId: terminal.id, date })
  await queries.insertCoveredSales(
    tx,
    id,
    slips.map((slip) => slip.id),
  )
  const number = await queries.insertCover(tx, {
    id,
    branch_id: branchId,
    terminal_id: terminal.id,
    series: seriesOf('sale', { mode: 'invoice_non_vat', terminal_id: terminal.id }),
    business_date: date,
    issued_at: now,
    issued_by: by.id,
    issued_by_name: by.name,
    total_centavos: amount,
    registration: registration!,
    ...head,
  })
  return { id, number, count: slips.length, amount }
}

/**
 * Issues the invoice for the small sales of a terminal's day, while the Z-reading of the day is made. The invoice is
 * issued only if the small sales of all terminals reach the limit on this date, and includes those of terminals that
 * were closed before the limit was reached. Returns the small sales of this terminal; null if it had none.
 */
export async function coverSmallSales(tx: Tx, day: ClosedDay): Promise<SmallSales | null> {
  const { branchId, terminal, date } = day
  const place = { terminalId: terminal.id, date }
  if ((await views.smallSalesOf(tx, branchId, place)).count === 0) return null
  await queries.lockDate(tx, branchId, date)
  const limit = await readSmallSaleLimit(tx, branchId)
  const { count, amount, of_all } = await views.smallSalesOf(tx, branchId, place)
  const slips = of_all < limit ? [] : await views.slipsToCover(tx, branchId, place)
  // Sales slips with a total of zero need no invoice.
  const isDue = slips.some(({ total_centavos }) => total_centavos > 0)
  return { count, amount, limit, cover: isDue ? await insertCover(tx, day, slips) : null }
}
