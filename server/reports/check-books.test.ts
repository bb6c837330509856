import { beforeAll, afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openCashClinic, type CashClinic } from '#server/cash/cash-fixture.ts'
import { jobProcess, jobsOfServer } from '#server/jobs/job-fixture.ts'
import { fillRandomBooks } from '#server/sales/books/random-books-fixture.ts'
import { createCatalogue, createUser } from '#server/test/factories.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { booksContract } from '#shared/reports/books-contract.ts'
import { booksMessages as s } from '#shared/reports/books-messages.ts'

let clinic: CashClinic
beforeEach(async () => {
  await clinic?.server.close()
  clinic = await openCashClinic()
})
afterAll(() => clinic?.server.close())

const check = async () => (await clinic.asAdmin(booksContract.checkBooks, {})).data
const last = async () => (await clinic.asAdmin(booksContract.lastCheck, {})).data
const alter = (table: string, statement: string) => executeWithoutTriggers(clinic.server.database, table, statement)
const notices = async () => (await clinic.asAdmin(dashboardContract.monthlySales, {})).notices

/** Three sales, one of them voided, in a closed shift of a closed day; they use the numbers 1 to 4. */
async function closedDay() {
  const shift = await clinic.open(1000)
  await clinic.peel()
  await clinic.peel()
  await clinic.voidSale(await clinic.peel())
  await clinic.close(shift.id, 4000)
  await clinic.closeDay()
}

describe('the books', () => {
  test('that were never checked show no result of a check', async () => {
    expect(await last()).toBeNull()
  })

  test('that nobody has altered add up, and the check is stored with its scope and user', async () => {
    await closedDay()
    const found = await check()
    expect(found).toMatchObject({
      checked_by: 'Olga Owner',
      checked_at: '2026-11-21T09:00:00+08:00',
      counts: { documents: 4, days: 1, series: 1, shifts: 1, readings: 1 },
      finding_count: 0,
      findings: [],
    })
    expect(await last()).toEqual(found)
    expect(await notices()).toEqual([])
    expect((await lastLogEntry(clinic.server.db)).action).toBe('Checked the books: 4 documents add up')
  })

  test('with an altered line are detected', async () => {
    await closedDay()
    await alter(
      'document_lines',
      `update document_lines set unit_price_centavos = 1, line_total_centavos = 1
       where document_id = (select id from documents where number = 2)`,
    )
    expect((await check()).findings).toEqual([s.linesOff('Receipt 000002')])
  })

  test('with an altered tax are detected, in the document and the reading', async () => {
    await closedDay()
    await alter('documents', `update documents set vat_centavos = 100, vatable_centavos = 400 where number = 1`)
    expect((await check()).findings).toEqual([
      s.linesOff('Receipt 000001'),
      cashMessages.figuresOff(cashMessages.readingName(1, 'Front desk')),
    ])
  })

  test('with an altered payment are detected, in the document, the shift and the reading', async () => {
    await closedDay()
    await alter(
      'payments',
      `update payments set amount_centavos = 1, received_centavos = 1
       where document_id = (select id from documents where number = 1)`,
    )
    expect((await check()).findings).toEqual([
      s.paymentsOff('Receipt 000001'),
      cashMessages.shiftOff(cashMessages.shiftName('Front desk', 'Nov 21, 2026', 'Andrea Cruz')),
      cashMessages.figuresOff(cashMessages.readingName(1, 'Front desk')),
    ])
  })

  test('with a sale whose amounts were all altered consistently are detected, because the totals of its day and its reading differ', async () => {
    await closedDay()
    const ofFirst = `document_id = (select id from documents where number = 1)`
    await alter(
      'document_lines',
      `update document_lines set unit_price_centavos = 1000, line_total_centavos = 1000 where ${ofFirst}`,
    )
    await alter('payments', `update payments set amount_centavos = 1000, received_centavos = 1000 where ${ofFirst}`)
    await alter('documents', `update documents set subtotal_centavos = 1000, total_centavos = 1000 where number = 1`)
    const { findings } = await check()
    expect(findings[0]).toBe(s.dayOff('November 21, 2026'))
    expect(findings.at(-1)).toBe(cashMessages.figuresOff(cashMessages.readingName(1, 'Front desk')))
  })

  test('with a void that does not match its sale are detected', async () => {
    await closedDay()
    const ofVoid = `document_id = (select id from documents where number = 4)`
    await alter(
      'document_lines',
      `update document_lines set unit_price_centavos = 1000, line_total_centavos = -1000 where ${ofVoid}`,
    )
    await alter('payments', `update payments set amount_centavos = -1000, received_centavos = -1000 where ${ofVoid}`)
    await alter('documents', `update documents set subtotal_centavos = -1000, total_centavos = -1000 where number = 4`)
    expect((await check()).findings[0]).toBe(s.counterOff('Receipt 000004'))
  })

  test('with an altered day total are detected', async () => {
    await closedDay()
    await clinic.server.db.updateTable('daily_sales').set({ total_centavos: 1 }).execute()
    expect((await check()).findings).toEqual([s.dayOff('November 21, 2026')])
    await clinic.server.db.deleteFrom('daily_sales').execute()
    expect((await check()).findings).toEqual([s.dayOff('November 21, 2026')])
  })

  test('with missing numbers, in between or at the end, or with a number that was never issued, are detected', async () => {
    await closedDay()
    await alter('documents', `update documents set number = 9 where number = 2`)
    expect((await check()).findings).toEqual([
      s.numberMissing('Receipt 000002'),
      s.numberBeyond('Receipt 000009'),
      cashMessages.figuresOff(cashMessages.readingName(1, 'Front desk')),
    ])
    await alter('documents', `update documents set number = 2 where number = 9`)
    await clinic.server.db.updateTable('document_counters').set({ last_number: 7 }).execute()
    expect((await check()).findings).toEqual([s.numbersMissing('Receipt 000005', '000007')])
  })

  test('with an altered reading are detected', async () => {
    await closedDay()
    await alter('z_readings', `update z_readings set content = replace(content, '"net":300000', '"net":200000')`)
    const reading = cashMessages.readingName(1, 'Front desk')
    expect((await check()).findings).toEqual([cashMessages.hashOff(reading), cashMessages.figuresOff(reading)])
  })

  test('that do not add up are reported on the dashboard and in the history log until they do', async () => {
    await closedDay()
    const { db } = clinic.server
    const { total_centavos } = await db.selectFrom('daily_sales').select('total_centavos').executeTakeFirstOrThrow()
    await db.updateTable('daily_sales').set({ total_centavos: 1 }).execute()
    expect(await notices()).toEqual([])
    await check()
    expect(await notices()).toEqual(['books_differ'])
    expect((await lastLogEntry(db)).action).toBe('Checked the books: 1 difference was found')
    await db.updateTable('daily_sales').set({ total_centavos }).execute()
    await check()
    expect(await notices()).toEqual([])
  })

  test('with very many differences list the first ones and count all', async () => {
    const shift = await clinic.open(1000)
    for (let n = 0; n < 60; n++) await clinic.peel()
    await clinic.close(shift.id, 91_000)
    await alter('payments', 'update payments set amount_centavos = 1, received_centavos = 1')
    const { finding_count, findings } = await check()
    expect([finding_count, findings.length]).toEqual([61, 51])
  })

  test('keep the result of every check, which nobody can change or delete', async () => {
    await check()
    await expect(clinic.server.db.updateTable('book_checks').set({ finding_count: 3 }).execute()).rejects.toThrow()
    await expect(clinic.server.db.deleteFrom('book_checks').execute()).rejects.toThrow()
  })
})

