import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Invoicer } from '#server/sales/invoice-fixture.ts'
import { orderOf, type OrderLine } from '#server/sales/till-fixture.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import type { TaxClass } from '#shared/lib/taxes.ts'
import { cashContract, type Reading } from '#shared/cash/contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { readingText } from '#shared/cash/reading-text.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { NO_TAX } from '#shared/sales/tax.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { openInvoiceCashClinic, type CashClinic } from './cash-fixture.ts'

let clinic: CashClinic
let invoicer: Invoicer
beforeEach(async () => {
  await clinic?.server.close()
  ;({ clinic, invoicer } = await openInvoiceCashClinic())
})
afterAll(() => clinic.server.close())

const VAT = { isVatRegistered: true, chargesExcise: false }
type Paid = Parameters<typeof orderOf>[2]
const sell = (lines: OrderLine[], paid: Paid = {}, tax = VAT) =>
  clinic.till.send(orderOf(clinic.till.client, lines, paid, tax))
const mark = (
  serviceId: string,
  values: Partial<Record<'senior_pwd_eligible' | 'is_excise', boolean>> & { tax_class?: TaxClass },
) => clinic.server.db.updateTable('services').set(values).where('id', '=', serviceId).execute()
const senior = { kind: 'senior', id_number: 'QC-0148', name: 'Lola Iñez', birth_date: '1950-01-01' } as const
const noTaxes = { vatable: 0, vat: 0, exempt: 0, zero_rated: 0, excise: 0, untaxed: 0, includes_excise: true }
const sumOf = (taxes: Reading['taxes']) => {
  const { vatable, vat, exempt, zero_rated, untaxed } = taxes!
  return Math.round([vatable, vat, exempt, zero_rated, untaxed].reduce((sum, amount) => sum + amount * 100, 0)) / 100
}

/** The lines of one section of the printed reading. */
const partOf = (reading: Reading, heading: string) =>
  readingText(reading, new Date('2026-11-22T03:05:00Z'))
    .parts!.find((part) => part.heading === heading)!
    .pairs.map(({ label, value }) => `${label}: ${value}`)

describe('a reading of the present format', () => {
  test('shows each number series, each kind of discount and the parts of net sales on the day when the clinic begins to issue invoices', async () => {
    const { catalogue, peel, glow, carbon } = clinic.till
    const morning = await clinic.open(1000)
    await sell([peel()], {}, NO_TAX)
    await clinic.close(morning.id, 2500)
    await invoicer.setUp({ mode: 'invoice_vat' })
    await mark(catalogue.serviceId, { senior_pwd_eligible: true })
    await mark(catalogue.otherTreatmentServiceId, { tax_class: 'zero-rated' })
    const shift = await clinic.open(1000)
    await sell([peel({ senior_pwd: true })], { senior_pwd_card: senior })
    await sell([peel({ quantity: 2, discount: 250, discount_reason: 'Promo' }), carbon()], {
      is_discounted: 'yes',
      discount: 100,
      discount_reason: 'Promo',
    })
    await clinic.voidSale(await sell([glow()]))
    const x = await clinic.x(shift.id)
    expect(x).toMatchObject({
      documents: [
        { mode: 'invoice_vat', kind: 'sale', count: 3, from: 1, to: 3 },
        { mode: 'invoice_vat', kind: 'void', count: 1, from: 1, to: 1 },
      ],
      gross: 12000.5,
      discounts: [
        { kind: 'line', reason: 'Promo', count: 1, amount: 250 },
        { kind: 'order', reason: 'Promo', count: 1, amount: 100 },
        { kind: 'senior', reason: 'Senior Citizen', count: 1, amount: 267.86 },
        { kind: 'less_vat', reason: 'Less VAT', count: 1, amount: 160.71 },
      ],
      voids: { count: 1, amount: 2500.5 },
      net: 8721.43,
      // The Senior card makes ₱1,071.43 of a price of ₱1,500.00 VAT-exempt; ₱4,935.48 of ₱7,650.00 is zero-rated.
      taxes: { ...noTaxes, vatable: 2423.68, vat: 290.84, exempt: 1071.43, zero_rated: 4935.48 },
    })
    expect(sumOf(x.taxes)).toBe(x.net)
    await clinic.close(shift.id, 9721.43)
    const z = await clinic.closeDay()
    expect(z.taxes).toEqual({ ...x.taxes, untaxed: 1500 })
    expect(sumOf(z.taxes)).toBe(z.net)
    expect(partOf(z, 'Documents')).toEqual([
      'Sales (1): 000001',
      'VAT invoices (3): 000001 to 000003',
      'Voids of VAT invoices (1): 000001',
    ])
    expect(partOf(z, 'Sales').slice(1, 5)).toEqual([
      'Discount on lines, Promo (1): −₱250.00',
      'Discount on orders, Promo (1): −₱100.00',
      'Senior Citizen (1): −₱267.86',
      'VAT not charged to Senior Citizens and PWD (1): −₱160.71',
    ])
    expect(partOf(z, 'Taxes')).toEqual([
      'VATable sales: ₱2,423.68',
      'VAT amount: ₱290.84',
      'VAT-exempt sales: ₱1,071.43',
      'Zero-rated sales: ₱4,935.48',
      'No tax class: ₱1,500.00',
      'Net: ₱10,221.43',
    ])
    expect((await clinic.recount()).findings).toEqual([])
  })

  test('shows non-VAT invoices as exempt, and reduces taxes on the day of a later refund', async () => {
    await invoicer.setUp({ mode: 'invoice_non_vat', is_vat_registered: false })
    const shift = await clinic.open(1000)
    const sale = await sell([clinic.till.peel({ quantity: 2 })], {}, NO_TAX)
    await clinic.close(shift.id, 4000)
    expect((await clinic.closeDay()).taxes).toEqual({ ...noTaxes, exempt: 3000 })
    const day = { from: '2026-11-21', to: '2026-11-21' }
    const { data: report } = await clinic.asAdmin(reportsContract.read, {
      params: { report: 'tax-by-month' },
      querystring: day,
    })
    expect(report.rows).toEqual([['2026-11-01', 0, 0, 3000, 0, 0, 0, 0, 3000]])
    clinic.at('2026-11-22T09:00:00+08:00')
    const next = await clinic.open(2000)
    const lines = [{ position: 1, quantity: 1 }]
    const body = { lines, total: 1500, method: 'cash' as const, reason: 'Allergic reaction' }
    await clinic.asAdmin(refundContract.refund, { params: { id: sale.id }, body }, { idempotencyKey: randomUUID() })
    const x = await clinic.x(next.id)
    expect(x).toMatchObject({
      documents: [{ mode: 'invoice_non_vat', kind: 'refund', count: 1, from: 1, to: 1 }],
      taxes: { ...noTaxes, exempt: -1500 },
      net: -1500,
    })
    expect(partOf(x, 'Taxes')).toContain('VAT-exempt sales: −₱1,500.00')
    expect((await clinic.recount()).findings).toEqual([])
  })
})

