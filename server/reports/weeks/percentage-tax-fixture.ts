import { expect } from 'vitest'
import type { ZContent } from '#shared/cash/z-content.ts'
import { paidFor } from '#shared/sales/refunds/refund.ts'
import type { WeeksClinic } from './clinic-fixture.ts'
import { figuresOf, sumOf, type Entry } from './ledger-fixture.ts'
import { readReport } from './read-report-fixture.ts'
import type { Week } from './week-fixture.ts'

/** The ledger's sales by the tax class that each service had in the catalogue when it was sold. */
const salesOf = (entries: readonly Entry[], isExempt: boolean): number =>
  sumOf(entries, ({ kind, rows }) => {
    const ofClass = rows.filter(({ catalogueClass }) => (catalogueClass === 'exempt') === isExempt)
    return (kind === 'sale' ? 1 : -1) * sumOf(ofClass, ({ amounts }) => paidFor(amounts))
  }) || 0

const isWithoutVat = (entry: Entry) => {
  const { vatable, vat, zero_rated, less_vat } = figuresOf(entry)
  return entry.mode !== 'invoice_vat' && [vatable, vat, zero_rated, less_vat].every((amount) => amount === 0)
}

/** Computes a tax of 3 %, rounded half up. A month with negative receipts has no tax. */
const taxOf = (taxable: number): number => (taxable > 0 ? Math.floor((taxable * 3 + 50) / 100) : 0)

/** Compares the report of percentage tax with the ledger, by month. */
async function expectReport(clinic: WeeksClinic, week: Week, entries: readonly Entry[]): Promise<void> {
  const untaxed = entries.filter(isWithoutVat)
  const months = [...new Set(untaxed.map(({ date }) => date.slice(0, 7)))].toSorted()
  const expected = months.map((month) => {
    const ofMonth = untaxed.filter(({ date }) => date.startsWith(month))
    const [taxable, exempt] = [salesOf(ofMonth, false), salesOf(ofMonth, true)]
    return [`${month}-01`, taxable + exempt, exempt, taxable, taxOf(taxable)]
  })
  const report = await readReport(clinic, 'percentage-tax', week)
  expect(report.rows('month', 'receipts', 'exempt_receipts', 'taxable', 'percentage_tax')).toEqual(expected)
  expect(report.total('percentage_tax')).toBe(taxOf(salesOf(untaxed, false)))
}

/** Compares the sales by percentage tax in each Z-reading with the ledger. */
async function expectInReadings({ server: { db }, tills, entries }: WeeksClinic): Promise<void> {
  const rows = await db.selectFrom('z_readings').select(['terminal_id', 'business_date', 'content']).execute()
  for (const { terminal_id, business_date, content } of rows) {
    const till = tills.find(({ id }) => id === terminal_id)!
    const ofDay = entries.filter(
      ({ shift, mode }) =>
        shift?.till === till && shift.date === business_date && ['invoice_non_vat', 'small_sale'].includes(mode),
    )
    const expected = { taxable: salesOf(ofDay, false), exempt: salesOf(ofDay, true) }
    expect((JSON.parse(content) as ZContent).percentage_tax).toEqual(ofDay.length > 0 ? expected : undefined)
  }
}

/** Compares the split of sales by percentage tax with the ledger, in the report and in the readings. */
export async function expectPercentageTax(clinic: WeeksClinic, week: Week, entries: readonly Entry[]): Promise<void> {
  await expectReport(clinic, week, entries)
  await expectInReadings(clinic)
}
