import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf, openCashClinic, pesos, type CashClinic } from '#server/cash/cash-fixture.ts'
import { ifMatchVersion } from '#server/test/if-match.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { dropCheckContract } from '#shared/cash/drop-check-contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { csvReader } from '#shared/lib/csv.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import { columnNames, reports, type Range, type ReportName } from '#shared/reports/reports.ts'
import { sums } from './reports-fixture.ts'

const ALL: Range = { from: '2026-11-21', to: '2026-11-30' }

let clinic: CashClinic
let back: string
beforeAll(async () => {
  clinic = await openCashClinic()
  back = (
    await clinic.asAdmin(cashManagementContract.createTerminal, { body: { name: 'Back office', is_active: true } })
  ).data.id
  await playThreeDays()
})
afterAll(() => clinic.server.close())

/**
 * Three days on two terminals: cash and wallet sales, a void, pay-ins and pay-outs, drops, a hand-over, counts that
 * differ, money added between two shifts, a day without a shift, and a last shift that stays open.
 */
async function playThreeDays(): Promise<void> {
  const { till, terminal, open, close, move, closeDay, voidSale, at } = clinic
  const sell = (terminal_id: string, more = {}) => till.send(till.order([till.peel()], { terminal_id, ...more }))
  const front = await open(2000)
  const other = await open(500, back)
  await voidSale(await sell(terminal.id))
  await sell(terminal.id)
  await sell(terminal.id, { payment_method: 'gcash', reference_number: '8123456' })
  await sell(back)
  await move(front.id, 'in', 300.25)
  await move(front.id, 'drop', 1000, 'BPI 1')
  const { data: handed } = await clinic.asCashier(cashContract.handOver, {
    params: { id: front.id },
    body: { count: pesos(2790.25), reason: null, cashier_id: till.otherCashier.id },
  })
  await sell(terminal.id)
  await close(handed.next_shift!.id, 4290.25)
  await close(other.id, 2000)
  await closeDay()
  await closeDay('2026-11-21', back)
  at('2026-11-22T10:00:00+08:00')
  const later = await open(1000)
  await sell(terminal.id)
  await move(later.id, 'out', 150, 'Water')
  await move(later.id, 'drop', 900, '-')
  await close(later.id, 1400, 'Change was wrong')
  await closeDay('2026-11-22')
  at('2026-11-24T10:00:00+08:00')
  const last = await open(1400)
  await sell(terminal.id)
  await move(last.id, 'drop', 100, 'bpi-1')
}

async function read(report: ReportName, range: Range) {
  const { data } = await clinic.asAdmin(reportsContract.read, { params: { report }, querystring: range })
  const { columns } = reports[report]
  const named = (row: (string | number | null)[]) =>
    Object.fromEntries(
      columns.map(({ key, kind }, index) => {
        const cell = row[index] ?? null
        return [key, kind === 'amount' && cell !== null ? toCentavos(Number(cell)) : cell]
      }),
    )
  return { ...data, named: data.rows.map(named), sums: named(data.totals) }
}

/** The cash of the documents, movements and shifts, counted one by one. */
async function books() {
  const { db } = clinic.server
  const shifts = await db.selectFrom('shifts').selectAll().orderBy('opened_at').orderBy('id').execute()
  const movements = await db.selectFrom('cash_movements').selectAll().execute()
  const cash = await db
    .selectFrom('payments')
    .innerJoin('documents', 'documents.id', 'payments.document_id')
    .where('method', '=', 'cash')
    .select(['documents.kind', 'documents.shift_id', 'payments.amount_centavos'])
    .execute()
  return { shifts, movements, cash }
}

test('cash on hand matches the documents, movements and counts of each terminal and day to the centavo', async () => {
  const { shifts, movements, cash } = await books()
  const report = await read('cash-on-hand', ALL)
  expect(report.named.map(({ date, terminal, state }) => [date, terminal, state])).toEqual([
    ['2026-11-21', 'Back office', 'Closed'],
    ['2026-11-21', 'Front desk', 'Closed'],
    ['2026-11-22', 'Front desk', 'Closed'],
    ['2026-11-24', 'Front desk', 'Open'],
  ])
  for (const row of report.named) {
    const nameOf = (id: string) => (id === back ? 'Back office' : 'Front desk')
    const own = shifts.filter((one) => one.business_date === row.date && nameOf(one.terminal_id) === row.terminal)
    const isOwn = (id: string | null) => own.some((shift) => shift.id === id)
    const moved = (kind: string) =>
      movements
        .filter((one) => isOwn(one.shift_id) && one.kind === kind)
        .reduce((sum, one) => sum + one.amount_centavos, 0)
    const paid = (isSale: boolean) =>
      cash
        .filter((one) => isOwn(one.shift_id) && (one.kind === 'sale') === isSale)
        .reduce((sum, one) => sum + one.amount_centavos, 0)
    const last = own.at(-1)!
    expect(row).toMatchObject({
      float: own[0]!.float_centavos,
      cash_sales: paid(true),
      cash_back: -paid(false) || 0,
      pay_in: moved('in'),
      pay_out: moved('out'),
      drops: moved('drop'),
      counted: last.counted_centavos,
    })
    const differences = own.reduce((sum, one) => sum + ((one.counted_centavos ?? 0) - (one.expected_centavos ?? 0)), 0)
    expect(row.difference).toBe(differences)
  }
})

