import { read, utils, type CellObject } from '@e965/xlsx'
import { expect, test } from 'vitest'
import type { CellKind, Report } from './report.ts'
import { reportXlsx } from './report-xlsx.ts'

const reportOf = (...kinds: CellKind[]): Report => ({
  title: 'Report',
  clinic: { name: 'Perlas', lines: [] },
  facts: [],
  columns: kinds.map((kind, cell) => ({ header: kind, cell, kind })),
})

/** The cells of the file by address, as a spreadsheet program reads them. */
async function opened(report: Report, rows: string[][]): Promise<Record<string, CellObject>> {
  const file = await reportXlsx(report, rows, () => undefined)
  return read(new Uint8Array(file), { cellNF: true }).Sheets.Sheet1 as Record<string, CellObject>
}
const oneColumn = async (kind: CellKind, ...texts: string[]) => {
  const sheet = await opened(reportOf(kind), [['Heading'], ...texts.map((text) => [text]), ['Total']])
  return texts.map((_, index) => sheet[`A${index + 2}`]!)
}

test('a text stays text in an Excel file, also numbers with zeros, dates, 17 digits, formulas and characters invalid in XML', async () => {
  const texts = [
    '0012345',
    '3-12',
    '12345678901234567',
    '=1+1',
    '+63 917 222 7788',
    '@SUM(A1)',
    'Ñina 🌸 <b> & "x"',
    'a\u0001b',
  ]
  const cells = await oneColumn('text', ...texts)
  expect(cells.map(({ t, v, z }) => [t, v, z])).toEqual(texts.map((text) => ['s', text.replace('\u0001', ''), '@']))
  expect(cells.filter(({ f }) => f !== undefined)).toEqual([])
})

test.each([
  ['amount', '-1234567.50', -1_234_567.5, '#,##0.00', '-1,234,567.50'],
  ['count', '1200', 1_200, '#,##0', '1,200'],
  ['date', '2026-11-21', 46_347, 'yyyy-mm-dd', '2026-11-21'],
  ['month', '2026-11-01', 46_327, 'mmm yyyy', 'Nov 2026'],
  ['time', '09:41:07', (9 * 3_600 + 41 * 60 + 7) / 86_400, 'hh:mm:ss', '09:41:07'],
  ['moment', '2026-11-21 21:30:00', 46_347.895_833_333_336, 'yyyy-mm-dd hh:mm:ss', '2026-11-21 21:30:00'],
] as const)('a cell of kind %s is a formatted number', async (kind, text, value, format, shown) => {
  const [cell] = await oneColumn(kind, text)
  expect([cell!.t, cell!.v, cell!.z, cell!.w]).toEqual(['n', expect.closeTo(value, 8), format, shown])
})

test('the Excel file has the heading, all rows and the total row of the export, and empty cells stay empty', async () => {
  const rows = [
    ['Customer', 'Amount', 'Place'],
    ['Bianca', '1500.00', 'Manila'],
    ['Rhea', '20.50', ''],
    ['Total', '1520.50', ''],
  ]
  const sheet = await opened(reportOf('text', 'amount'), rows)
  expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([
    rows[0],
    ['Bianca', 1_500, 'Manila'],
    ['Rhea', 20.5],
    ['Total', 1_520.5],
  ])
})
