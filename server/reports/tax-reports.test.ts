import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openInvoicer, type Invoicer } from '#server/sales/invoice-fixture.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { manilaTime } from '#shared/lib/manila-time.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { percentageTaxOf } from '#shared/sales/percentage-tax.ts'
import { ALL, openReportClinic, sums, type ReportClinic } from './reports-fixture.ts'

describe('the tax reports of random sales', () => {
  let clinic: ReportClinic
  beforeAll(async () => {
    clinic = await openReportClinic()
  })
  afterAll(() => clinic.server.close())

  test('sales by hour match the documents of each hour in Manila', async () => {
    const { documents } = await clinic.booksOf(ALL)
    const report = await clinic.read('sales-by-hour', ALL)
    const hourOf = (one: (typeof documents)[number]) => `${manilaTime(one.sold_at).slice(0, 2)}:00:00`
    expect(report.byName('net')).toEqual(sums(documents, hourOf, (one) => one.total_centavos))
    expect(report.total('gross')).toBe((await clinic.read('sales-by-day', ALL)).total('gross'))
    expect(report.rows.length).toBe(10)
  })

  test('exempt sales to Senior Citizens and PWD match the document lines with such a card, before and after the discount', async () => {
    const { lines } = await clinic.booksOf(ALL)
    const report = await clinic.read('senior-pwd-exempt', ALL)
    const exempt = lines.filter((line) => line.discount_reason === 'Senior Citizen' && line.exempt_centavos !== 0)
    const after = exempt.reduce((sum, line) => sum + line.exempt_centavos, 0)
    expect(exempt.length).toBeGreaterThan(10)
    expect(report.total('exempt_after')).toBe(after)
    expect(report.total('exempt_before') - report.total('discounts')).toBe(after)
  })

  test('the percentage tax is 3 % of the money received for documents without VAT, less what is exempt', async () => {
    const { documents } = await clinic.booksOf(ALL)
    const report = await clinic.read('percentage-tax', ALL)
    const isWithoutVat = (one: (typeof documents)[number]) =>
      one.vatable_centavos === 0 &&
      one.vat_centavos === 0 &&
      one.zero_rated_centavos === 0 &&
      one.less_vat_centavos === 0
    const receipts = documents.filter(isWithoutVat).reduce((sum, one) => sum + one.total_centavos, 0)
    expect(receipts).toBeGreaterThan(0)
    expect(report.total('receipts')).toBe(receipts)
    expect(report.total('taxable')).toBe(receipts - report.total('exempt_receipts'))
    expect(report.column('percentage_tax')).toEqual(
      report.column('taxable').map((taxable) => percentageTaxOf(Number(taxable))),
    )
  })
})

describe('the tax reports of a few sales', () => {
  let till: Till
  let clinic: Invoicer
  beforeEach(async () => {
    till = await openTill()
    clinic = await openInvoicer(till.server)
    return () => till.server.close()
  })
  const read = async (report: ReportName) =>
    (
      await clinic.asOwner(reportsContract.read, {
        params: { report },
        querystring: { from: '2026-11-21', to: '2026-11-21' },
      })
    ).data.rows
  const setTax = (id: string, tax_class: 'vatable' | 'exempt', senior_pwd_eligible = false) =>
    clinic.asOwner(catalogueContract.changeTax, {
      params: { id },
      body: { tax_class, senior_pwd_eligible, is_excise: false },
    })

  test('the percentage tax of a clinic without VAT is 3 % of the money it received, less that for exempt services', async () => {
    await setTax(till.catalogue.otherServiceId, 'exempt')
    await till.send(till.order([till.peel(), till.glow()]))
    await till.send(till.order([till.peel()]))
    expect(await read('percentage-tax')).toEqual([['2026-11-01', 5500.5, 2500.5, 3000, 90]])
    expect([percentageTaxOf(50), percentageTaxOf(-1_000)]).toEqual([2, 0])
  })

  test('the report of booklet numbers shows used ranges, gaps, double numbers and sales without a number', async () => {
    await clinic.setUp({ mode: 'booklet' })
    for (const booklet_number of ['A-0001', 'A-0002', 'A-0005', 'A 5', 'B-10'])
      await till.send(till.order([till.peel()], { booklet_number }))
    await till.send(till.order([till.peel()]))
    const { used, missing, double, without } = s.bookletStates
    expect(await read('booklet-continuity')).toEqual([
      ['A', used, 'A-0001', 'A-0002', 2, 0],
      ['A', missing, 'A-0003', 'A-0004', 0, 2],
      ['A', double, 'A 5', 'A-0005', 1, 0],
      ['A', used, 'A 5', 'A-0005', 1, 0],
      ['B', used, 'B-10', 'B-10', 1, 0],
      ['', without, '', '', 0, 1],
    ])
  })
})