describe('each night', () => {
  const logged: [object, string][] = []
  const night = () => {
    const jobs = jobsOfServer(clinic.server, { logError: (details, text) => void logged.push([details, text]) })
    const checks = jobs.filter(({ name }) => name === 'check-books')
    return jobProcess(clinic.server, checks).runDueJobs()
  }
  const checks = () =>
    clinic.server.db.selectFrom('book_checks').select(['checked_at', 'checked_by_name', 'finding_count']).execute()
  beforeEach(() => {
    logged.length = 0
  })

  test('the books are checked once, from two in the morning on or after the next start of the server', async () => {
    // The server was down during the previous night's check.
    clinic.at('2026-11-22T01:45:00+08:00')
    await night()
    clinic.at('2026-11-22T07:30:00+08:00')
    await night()
    await night()
    // A check on request does not replace the nightly one.
    await check()
    clinic.at('2026-11-23T02:00:00+08:00')
    await night()
    expect((await checks()).map((one) => [one.checked_at.toISOString(), one.checked_by_name])).toEqual([
      ['2026-11-21T17:45:00.000Z', null],
      ['2026-11-21T23:30:00.000Z', null],
      ['2026-11-21T23:30:00.000Z', 'Olga Owner'],
      ['2026-11-22T18:00:00.000Z', null],
    ])
    expect(logged).toEqual([])
    expect((await lastLogEntry(clinic.server.db)).action).toBe('Checked the books: 0 documents add up')
  })

  test('a difference in the books is written to the server log as an error, and to the history log', async () => {
    await closedDay()
    await clinic.server.db.updateTable('daily_sales').set({ transaction_count: 9 }).execute()
    clinic.at('2026-11-22T02:15:00+08:00')
    await night()
    const found = await last()
    expect(found).toMatchObject({ checked_by: null, finding_count: 1, findings: [s.dayOff('November 21, 2026')] })
    expect(logged).toEqual([[{ check: found!.id, findings: 1 }, 'the books do not add up']])
    expect(await lastLogEntry(clinic.server.db)).toMatchObject({
      action: 'Checked the books: 1 difference was found',
    })
  })
})

describe('books without cash control', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  test('with refunds, discounts of all kinds, taxes and several payments add up', async () => {
    const cashier = await createUser(server.db, 'cashier')
    const admin = await createUser(server.db, 'admin')
    const catalogue = await createCatalogue(server.db)
    const dates = Array.from({ length: 9 }, (_, index) => addDays('2026-11-10', index))
    await fillRandomBooks(server.db, { cashier, catalogue, dates, count: 60, seed: 7 })
    const { data } = await server.as(admin.token)(booksContract.checkBooks, {})
    expect(data).toMatchObject({
      finding_count: 0,
      findings: [],
      counts: { days: 9, series: 1, shifts: 0, readings: 0 },
    })
    const ofSale = `(select refers_to from documents where kind = 'refund' order by number limit 1)`
    await executeWithoutTriggers(
      server.database,
      'documents',
      `update documents set refers_to = ${ofSale}, subtotal_centavos = subtotal_centavos - 99999900,
         total_centavos = total_centavos - 99999900 where kind = 'refund'`,
    )
    const { data: after } = await server.as(admin.token)(booksContract.checkBooks, {})
    expect(after.findings).toEqual(expect.arrayContaining([expect.stringMatching(/more was refunded than was paid/)]))
  })
})
