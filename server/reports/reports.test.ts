import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvReader } from '#shared/lib/csv.ts'
import { startOfMonth } from '#shared/lib/manila-time.ts'
import { toCentavos } from '#shared/lib/money.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import { columnNames, reports, REPORTS, type Range } from '#shared/reports/reports.ts'
import { ALL, openReportClinic, sums, type ReportClinic } from './reports-fixture.ts'

const RANGES: Range[] = [ALL, { from: '2026-10-31', to: '2026-11-01' }, { from: '2026-11-02', to: '2026-11-09' }]

let clinic: ReportClinic
beforeAll(async () => {
  clinic = await openReportClinic()
})
afterAll(() => clinic.server.close())

describe.each(RANGES)('the sales reports from $from to $to agree with the recorded documents', (range) => {
  test('sales by day match the documents of each day', async () => {
    const { documents } = await clinic.booksOf(range)
    const report = await clinic.read('sales-by-day', range)
    const of = (kind: string | null, amountOf: (document: (typeof documents)[number]) => number) =>
      sums(
        documents,
        ({ business_date }) => business_date,
        (one) => (kind === null || one.kind === kind ? amountOf(one) : 0),
      )
    expect(report.byName('net')).toEqual(of(null, ({ total_centavos }) => total_centavos))
    expect(report.byName('voids')).toEqual(of('void', ({ total_centavos }) => -total_centavos || 0))
    expect(report.byName('refunds')).toEqual(of('refund', ({ total_centavos }) => -total_centavos || 0))
    const { total } = report
    expect(total('gross') - total('discounts') - total('less_vat') - total('voids') - total('refunds')).toBe(
      total('net'),
    )
  })

  test('sales by service and by treatment match the lines, each with its share of the discount', async () => {
    const { lines } = await clinic.booksOf(range)
    const paid = (line: (typeof lines)[number]) => line.line_total_centavos - line.order_discount_centavos
    const names = new Map([
      [clinic.catalogue.serviceId, 'Diamond peel'],
      [clinic.catalogue.otherServiceId, 'Hydra glow'],
      [clinic.catalogue.otherTreatmentServiceId, 'Carbon peel'],
    ])
    const byService = await clinic.read('sales-by-service', range)
    const nameOf = (row: (typeof lines)[number]) =>
      row.kind === 'product' ? row.name : row.service_id ? names.get(row.service_id)! : 'LED light'
    const served = byService.rows.map(([name, , , , , , net]) => [String(name), toCentavos(Number(net))] as const)
    expect(
      sums(
        served,
        ([name]) => name,
        ([, net]) => net,
      ),
    ).toEqual(sums(lines, nameOf, paid))
    const headOf = (row: (typeof lines)[number]) =>
      lines.find(
        (one) => one.document_id === row.document_id && one.position === (row.parent_position ?? row.position),
      )!
    const byTreatment = await clinic.read('sales-by-treatment', range)
    const treatmentOf = (row: (typeof lines)[number]) =>
      row.kind === 'product' ? 'Products' : headOf(row).treatment_name!
    expect(byTreatment.byName('net')).toEqual(sums(lines, treatmentOf, paid))
    expect(byTreatment.byName('gross')).toEqual(
      sums(lines, treatmentOf, (row) => row.quantity * row.unit_price_centavos),
    )
  })

  test('sales by product match the lines, with the cost that each piece had when it was sold', async () => {
    const lines = (await clinic.booksOf(range)).lines.filter(({ kind }) => kind === 'product')
    const report = await clinic.read('sales-by-product', range)
    const figures = {
      gross: (row: (typeof lines)[number]) => row.quantity * row.unit_price_centavos,
      net: (row: (typeof lines)[number]) => row.line_total_centavos - row.order_discount_centavos,
      vat: (row: (typeof lines)[number]) => row.vat_centavos,
      cost: (row: (typeof lines)[number]) => row.quantity * (row.unit_cost_centavos ?? 0),
      margin: (row: (typeof lines)[number]) =>
        row.unit_cost_centavos === null
          ? 0
          : row.line_total_centavos -
            row.order_discount_centavos -
            row.vat_centavos -
            row.quantity * row.unit_cost_centavos,
    }
    for (const [key, figure] of Object.entries(figures))
      expect(report.byName(key as keyof typeof figures), key).toEqual(sums(lines, ({ name }) => name, figure))
    const pieces = sums(
      lines.filter(({ unit_cost_centavos }) => unit_cost_centavos === null),
      () => 'all',
      ({ quantity }) => quantity,
    )
    expect(report.column('without_cost').reduce((sum: number, each) => sum + Number(each), 0)).toBe(pieces['all'] ?? 0)
  })

  test('sales by payment method match the payments', async () => {
    const { payments, documentOf } = await clinic.booksOf(range)
    const names = { cash: 'Cash', gcash: 'GCash', maya: 'Maya', bank_transfer: 'Bank' } as Record<string, string>
    const report = await clinic.read('sales-by-method', range)
    expect(report.byName('net')).toEqual(
      sums(
        payments,
        ({ method }) => names[method]!,
        (row) => row.amount_centavos,
      ),
    )
    const received = payments.filter((row) => documentOf(row.document_id).kind === 'sale')
    expect(report.total('received')).toBe(received.reduce((sum, row) => sum + row.amount_centavos, 0))
    expect(report.total('received') - report.total('returned')).toBe(report.total('net'))
  })

  test('discounts by reason match those of orders and lines', async () => {
    const { documents, lines, documentOf } = await clinic.booksOf(range)
    const report = await clinic.read('discounts-by-reason', range)
    const discounts = [
      ...documents.map((one) => ({ reason: one.discount_reason, amount: one.discount_centavos, kind: one.kind })),
      ...lines.map((one) => ({
        reason: one.discount_reason,
        amount: one.discount_centavos,
        kind: documentOf(one.document_id).kind,
      })),
    ].filter(({ amount }) => amount !== 0)
    const nameOf = ({ reason }: { reason: string | null }) => reason ?? s.noReason
    expect(report.byName('discount')).toEqual(sums(discounts, nameOf, ({ amount }) => amount))
    const days = await clinic.read('sales-by-day', range)
    expect(report.total('given')).toBe(days.total('discounts'))
  })

  test('taxes by month match the documents', async () => {
    const { documents, lines, documentOf } = await clinic.booksOf(range)
    const report = await clinic.read('tax-by-month', range)
    const monthOf = (one: (typeof documents)[number]) => startOfMonth(one.business_date)
    for (const key of ['vat', 'excise'] as const)
      expect(report.byName(key), key).toEqual(sums(documents, monthOf, (one) => one[`${key}_centavos`]))
    const monthOfLine = (line: (typeof lines)[number]) => monthOf(documentOf(line.document_id))
    const classes = { vatable: 'vatable', exempt: 'exempt', zero_rated: 'zero-rated' } as const
    for (const key of ['vatable', 'exempt', 'zero_rated'] as const) {
      const withExcise = (line: (typeof lines)[number]) =>
        line.tax_class === classes[key] ? line[`${key}_centavos`] + line.excise_centavos : 0
      expect(report.byName(key), key).toEqual(sums(lines, monthOfLine, withExcise))
    }
    const taxed = (['vatable', 'vat', 'exempt', 'zero_rated', 'untaxed'] as const).map(report.total)
    expect(taxed.reduce((sum, amount) => sum + amount, 0)).toBe(report.total('net'))
  })

  test('the book of Senior Citizen and PWD sales contains each line of a sale, void or refund for which such a card was used', async () => {
    const { lines } = await clinic.booksOf(range)
    const report = await clinic.read('senior-pwd-book', range)
    const under = lines.filter((line) => line.discount_reason === 'Senior Citizen')
    const amounts = {
      gross: (line: (typeof lines)[number]) => line.quantity * line.unit_price_centavos,
      less_vat: (line: (typeof lines)[number]) => line.less_vat_centavos,
      discounts: (line: (typeof lines)[number]) => line.discount_centavos,
      net: (line: (typeof lines)[number]) => line.line_total_centavos - line.order_discount_centavos,
    }
    expect(new Set(under.map(({ document_id }) => document_id)).size).toBe(report.rows.length)
    for (const key of ['gross', 'less_vat', 'discounts', 'net'] as const)
      expect(report.total(key), key).toBe(under.reduce((sum, line) => sum + amounts[key](line), 0))
    for (const [, , holder, card, idNumber] of report.rows)
      expect([card, idNumber]).toEqual(['Senior Citizen', String(holder).replace('Holder ', 'SC-')])
  })

  test('voids and refunds are each listed with the amount paid back', async () => {
    const { documents } = await clinic.booksOf(range)
    const back = documents.filter(({ kind }) => kind !== 'sale')
    const report = await clinic.read('voids-and-refunds', range)
    expect(report.rows).toHaveLength(back.length)
    expect(report.total('amount')).toBe(-back.reduce((sum, one) => sum + one.total_centavos, 0) || 0)
  })

  test('every sales report has the same total', async () => {
    const { total } = await clinic.read('sales-by-day', range)
    const salesReports = [
      'sales-by-service',
      'sales-by-treatment',
      'sales-by-practitioner',
      'sales-by-method',
      'tax-by-month',
    ] as const
    for (const report of salesReports)
      expect((await clinic.read(report, range)).total('net'), report).toBe(total('net'))
  })

  test.each(REPORTS)('the CSV file of the report %s has the values of the screen', async (report) => {
    const { rows, totals } = await clinic.read(report, range)
    const { body, headers } = await clinic.download(report, range)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${report}.csv"`,
      'x-total-rows': String(rows.length),
    })
    const text = (cell: string | number | null, index: number) => {
      if (cell === null) return index === 0 ? 'Total' : ''
      return reports[report].columns[index]!.kind === 'amount' ? Number(cell).toFixed(2) : String(cell)
    }
    expect(csvReader().push(body)).toEqual([
      reports[report].columns.map(({ key }) => columnNames[key]),
      ...[...rows, totals].map((row) => row.map(text)),
    ])
  })
})