describe('a reading of format 1', () => {
  /** A reading in the old format, byte for byte. */
  const content = (terminalId: string) =>
    `{"format":1,"documents":[{"kind":"sale","count":2,"from":1,"to":2},{"kind":"void","count":1,"from":3,"to":3}],` +
    `"gross":650000,"discounts":[{"reason":"Promo","count":1,"amount":75000}],"voids":{"count":1,"amount":150000},` +
    `"refunds":{"count":0,"amount":0},"net":425000,"methods":[{"method":"cash","count":1,"amount":425000}],` +
    `"shifts":[{"cashier_name":"Andrea Cruz","opened_at":"2026-11-21T09:00:00+08:00","closed_at":"2026-11-21T09:00:00+08:00",` +
    `"float":100000,"pay_in":0,"pay_out":0,"cash_sales":575000,"cash_back":150000,"expected":525000,"counted":525000,"difference":0}],` +
    `"drawer":{"float":100000,"pay_in":0,"pay_out":0,"cash_sales":575000,"cash_back":150000,"expected":525000,"counted":525000,"difference":0},` +
    `"terminal":{"id":"${terminalId}","name":"Front desk"},"business_date":"2026-11-21","number":1,"closed_by":"Andrea Cruz",` +
    `"closed_at":"2026-11-21T09:00:00+08:00","previous_grand_total":0,"grand_total":650000}`

  /** Creates a day whose reading has the old format; returns its id and hash. */
  async function earlierReading(): Promise<{ id: string; hash: string }> {
    const shift = await clinic.open(1000)
    // One sale with two discounts for the same reason, which format 1 counts once.
    const { carbon, peel } = clinic.till
    const promo = { discount_reason: 'Promo' } as const
    await sell([carbon({ discount: 500, ...promo })], { is_discounted: 'yes', discount: 250, ...promo }, NO_TAX)
    await clinic.voidSale(await sell([peel()], {}, NO_TAX))
    await clinic.close(shift.id, 5250)
    const { id } = await clinic.closeDay()
    const text = content(clinic.terminal.id)
    const hash = createHash('sha256').update(text).digest('hex')
    await executeWithoutTriggers(
      clinic.server.database,
      'z_readings',
      `update z_readings set content = '${text}', hash = '${hash}'`,
    )
    return { id, hash }
  }

  test('keeps its content, hash and print, is checked by the rules of format 1, and the next reading continues its chain', async () => {
    const { id, hash } = await earlierReading()
    expect((await clinic.recount()).findings).toEqual([])
    const { data } = await clinic.asCashier(cashContract.zReading, { params: { id } })
    expect(data).toMatchObject({ hash, taxes: null, documents: [{ mode: null }, { mode: null }] })
    const { parts } = readingText(data, new Date())
    expect(parts!.map(({ heading }) => heading)).toEqual([
      'Documents',
      'Sales',
      'Payments',
      'Cash in the drawer',
      'Grand total',
      'Chain of readings',
    ])
    expect(partOf(data, 'Documents')).toEqual(['Sales (2): 000001 to 000002', 'Voids (1): 000003'])
    expect(partOf(data, 'Sales')).toEqual([
      'Gross: ₱6,500.00',
      'Discount Promo (1): −₱750.00',
      'Voids (1): −₱1,500.00',
      'Net: ₱4,250.00',
    ])
    clinic.at('2026-11-22T09:00:00+08:00')
    const next = await clinic.open(1000)
    await clinic.peel()
    await clinic.close(next.id, 2500)
    expect(await clinic.closeDay('2026-11-22')).toMatchObject({
      number: 2,
      grand_total: 8000,
      taxes: { untaxed: 1500 },
    })
    expect(await clinic.recount()).toEqual({ shifts: 2, readings: 2, findings: [] })
  })

  test('that was altered is detected', async () => {
    await earlierReading()
    await executeWithoutTriggers(
      clinic.server.database,
      'z_readings',
      `update z_readings set content = replace(content, '75000', '65000')`,
    )
    const name = s.readingName(1, 'Front desk')
    expect((await clinic.recount()).findings).toEqual([s.hashOff(name), s.figuresOff(name)])
  })
})

