import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInvoiceCashClinic, pesos, type CashClinic } from '#server/cash/cash-fixture.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { failEachStatement } from '#server/test/fail-statements.ts'
import { countWaitingStatements, runWhileLocked } from '#server/test/run-while-locked.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { booksContract } from '#shared/reports/books-contract.ts'
import { salesContract } from '#shared/sales/contract.ts'

let clinic: CashClinic
let terminals: { front: string; back: string; side: string }
beforeAll(async () => {
  const opened = await openInvoiceCashClinic({ poolSize: 16 })
  clinic = opened.clinic
  const { invoicer } = opened
  const [back, side] = [await invoicer.addTerminal('Back desk'), await invoicer.addTerminal('Side desk')]
  terminals = { front: clinic.terminal.id, back: back.id, side: side.id }
  await invoicer.setUp({ mode: 'invoice_non_vat', is_vat_registered: false, covers_small_sales: true })
})
afterAll(() => clinic.server.close())

/** Every test uses a day of its own; the days before it are closed. */
let day = 20
function newDay(): string {
  const date = `2026-11-${++day}`
  clinic.at(`${date}T09:00:00+08:00`)
  return date
}

/** Sells a peel for an amount in pesos; the rest of its price is a discount. */
const sell = (amount: number, terminal_id: string) =>
  clinic.till.send(
    clinic.till.order([clinic.till.peel({ discount: 1500 - amount, discount_reason: 'Promo' })], { terminal_id }),
  )
/** Makes small sales of these amounts on a terminal and closes its shift, but not its day. */
async function sellSlips(terminal: string, amounts: readonly number[]): Promise<void> {
  const shift = await clinic.open(0, terminal)
  for (const amount of amounts) await sell(amount, terminal)
  await clinic.close(
    shift.id,
    amounts.reduce((sum, amount) => sum + amount, 0),
  )
}

/**
 * The sales slips of a date and the invoices that cover them, each with its terminal, number, amount and number of
 * slips.
 */
async function coversOf(date: string) {
  const { db } = clinic.server
  const covers = await db
    .selectFrom('cover_invoices')
    .select(['id', 'terminal_id', 'number', 'total_centavos'])
    .where('business_date', '=', date)
    .orderBy('issued_at')
    .execute()
  const slips = await db
    .selectFrom('documents')
    .leftJoin('invoice_covers', 'invoice_covers.sale_id', 'documents.id')
    .select(['documents.id', 'cover_id'])
    .where('business_date', '=', date)
    .where('mode', '=', 'small_sale')
    .where('kind', '=', 'sale')
    .execute()
  return { covers, uncovered: slips.filter(({ cover_id }) => cover_id === null).length, slips: slips.length }
}
/** Returns the highest invoice number of a terminal. */
const lastInvoice = async (terminal: string) =>
  (
    await clinic.server.db
      .selectFrom('document_counters')
      .select('last_number')
      .where('series', '=', `invoice_non_vat.sale.${terminal}`)
      .executeTakeFirst()
  )?.last_number ?? 0

const refusals = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as Error).message] : []))

async function expectSoundBooks(): Promise<void> {
  expect((await clinic.recount()).findings).toEqual([])
  expect(await checkBooks(clinic.server.db)).toMatchObject(balanced)
  expect((await clinic.asAdmin(booksContract.checkBooks, {})).data).toMatchObject({ findings: [], finding_count: 0 })
}

test('of eight simultaneous attempts to close a day with sales slips, only one issues the invoice for the slips, and no invoice number is lost', async () => {
  const date = newDay()
  await sellSlips(terminals.front, [300, 300])
  const before = await lastInvoice(terminals.front)
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => clinic.closeDay(date, terminals.front)))
  expect(refusals(outcomes)).toEqual(Array(7).fill(s.alreadyRead))
  const { covers, uncovered } = await coversOf(date)
  expect([covers, uncovered]).toEqual([[expect.objectContaining({ number: before + 1, total_centavos: 60_000 })], 0])
  expect(await lastInvoice(terminals.front)).toBe(before + 1)
  await expectSoundBooks()
})

