import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openInvoicer, type Invoicer } from '#server/sales/invoice-fixture.ts'
import { orderOf, openTill, type Till } from '#server/sales/till-fixture.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { manilaTime } from '#shared/lib/manila-time.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { bookletMessages as s } from '#shared/reports/booklet-messages.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { percentageTaxOf } from '#shared/sales/percentage-tax.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
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
  const readWithNotes = async (report: ReportName, day = '2026-11-21') => {
    const querystring = { from: day, to: day }
    const { rows, notes } = (await clinic.asOwner(reportsContract.read, { params: { report }, querystring })).data
    return { rows, notes }
  }
  const read = async (report: ReportName, day?: string) => (await readWithNotes(report, day)).rows
  /** The rows and totals in the CSV file of the percentage tax. */
  const csvOf = async (query: string) => {
    const url = `/api/reports/percentage-tax/export.csv?${query}`
    const headers = { authorization: `Bearer ${clinic.owner.token}` }
    const { body } = await till.server.app.inject({ url, headers })
    return body.replaceAll('"', '').trim().split('\r\n').slice(1)
  }
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

  test('the percentage tax of a past sale and of its void stays the same when the tax class of the service or product changes', async () => {
    await setTax(till.catalogue.otherServiceId, 'exempt')
    const lines = [till.peel({ addOns: [till.light()] }), till.glow()]
    await till.send(till.order(lines))
    const sold = [['2026-11-01', 4350.5, 2500.5, 1850, 55.5]]
    expect(await read('percentage-tax')).toEqual(sold)
    const voided = await till.send(till.order(lines))
    await setTax(till.catalogue.otherServiceId, 'vatable')
    await setTax(till.catalogue.serviceId, 'exempt')
    await clinic.asOwner(salesContract.voidSale, { params: { id: voided.id }, body: { reason: 'Rung up twice' } })
    expect(await readWithNotes('percentage-tax')).toEqual({ rows: sold, notes: undefined })
    const { rows } = await sql`select kind, name, catalogue_tax_class from document_lines
      where document_id = ${voided.id} order by position`.execute(till.server.db)
    expect(rows).toEqual([
      { kind: 'service', name: 'Diamond peel', catalogue_tax_class: 'vatable' },
      { kind: 'add_on', name: 'LED light', catalogue_tax_class: 'vatable' },
      { kind: 'service', name: 'Hydra glow', catalogue_tax_class: 'exempt' },
    ])
  })

  test('a sale that an earlier version of Mutya stored without tax class is reported with the present class of its service, and the report says so', async () => {
    await till.send(till.order([till.peel({ addOns: [till.light()] }), till.glow()]))
    const { database } = till.server
    const forget = 'update document_lines set catalogue_tax_class = null'
    await executeWithoutTriggers(database, 'document_lines', forget)
    await till.send(till.order([till.glow()]))
    await setTax(till.catalogue.serviceId, 'exempt')
    await setTax(till.catalogue.otherServiceId, 'exempt')
    expect(await readWithNotes('percentage-tax')).toEqual({
      rows: [['2026-11-01', 6851, 4350.5, 2500.5, 75.02]],
      notes: ['present-tax-class'],
    })
  })

  test('a sold line stores the tax class in the catalogue beside the class by which the line was taxed, also in a clinic with VAT', async () => {
    await clinic.setUp({ mode: 'booklet' })
    await setTax(till.catalogue.otherServiceId, 'exempt')
    const tax = { isVatRegistered: true, chargesExcise: false }
    const { id } = await till.send(orderOf(till.client, [till.peel()], {}, tax))
    const { rows } =
      await sql`select tax_class, catalogue_tax_class from document_lines where document_id = ${id}`.execute(
        till.server.db,
      )
    expect(rows).toEqual([{ tax_class: 'vatable', catalogue_tax_class: 'vatable' }])
    expect(await read('percentage-tax')).toEqual([])
  })

  test('the CSV file of the percentage tax has the figures of the screen', async () => {
    await setTax(till.catalogue.otherServiceId, 'exempt')
    await till.send(till.order([till.peel(), till.glow()]))
    expect(await csvOf('from=2026-11-21&to=2026-11-21')).toEqual([
      '2026-11-01,4000.50,2500.50,1500.00,45.00',
      'Total,4000.50,2500.50,1500.00,45.00',
    ])
    expect(await read('percentage-tax')).toEqual([['2026-11-01', 4000.5, 2500.5, 1500, 45]])
  })

  test('the report of booklet numbers shows used ranges, gaps, double numbers and sales without a number', async () => {
    await clinic.setUp({ mode: 'booklet' })
    for (const booklet_number of ['A-0001', 'A-0002', 'A-0005', 'A 5', 'B-10'])
      await till.send(till.order([till.peel()], { booklet_number }))
    await till.send(till.order([till.peel()]))
    const { used, missing, double, without } = s
    expect(await read('booklet-continuity')).toEqual([
      ['A', used, 'A-0001', 'A-0002', 2, 0],
      ['A', missing, 'A-0003', 'A-0004', 0, 2],
      ['A', double, 'A 5', 'A-0005', 1, 0],
      ['A', used, 'A 5', 'A-0005', 1, 0],
      ['B', used, 'B-10', 'B-10', 1, 0],
      ['', without, '', '', 0, 1],
    ])
  })

  test('the report of booklet numbers finds numbers that are missing since the last number before the period', async () => {
    await clinic.setUp({ mode: 'booklet' })
    const { clock } = till.server
    const sell = (booklet_number: string) => till.send(till.order([till.peel()], { booklet_number }))
    await sell('A-0001')
    await sell('A-0002')
    await sell('B-7')
    clock.now = new Date('2026-11-22T09:00:00+08:00')
    await sell('A-0006')
    await sell('B-8')
    clock.now = new Date('2026-11-23T09:00:00+08:00')
    await sell('A-0004')
    const { used, missing } = s
    expect(await read('booklet-continuity', '2026-11-22')).toEqual([
      ['A', missing, 'A-0003', 'A-0003', 0, 1],
      ['A', used, 'A-0004', 'A-0004', 1, 0],
      ['A', missing, 'A-0005', 'A-0005', 0, 1],
      ['A', used, 'A-0006', 'A-0006', 1, 0],
      ['B', used, 'B-8', 'B-8', 1, 0],
    ])
    expect(await read('booklet-continuity')).toEqual([
      ['A', used, 'A-0001', 'A-0002', 2, 0],
      ['B', used, 'B-7', 'B-7', 1, 0],
    ])
  })

  test('the report of booklet numbers does not expect a number for a voided sale, and lists numbers that do not end in digits', async () => {
    await clinic.setUp({ mode: 'booklet' })
    for (const booklet_number of ['0011', '0012-B', 'spoiled'])
      await till.send(till.order([till.peel()], { booklet_number }))
    await till.send(till.order([till.peel()]))
    const { id } = await till.send(till.order([till.peel()]))
    await clinic.asOwner(salesContract.voidSale, { params: { id }, body: { reason: 'Rung up twice' } })
    const { used, without, withoutDigits } = s
    expect(await read('booklet-continuity')).toEqual([
      ['', used, '0011', '0011', 1, 0],
      ['', withoutDigits, '0012-B', '0012-B', 1, 0],
      ['', withoutDigits, 'spoiled', 'spoiled', 1, 0],
      ['', without, '', '', 0, 1],
    ])
  })

  test('the total of the percentage tax is 3 % of the taxable total, from which a month below zero is deducted, on the screen and in the CSV file', async () => {
    const { id } = await till.send(till.order([till.peel({ quantity: 2 })]))
    till.server.clock.now = new Date('2026-12-01T09:00:00+08:00')
    await clinic.asOwner(
      refundContract.refund,
      {
        params: { id },
        body: {
          lines: [{ position: 1, quantity: 1 }],
          total: 1500,
          method: 'cash',
          reason: 'Allergic reaction',
        },
      },
      { idempotencyKey: randomUUID() },
    )
    const querystring = { from: '2026-10-01', to: '2026-12-31' }
    const params = { report: 'percentage-tax' as const }
    const { rows, totals } = (await clinic.asOwner(reportsContract.read, { params, querystring })).data
    expect(rows).toEqual([
      ['2026-11-01', 3000, 0, 3000, 90],
      ['2026-12-01', -1500, 0, -1500, 0],
    ])
    expect(totals).toEqual([null, 1500, 0, 1500, 45])
    expect((await csvOf('from=2026-10-01&to=2026-12-31')).at(-1)).toBe('Total,1500.00,0.00,1500.00,45.00')
  })
})