test('the CSV file of a report names documents, and has dates, times and amounts in a form with which a spreadsheet can calculate', async () => {
  const { body } = await clinic.download('voids-and-refunds', ALL)
  const rows = body.split('\r\n').slice(1, -2)
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows)
    expect(row).toMatch(
      /^"\d{4}-\d\d-\d\d","\d\d:\d\d:\d\d","(?:Receipt|Slip|VAT|Non-VAT) [^"]*\d{6}[^"]*",.*,"-?\d+\.\d\d"$/,
    )
})

test('the test data contains every kind of sale, void, refund, discount and tax that could make a total wrong', async () => {
  const { documents, lines, payments } = await clinic.booksOf(ALL)
  const kinds = sums(
    documents,
    ({ kind }) => kind,
    () => 1,
  )
  expect(kinds['sale']).toBe(150)
  expect(Math.min(kinds['void']!, kinds['refund']!)).toBeGreaterThan(5)
  expect(payments.length).toBeGreaterThan(documents.length)
  for (const column of [
    'discount_centavos',
    'order_discount_centavos',
    'less_vat_centavos',
    'excise_centavos',
  ] as const)
    expect(lines.filter((line) => line[column] > 0).length, column).toBeGreaterThan(10)
  expect(lines.filter((line) => line.kind === 'add_on' && line.quantity < 0).length).toBeGreaterThan(0)
})