const fieldsOfFormat2 =
  'cashier_name opened_at closed_at float pay_in pay_out cash_sales cash_back expected counted difference'.split(' ')
const pick = (row: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))

describe('a reading of format 2', () => {
  /** Closes a day of two shifts, and stores its reading as format 2 did, with totals of floats and counts. */
  async function earlierDay() {
    const morning = await clinic.open(2500)
    await clinic.peel()
    await clinic.close(morning.id, 4000)
    const afternoon = await clinic.open(4000)
    await clinic.peel()
    await clinic.close(afternoon.id, 5490)
    const { id } = await clinic.closeDay()
    const { content } = await clinic.server.db.selectFrom('z_readings').select('content').executeTakeFirstOrThrow()
    const {
      format: _format,
      cash: _cash,
      head: _head,
      actions: _actions,
      ...figures
    } = JSON.parse(content) as Record<string, unknown>
    const drawer = { float: 650_000, pay_in: 0, pay_out: 0, cash_sales: 300_000, cash_back: 0, expected: 950_000 }
    const { documents, discounts, taxes, gross, voids, refunds, net, methods, shifts, ...rest } = figures
    const earlier = {
      gross,
      voids,
      refunds,
      net,
      methods,
      shifts: (shifts as Record<string, unknown>[]).map((shift) => pick(shift, fieldsOfFormat2)),
      format: 2,
      documents,
      discounts,
      taxes,
      drawer: { ...drawer, counted: 949_000, difference: -1000 },
      ...rest,
    }
    const text = JSON.stringify(earlier)
    const hash = createHash('sha256').update(text).digest('hex')
    const statement = `update z_readings set content = '${text}', hash = '${hash}'`
    await executeWithoutTriggers(clinic.server.database, 'z_readings', statement)
    return { id, text }
  }

  test('with two shifts, whose totals count the cash of one drawer twice, keeps these wrong totals and prints the right totals beside them', async () => {
    const { id, text } = await earlierDay()
    const { data } = await clinic.asCashier(cashContract.zReading, { params: { id } })
    expect(data.wrong_totals).toEqual({ float: 6500, expected: 9500, counted: 9490 })
    expect(partOf(data, 'Corrected figures')).toEqual([
      'Float of the first shift (printed: ₱6,500.00): ₱2,500.00',
      'Expected in the last shift (printed: ₱9,500.00): ₱5,500.00',
      'Counted in the last shift (printed: ₱9,490.00): ₱5,490.00',
    ])
    expect(partOf(data, 'Cash of all shifts')).toEqual([
      'Pay-in: ₱0.00',
      'Pay-out: ₱0.00',
      'Cash sales: ₱3,000.00',
      'Cash given back: ₱0.00',
      'Differences: −₱10.00',
    ])
    expect((await clinic.recount()).findings).toEqual([])
    const { content } = await clinic.server.db.selectFrom('z_readings').select('content').executeTakeFirstOrThrow()
    expect(content).toBe(text)
  })
})

test('the clinic’s data at the top of a Z-reading stay as they were when the clinic’s registration changes later', async () => {
  await invoicer.setUp({ mode: 'invoice_vat' })
  const shift = await clinic.open(1000)
  await clinic.close(shift.id, 1000)
  const { id } = await clinic.closeDay()
  await invoicer.setUp({ mode: 'invoice_vat', trade_name: 'Another name', permit_number: 'PTU-9' })
  const { data } = await clinic.asCashier(cashContract.zReading, { params: { id } })
  const { clinic: name, clinicLines, parts, smallPrint } = readingText(data, new Date('2026-11-22T03:05:00Z'))
  expect([name, clinicLines]).toEqual([
    'Perlas Skin Clinic',
    [
      'Perlas Aesthetics Inc.',
      '12 Tomas Morato, Quezon City',
      '+63 2 8555 0128',
      'VAT REG TIN 123-456-789-00000',
      'MIN MIN-1',
      'S/N SN-1',
    ],
  ])
  expect(smallPrint).toContain('Permit PTU-2026-0001, issued Jan 15, 2026')
  expect(parts!.at(-1)!.pairs[0]!.value.replaceAll(' ', '')).toBe(data.hash)
})