test('if two terminals close the day at once, the second waits, and each sales slip of three terminals is covered by exactly one invoice', async () => {
  const date = newDay()
  // The sales slips of the date are below the limit when this terminal closes, so its slip is covered by the first of
  // the other two terminals that closes.
  await sellSlips(terminals.side, [200])
  expect((await clinic.closeDay(date, terminals.side)).small_sales!.cover).toBeNull()
  await sellSlips(terminals.front, [300])
  await sellSlips(terminals.back, [300])
  // A third transaction locks the date, so that both closings have begun before either continues.
  const second = { closing: Promise.resolve<unknown>(undefined) }
  const first = await runWhileLocked(clinic.server.db, {
    lock: (tx) =>
      tx.selectFrom('daily_sales').select('business_date').where('business_date', '=', date).forUpdate().execute(),
    work: () => clinic.closeDay(date, terminals.front),
    meanwhile: async () => {
      second.closing = clinic.closeDay(date, terminals.back)
      await expect.poll(() => countWaitingStatements(clinic.server.db)).toBe(2)
    },
  })
  await second.closing
  const { covers, uncovered, slips } = await coversOf(date)
  expect(first.small_sales!.cover).toMatchObject({ count: 2, amount: 500 })
  expect(covers.map(({ terminal_id, total_centavos }) => [terminal_id, total_centavos])).toEqual(
    expect.arrayContaining([
      [terminals.front, 50_000],
      [terminals.back, 30_000],
    ]),
  )
  expect([covers.length, uncovered, slips]).toEqual([2, 0, 3])
  await expectSoundBooks()
})

test('when a terminal sells and voids while another closes its day, each sales slip that was not voided is in exactly one invoice', async () => {
  const date = newDay()
  await sellSlips(terminals.front, [250, 240])
  const shift = await clinic.open(0, terminals.back)
  const toVoid = await sell(200, terminals.back)
  const [closing, voided, ...sales] = await Promise.allSettled([
    clinic.closeDay(date, terminals.front),
    clinic.voidSale(toVoid),
    ...[110, 120, 130, 140].map((amount) => sell(amount, terminals.back)),
  ])
  expect(refusals([closing, voided, ...sales])).toEqual([])
  await clinic.close(shift.id, 500)
  const { small_sales } = await clinic.closeDay(date, terminals.back)
  // If the slips had not reached the limit when the first terminal closed, the second terminal's invoice covers those
  // of both. The voided slip stays uncovered.
  const { covers, uncovered } = await coversOf(date)
  expect(uncovered).toBe(1)
  expect(covers.reduce((sum, { total_centavos }) => sum + total_centavos, 0)).toBe(99_000)
  expect(small_sales).toMatchObject({ count: 4, amount: 500, cover: { number: await lastInvoice(terminals.back) } })
  await expectSoundBooks()
})

test('if any statement of closing a day with sales slips fails, neither reading nor invoice exists', async () => {
  const date = newDay()
  await sellSlips(terminals.front, [300, 300])
  const before = await lastInvoice(terminals.front)
  const statements = await failEachStatement(clinic.server.db, () => clinic.closeDay(date, terminals.front))
  expect(statements).toBeGreaterThan(10)
  expect([(await coversOf(date)).covers.length, await lastInvoice(terminals.front)]).toEqual([1, before + 1])
  await expectSoundBooks()
})

test('of simultaneous prints of an invoice for sales slips only one is not marked REPRINT', async () => {
  const date = newDay()
  await sellSlips(terminals.front, [300, 300])
  await clinic.closeDay(date, terminals.front)
  const { id } = (await coversOf(date)).covers[0]!
  const copies = await Promise.all(
    Array.from({ length: 6 }, () =>
      clinic.asCashier(salesContract.printed, { params: { id }, body: { kind: 'print' } }),
    ),
  )
  expect(copies.map(({ data }) => data.reprint).sort()).toEqual([0, 1, 2, 3, 4, 5])
})

test('if closing a day with sales slips and opening a shift happen at once, one of the two is refused, and one invoice covers the slips', async () => {
  const date = newDay()
  await sellSlips(terminals.front, [300, 300])
  const open = () =>
    clinic.asCashier(cashContract.openShift, { body: { terminal_id: terminals.front, count: pesos(0) } })
  const [closed, opened] = await Promise.allSettled([clinic.closeDay(date, terminals.front), open()])
  const sentences = refusals([closed, opened])
  expect(sentences).toHaveLength(1)
  expect([s.dayClosed, s.shiftStillOpen]).toContain(sentences[0])
  if (opened.status === 'fulfilled') {
    expect((await coversOf(date)).covers).toEqual([])
    await clinic.close(opened.value.data.id, 0)
    await clinic.closeDay(date, terminals.front)
  }
  expect((await coversOf(date)).covers).toHaveLength(1)
  await expectSoundBooks()
})