test('a sold line belongs to the practitioner of its service, otherwise to that of its visit; without a visit it belongs to nobody', async () => {
  const { lines, documentOf } = await clinic.booksOf(ALL)
  const visits = await clinic.server.db.selectFrom('appointments').selectAll().execute()
  const further = await clinic.server.db.selectFrom('appointment_services').selectAll().execute()
  const resources = await clinic.server.db.selectFrom('resources').select(['id', 'name']).execute()
  const nameOf = (id: string | null | undefined) => resources.find((one) => one.id === id)?.name ?? s.noPractitioner
  const doneBy = (row: (typeof lines)[number]) => {
    const visitId = documentOf(row.document_id).appointment_id
    const head = lines.find(
      (one) => one.document_id === row.document_id && one.position === (row.parent_position ?? row.position),
    )!
    const own = further.find((one) => one.appointment_id === visitId && one.service_id === head.service_id)
    return nameOf(own ? own.practitioner_id : visits.find(({ id }) => id === visitId)?.practitioner_id)
  }
  const report = await clinic.read('sales-by-practitioner', ALL)
  expect(report.byName('net')).toEqual(
    sums(lines, doneBy, (row) => row.line_total_centavos - row.order_discount_centavos),
  )
  expect(Object.keys(report.byName('net')).toSorted()).toEqual(['Dr. Cruz', 'Dra. Reyes', s.noPractitioner])
})
