import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCashClinic } from '#server/cash/cash-fixture.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { periodMessages } from '#shared/lib/messages.ts'
import { manilaTime } from '#shared/lib/manila-time.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import { reports, REPORTS, type ReportName } from '#shared/reports/reports.ts'
import { ALL, openReportClinic, type ReportClinic } from './reports-fixture.ts'

let clinic: ReportClinic
beforeAll(async () => {
  clinic = await openReportClinic()
})
afterAll(() => clinic.server.close())

test('the report of voids and refunds shows each with its own number, the number of its sale, the user and the reason', async () => {
  const { documents } = await clinic.booksOf(ALL)
  const back = documents.find(({ kind }) => kind === 'void')!
  const sale = documents.find(({ id }) => id === back.refers_to)!
  const { rows } = await clinic.read('voids-and-refunds', ALL)
  const number = (n: number) => String(n).padStart(6, '0')
  const name = `Receipt void ${number(back.number)}`
  expect(rows.find((row) => row[2] === name)).toEqual([
    back.business_date,
    manilaTime(back.sold_at),
    name,
    'Void',
    `Receipt ${number(sale.number)}`,
    back.cashier_name,
    '',
    expect.stringMatching(/^(Cash|GCash|Maya|Bank) ₱/),
    'Rung up twice',
    -back.total_centavos / 100,
  ])
})

test('a report without any sales is empty with totals of zero', async () => {
  for (const report of REPORTS) {
    const { rows, totals } = await clinic.read(report, { from: '2025-01-01', to: '2025-01-31' })
    expect([rows, totals.filter((cell) => cell !== null && cell !== 0)], report).toEqual([[], []])
  }
})

test('a report needs two dates in order, at most a year apart', async () => {
  const ask = (from: string, to: string) =>
    clinic.server.as(clinic.admin.token)(reportsContract.read, {
      params: { report: 'sales-by-day' },
      querystring: { from, to },
    })
  await expect(ask('2026-11-02', '2026-11-01')).rejects.toMatchObject({
    status: 422,
    message: periodMessages.dateOrder,
  })
  await expect(ask('2025-11-20', '2026-11-21')).rejects.toMatchObject({ status: 422, message: s.periodTooLong })
  await expect(ask('2026-11-31', '2026-12-01')).rejects.toMatchObject({ status: 422 })
  expect((await ask('2025-11-21', '2026-11-21')).data.rows).toHaveLength(40)
})

test('exporting a report is logged with its dates', async () => {
  await clinic.download('sales-by-service', { from: '2026-11-01', to: '2026-11-21' })
  expect((await lastLogEntry(clinic.server.db)).action).toBe(
    'Exported the report Sales by service: November 1, 2026 to November 21, 2026',
  )
})

test('the reports limited to one cashier each add up to the unlimited report, and the log entry of an export names the cashier', async () => {
  const ask = clinic.server.as(clinic.admin.token)
  const { cashier: people } = (await ask(reportsContract.people, {})).data
  expect(people.map(({ name }) => name)).toEqual(['Andrea Cruz', 'Olga Owner', 'Rico Santos'])
  const totalsOf = async (report: ReportName, person_id?: string) => {
    const querystring = { ...ALL, ...(person_id !== undefined && { person_id }) }
    return (await ask(reportsContract.read, { params: { report }, querystring })).data.totals.map(Number)
  }
  for (const report of REPORTS.filter((one) => reports[one].person === 'cashier')) {
    const parts = await Promise.all(people.map(({ id }) => totalsOf(report, id)))
    const whole = await totalsOf(report)
    whole.forEach((total, n) =>
      expect(
        parts.reduce((sum, one) => sum + one[n]!, 0),
        report,
      ).toBeCloseTo(total, 2),
    )
    expect(parts.filter((one) => one.some((cell) => cell !== 0)).length, report).toBeGreaterThan(1)
  }
  const { from, to } = ALL
  await clinic.server.app.inject({
    url: `/api/reports/sales-by-service/export.csv?from=${from}&to=${to}&person_id=${people[0]!.id}`,
    headers: { authorization: `Bearer ${clinic.admin.token}` },
  })
  expect((await lastLogEntry(clinic.server.db)).action).toBe(
    'Exported the report Sales by service: October 13, 2026 to November 21, 2026, Andrea Cruz',
  )
  await expect(totalsOf('tax-by-month', people[0]!.id)).rejects.toMatchObject({ status: 422, message: s.noPerson })
})

test('the shift report lists each cashier’s shifts with shortages and overages', async () => {
  const cash = await openCashClinic()
  const shift = await cash.open(1000)
  await cash.peel()
  await cash.close(shift.id, 2480)
  const next = await cash.open(500)
  await cash.close(next.id, 505.5)
  await cash.open(500)
  const ask = (from: string, to: string) =>
    cash.asAdmin(reportsContract.read, { params: { report: 'shifts-by-cashier' }, querystring: { from, to } })
  expect((await ask('2026-11-21', '2026-11-21')).data).toEqual({
    rows: [['Andrea Cruz', 2, 20, 5.5, -14.5]],
    totals: [null, 2, 20, 5.5, -14.5],
    count: 1,
  })
  expect((await ask('2026-11-01', '2026-11-20')).data.rows).toEqual([])
  await cash.server.close()
})
