import { describe, expect, test } from 'vitest'
import type { Reading } from '#shared/cash/contract.ts'
import { readingText } from '#shared/cash/reading-text.ts'
import { PAPER_WIDTHS, type PaperWidth } from '#shared/sales/paper/paper.ts'
import { fontsFromDisk, pagesOf } from '#web/exports/report/report-fixture.ts'
import { drawPaper } from '#web/sales/receipt/receipt-pdf.ts'
import { xReading, zReading } from './reading-fixture.ts'

const at = new Date('2026-11-22T03:05:00Z')
const fonts = fontsFromDisk()
const sheetsOf = (reading: Reading, width: PaperWidth) =>
  pagesOf(drawPaper(readingText(reading, at), width, fonts).output('arraybuffer'))
const read = async (reading: Reading, width: PaperWidth = 80) => (await sheetsOf(reading, width)).join(' ')

describe.each(PAPER_WIDTHS)('a reading printed on paper of %i mm is complete', (width) => {
  test('a printed Z-reading shows its day, every document number, discount, tax and payment, each drawer and the grand total', async () => {
    const text = await read(zReading, width)
    for (const part of [
      'Perlas Skin Clinic',
      'Z-reading',
      'Z-reading no. 000012',
      'Nov 21, 2026',
      'Sales (3) 000041 to 000043',
      'VAT invoices (18) 000001 to 000018',
      'Refunds of VAT invoices (2) 000001 to 000002',
      'Gross ₱123,456.78',
      'Discount on lines, Promo (4) −₱1,250.50',
      'Discount on orders, without reason (1) −₱100.00',
      'Senior Citizen (2) −₱892.86',
      'PWD (1) −₱446.43',
      'Voids (1) −₱1,500.00',
      'Refunds (2) −₱3,000.00',
      'VATable sales ₱95,206.28',
      'VAT amount ₱11,400.00',
      'VAT-exempt sales ₱5,357.13',
      'Zero-rated sales ₱0.00',
      'Excise included ₱206.28',
      'No tax class ₱3,500.00',
      'Net ₱115,463.41',
      'GCash (15) ₱101,500.00',
      'Float ₱2,000.00',
      'Expected ₱6,550.00',
      'Counted ₱6,540.00',
      'Difference −₱10.00',
      'Cash sales ₱11,500.00',
      'Differences −₱20.00',
      'Opened by Olga Owner',
      'Closed by Olga Owner',
      'Sold by Joy Manalo 12 sales',
      'Sold by Andrea Cruz 8 sales',
      'Sold by Joy Manalo 1 sale',
      'Till actions of all shifts',
      'Deleted lines (3) ₱4,500.50',
      'Abandoned orders (1) ₱800.00',
      'Drawer opened (2)',
      'Before this reading ₱1,000,000.00',
      'After this reading ₱1,123,456.78',
      'Hash aaaaaaaaaaaaaaaa ffffffffffffffff ffffffffffffffff ffffffffffffffff',
      'Previous hash bbbbbbbbbbbbbbbb bbbbbbbbbbbbbbbb bbbbbbbbbbbbbbbb bbbbbbbbbbbbbbbb',
      'This is a till reading, not an invoice.',
    ])
      expect(text).toContain(part)
    // A long name may wrap after its hyphen.
    for (const name of [/señora/, /Maria Concepción/, /Dela/, /Peña-\s?Villanueva/, /Andrea Cruz/])
      expect(text).toMatch(name)
  })

  test('a printed X-reading of an open shift shows counts and other payments, but no amount of cash and no grand total', async () => {
    const text = await read(xReading, width)
    expect(text).toContain('X-reading')
    expect(text).toContain('Closed still open')
    expect(text).toContain('Cash (4)')
    expect(text).toContain('Opened by Olga Owner')
    expect(text).toContain('Joy Manalo 1 sale')
    expect(text).toContain('Deleted lines (0) ₱0.00')
    expect(text).toContain('GCash (15) ₱101,500.00')
    expect(text).not.toMatch(
      /Gross|Net|VAT amount|Float|Pay-in|Expected|Counted|Difference|After this reading|Hash|Z-reading no\./,
    )
    expect(text).not.toContain('₱4,250.00')
  })
})

test('a reading is printed in one piece on a paper roll; on A5 sheets a total is on the same page as its items', async () => {
  const sheets = await Promise.all(PAPER_WIDTHS.map((width) => sheetsOf(zReading, width)))
  expect(sheets.map(({ length }) => length)).toEqual([1, 1, 3])
  const [, , onA5] = sheets
  for (const sheet of onA5!) expect(sheet).not.toMatch(/^(Net|Difference|After this reading)/)
})

test('a printed copy of a reading shows its number, and a reading without taxes shows no taxes or discount kinds', async () => {
  const earlier = {
    ...zReading,
    print_count: 2,
    taxes: null,
    documents: zReading.documents.slice(0, 1).map((one) => ({ ...one, mode: null })),
    discounts: [{ kind: null, reason: 'Promo', count: 4, amount: 1250.5 }],
  }
  const text = await read(earlier)
  expect(text).toContain('REPRINT 2, Nov 22, 2026, 11:05 AM')
  expect(text).toContain('Sales (3) 000041 to 000043')
  expect(text).toContain('Discount Promo (4) −₱1,250.50')
  expect(text).not.toMatch(/Taxes|VATable|VAT amount/)
})