test('the report of cash shows for each day the running sums of the cash in the drawers and outside of them, including open shifts and days without a shift', async () => {
  const report = await read('cash-on-hand', ALL)
  const days = sums(
    report.named,
    ({ date }) => String(date),
    (row) =>
      Number(row.between) +
      Number(row.cash_sales) -
      Number(row.cash_back) +
      Number(row.pay_in) -
      Number(row.pay_out) -
      Number(row.drops) +
      Number(row.difference),
  )
  let inDrawers = 0
  // The floats of ₱2,000.00 and ₱500.00 with which the two terminals began.
  let onHand = 250_000
  for (const [date, change] of Object.entries(days)) {
    inDrawers += change
    const ofDay = report.named.filter((row) => row.date === date)
    const between = ofDay.reduce((all, row) => all + Number(row.between), 0)
    onHand += change - between
    const cash = { in_drawers: inDrawers, on_hand: onHand, outside: onHand - inDrawers }
    expect(ofDay).toMatchObject(ofDay.map(() => cash))
  }
  // The drawer of the terminal Back office still holds ₱2,000.00 from November 21. The drawer of the open shift is
  // expected to hold ₱2,800.00.
  expect(report.named.at(-1)).toMatchObject({ expected: 280_000, counted: null, in_drawers: 480_000 })
  // On November 22 the shift began with ₱3,290.25 less than was counted the evening before.
  expect(report.named.at(-1)).toMatchObject({ outside: 329_025, on_hand: 809_025 })
  const lastDay = await read('cash-on-hand', { from: '2026-11-24', to: '2026-11-24' })
  expect(lastDay.named).toEqual([report.named.at(-1)])
  expect(lastDay.sums).toMatchObject({ cash_sales: 150_000, drops: 10_000, expected: null, on_hand: null })
})

test('the report of bank drops matches the cash movements, and marks missing and double slip numbers', async () => {
  const { movements } = await books()
  const report = await read('bank-drops', ALL)
  const drops = movements.filter(({ kind }) => kind === 'drop')
  expect(report.count).toBe(drops.length)
  expect(report.sums.amount).toBe(drops.reduce((sum, one) => sum + one.amount_centavos, 0))
  expect(report.named).toMatchObject([
    {
      slip: s.slipDouble('BPI 1'),
      date: '2026-11-21',
      terminal: 'Front desk',
      cashier: 'Andrea Cruz',
      amount: 100_000,
    },
    { slip: s.slipUnclear('-'), date: '2026-11-22', cashier: 'Andrea Cruz', approver: '', amount: 90_000 },
    { slip: s.slipDouble('bpi-1'), date: '2026-11-24', seen_at_bank: '', amount: 10_000 },
  ])
})

test.each(['bank-drops', 'cash-on-hand'] as const)(
  'the CSV of the report %s has the rows of the screen',
  async (report) => {
    const { rows, totals } = await read(report, ALL)
    const { body } = await clinic.server.app.inject({
      url: `/api/reports/${report}/export.csv?from=${ALL.from}&to=${ALL.to}`,
      headers: { authorization: `Bearer ${clinic.admin.token}` },
    })
    const { columns } = reports[report]
    const cell = (value: string | number | null, index: number) => {
      if (value === null) return ''
      return columns[index]!.kind === 'amount' ? Number(value).toFixed(2) : String(value)
    }
    const [head, ...lines] = csvReader().push(body)
    expect(head).toEqual(columns.map(({ key }) => columnNames[key]))
    expect(lines).toEqual([...rows.map((row) => row.map(cell)), [s.total, ...totals.map(cell).slice(1)]])
  },
)

const mark = async (id: string, is_seen: boolean, version: number) =>
  (await clinic.asAdmin(dropCheckContract.mark, { params: { id }, body: { is_seen } }, ifMatchVersion(version))).data

test('an owner marks a bank drop as seen on the bank statement and removes the mark, which is logged with name and time', async () => {
  const { checks } = await read('bank-drops', ALL)
  const [check] = checks as { movement_id: string }[]
  const id = check!.movement_id
  expect(check).toEqual({ movement_id: id, is_seen: false, version: 0 })
  expect(await mark(id, true, 0)).toEqual({ movement_id: id, is_seen: true, version: 1 })
  const action = async () => (await lastLogEntry(clinic.server.db)).action
  expect(await action()).toBe(
    'Marked the bank drop of ₱1,000.00 from Front desk (slip BPI 1) as seen on the bank statement',
  )
  const seen = await read('bank-drops', ALL)
  expect(seen.checks![0]).toEqual({ movement_id: id, is_seen: true, version: 1 })
  expect(seen.named[0]!.seen_at_bank).toMatch(new RegExp(`^${clinic.admin.name}, Nov 24, 2026, `))
  expect(await errorOf(mark(id, false, 0))).toMatchObject({ status: 409, data: { is_seen: true, version: 1 } })
  expect(await mark(id, false, 1)).toMatchObject({ is_seen: false, version: 2 })
  expect(await action()).toMatch(/as not yet seen on the bank statement$/)
})

test('only a bank drop can be marked as seen on the bank statement', async () => {
  const { movements } = await books()
  const payOut = movements.find(({ kind }) => kind === 'out')!
  expect(await errorOf(mark(payOut.id, true, 0))).toMatchObject({ status: 404, message: cashMessages.dropNotFound })
  const row = { movement_id: payOut.id, changed_at: new Date(), changed_by: clinic.admin.id, changed_by_name: 'Olga' }
  await expect(clinic.server.db.insertInto('drop_checks').values(row).execute()).rejects.toThrow('is no bank drop')
})
