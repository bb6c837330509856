import { describe, expect, test } from 'vitest'
import type { Receipt } from '#shared/sales/contract.ts'
import { PAPER_WIDTHS, type PaperWidth } from '#shared/sales/paper/paper.ts'
import type { PaperFields } from '#shared/sales/paper/paper-fields.ts'
import { fortyLines, invoicePaper, receiptOf } from './receipt-fixture.ts'
import { receiptText } from '#shared/sales/receipt.ts'
import { fontsFromDisk, linesOf, pagesOf } from '#web/exports/report/report-fixture.ts'
import { drawPaper } from './receipt-pdf.ts'

const at = new Date('2026-11-22T03:05:00Z')
const fonts = fontsFromDisk()
const pdfOf = (receipt: Receipt, width: PaperWidth) =>
  pagesOf(drawPaper(receiptText(receipt, at), width, fonts).output('arraybuffer'))
/** Reads the text of all pages of a receipt's PDF. Words that narrow paper breaks are joined again. */
const read = async (paper: PaperFields, more: Partial<Receipt> = {}, width: PaperWidth = 148) =>
  (await pdfOf(receiptOf(paper, more), width)).join(' ')

const nonVat: PaperFields = { ...invoicePaper, mode: 'invoice_non_vat', taxes: null }
const mixed: PaperFields = { ...nonVat, percentage_tax: { taxable: 1665, exempt: 835 } }
const plain: PaperFields = { ...invoicePaper, mode: 'acknowledgement', registration: null, taxes: null }

describe.each(PAPER_WIDTHS)('a receipt printed on paper of %i mm is complete', (width) => {
  test('a printed VAT invoice shows the clinic, its registration and machine, the number, and the VAT in the price', async () => {
    const text = await read(invoicePaper, {}, width)
    for (const part of [
      'Perlas Skin Clinic',
      'Perlas Aesthetics Inc.',
      '12 Tomas Morato, Quezon City',
      'VAT REG TIN 123-456-789-00000',
      'MIN MIN-77',
      'S/N SN-88',
      'INVOICE No. 000012',
      'Bianca Peña',
      '₱2,500.00',
      'VATable sales ₱2,232.14',
      'VAT amount ₱267.86',
      'VAT-exempt sales ₱0.00',
      'Zero-rated sales ₱0.00',
      'Permit PTU-2026-0001, issued Jan 15, 2026',
      'Accreditation ACC-050-2025, issued Dec 1, 2025, valid until Nov 30, 2030',
      'Software supplier: Ñandú Software, Inc., 8 Ayala Avenue, Makati City TIN of the supplier 765-432-109-00002',
      'Salamat po!',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('Acknowledgement')
    expect(text).not.toContain('INPUT TAX')
  })

  test('a printed non-VAT invoice shows the sales subject to percentage tax and the exempt sales', async () => {
    const text = await read(mixed, {}, width)
    expect(text).toContain('Taxes Sales subject to percentage tax ₱1,665.00 Exempt sales ₱835.00')
    expect(text).toContain('EXEMPT THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX')
    expect(text).not.toContain('VAT-exempt')
  })

  test('each printed document names its kind: non-VAT invoice, order slip, acknowledgement, void or refund; no amount is cut off', async () => {
    const back = { subtotal: -2500, total_after_discount: -2500, received_money: -2500, exchange_money: 0 }
    const takenBack = { ...back, customer_name: 'Maria Concepción Dela Peña-Villanueva y Macapagal-Arroyo' }
    const slip: PaperFields = { ...plain, mode: 'booklet', booklet_number: 'A-0007' }
    const papers: [PaperFields, Partial<Receipt>, string[]][] = [
      [nonVat, {}, ['NON-VAT REG TIN', 'EXEMPT', 'NOT VALID FOR', 'VAT-exempt sales ₱2,500.00', 'Change ₱500.00']],
      [slip, {}, ['ORDER SLIP', 'THIS IS NOT AN INVOICE', 'Slip no. 000012', 'Invoice no. A-0007', 'Total ₱2,500.00']],
      [plain, {}, ['Acknowledgement receipt', 'Receipt no. 000012', 'Received ₱3,000.00', 'Salamat po!']],
      [
        { ...invoicePaper, kind: 'void' },
        { ...takenBack, state: 'void', void_reason: 'Rung up twice', voids_receipt_number: 12 },
        ['VOID OF AN INVOICE', 'Voids invoice no. 000012', 'Rung up twice', 'Given back ₱2,500.00', 'Arroyo'],
      ],
      [
        { ...plain, kind: 'refund' },
        { ...takenBack, state: 'refund', refund_reason: 'Allergic reaction', refunds_receipt_number: 11 },
        ['Refund', 'Refunds receipt no. 000011', 'Allergic reaction', 'Given back ₱2,500.00', 'Concepción'],
      ],
    ]
    for (const [paper, more, parts] of papers) {
      const text = await read(paper, more, width)
      for (const part of parts) expect(text).toContain(part)
    }
  })

  test('a printed receipt breaks a long name between words, and visibly replaces characters that are missing in the font', async () => {
    const customer_name = 'Villanueva-Macapagal Bagumbayan-Evangelista 王小美 🌸'
    const document = drawPaper(receiptText(receiptOf(plain, { customer_name }), at), width, fonts)
    const lines = await linesOf(document.output('arraybuffer'))
    expect(lines.filter((line) => line.length === 1)).toEqual([])
    expect(lines.join(' ').replaceAll('- ', '-')).toContain('Villanueva-Macapagal Bagumbayan-Evangelista ??? ?')
  })

  test('a printed receipt does not break a label inside a word as long as its value can be printed smaller', async () => {
    const facts = [{ label: 'Acknowledgements', value: '12 from 000001 to 000012, 3 voided' }]
    const document = drawPaper({ ...receiptText(receiptOf(plain), at), facts }, width, fonts)
    const lines = await linesOf(document.output('arraybuffer'))
    expect(lines).toContain('Acknowledgements')
    expect(lines.join(' ')).toContain('12 from 000001 to 000012, 3 voided')
  })

  test('a printed receipt contains each of forty lines with long names once, with the total below', async () => {
    const sheets = await pdfOf(receiptOf(plain, { treatments: fortyLines, item_count: 40 }), width)
    const text = sheets.join(' ')
    for (let line = 1; line <= 40; line++) expect(text.split(`Line ${line} of`)).toHaveLength(2)
    expect(text.split('señora’s')).toHaveLength(41)
    expect(text.indexOf('Line 40 of')).toBeLessThan(text.indexOf('Total'))
    // A receipt on a roll is one page; on sheets, the pages are numbered and name the document.
    expect(sheets).toHaveLength(width === 148 ? 3 : 1)
    const counted = sheets.map((_, n) => `Acknowledgement receipt 000012, sheet ${n + 1} of 3`)
    if (width === 148) sheets.forEach((sheet, n) => expect(sheet).toContain(counted[n]))
    else expect(text).not.toContain('sheet 1')
  })
})

test.each(PAPER_WIDTHS)(
  'an invoice on paper of %i mm is complete with a long name and address of the software supplier, and the supplier’s TIN stays on one line',
  async (width) => {
    const registration = {
      ...invoicePaper.registration!,
      supplier_name: 'Philippine Aesthetic Clinic Software Development and Point-of-Sale Solutions Corporation',
      supplier_address: 'Unit 2704-B, Corporate Center Tower Two, Doña Josefa Street, Ugong, Pasig City, Metro Manila',
    }
    const lines = await linesOf(
      drawPaper(receiptText(receiptOf({ ...invoicePaper, registration }), at), width, fonts).output('arraybuffer'),
    )
    expect(lines.join(' ').replaceAll('- ', '-')).toContain(
      `Software supplier: ${registration.supplier_name}, ${registration.supplier_address} TIN of the supplier 765-432-109-00002`,
    )
    expect(lines).toContain('TIN of the supplier 765-432-109-00002')
  },
)

test('the print of an invoice without a software supplier ends as invoices of earlier versions do', async () => {
  const { accreditation_until: _until, supplier_name: _name, ...rest } = invoicePaper.registration!
  const { supplier_address: _address, supplier_tin: _tin, ...registration } = rest
  const ending = 'Accreditation ACC-050-2025, issued Dec 1, 2025 Salamat po!'
  expect(await read({ ...invoicePaper, registration })).toContain(ending)
  const empty = { accreditation_until: '', supplier_name: '', supplier_address: '', supplier_tin: '' }
  expect(await read({ ...invoicePaper, registration: { ...registration, ...empty } })).toContain(ending)
})

test('the print of a non-VAT invoice from before tax classes were stored shows exempt sales, and says that no input tax can be claimed', async () => {
  const text = await read(nonVat)
  expect(text).toContain('NON-VAT REG TIN 123-456-789-00000')
  expect(text).toContain('VAT-exempt sales ₱2,500.00')
  expect(text).toContain('EXEMPT THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX')
  expect(text).not.toContain('VATable')
})

test('a printed order slip says that it is no invoice, and shows the number of the handwritten invoice', async () => {
  const slip: PaperFields = { ...plain, mode: 'booklet', booklet_number: 'A-0007' }
  const text = await read(slip, {}, 58)
  expect(text).toContain('ORDER SLIP - THIS IS NOT AN INVOICE')
  expect(text).toContain('Slip no. 000012')
  expect(text).toContain('Invoice no. A-0007')
  expect(text.match(/THIS IS NOT AN INVOICE/g)).toHaveLength(2)
})

test('a printed acknowledgement shows no tax registration, no taxes and no number except its own', async () => {
  const text = await read(plain, {}, 80)
  expect(text).toContain('Perlas 12 Tomas Morato')
  expect(text).toContain('Acknowledgement receipt')
  expect(text).toContain('Receipt no. 000012')
  expect(text).not.toMatch(/VAT|MIN |Permit|INVOICE/)
})

test.each([
  ['an acknowledgement', plain],
  ['the void of an acknowledgement', { ...plain, kind: 'void' }],
  ['an order slip', { ...plain, mode: 'booklet' }],
  ['the refund of an order slip', { ...plain, mode: 'booklet', kind: 'refund' }],
  ['a non-VAT invoice', nonVat],
  ['the void of a VAT invoice', { ...invoicePaper, kind: 'void' }],
  ['the refund of a VAT invoice', { ...invoicePaper, kind: 'refund' }],
] satisfies [string, PaperFields][])(
  'the print of %s says that no input tax can be claimed with it',
  async (_, paper) => {
    expect(await read(paper, {}, 80)).toContain('THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX')
  },
)

test('the print of an order slip of a VAT-registered clinic shows the split of taxes for the handwritten invoice', async () => {
  const text = await read({ ...plain, mode: 'booklet', taxes: invoicePaper.taxes }, {}, 80)
  expect(text).toContain('VATable sales ₱2,232.14')
  expect(text).toContain('VAT amount ₱267.86')
})

test('a printed invoice names the customer as buyer, with empty lines for a missing address and TIN', () => {
  const factsOf = (paper: PaperFields, more: Partial<Receipt> = {}) =>
    receiptText(receiptOf(paper, more), null).facts.flatMap(({ label, value, isBlank }) =>
      ['Customer', 'Sold to', 'Address', 'TIN'].includes(label) ? [`${label}: ${isBlank ? '____' : value}`] : [],
    )
  const empty = ['Address: ____', 'TIN: ____']
  for (const paper of [invoicePaper, mixed, { ...invoicePaper, kind: 'refund' } as const])
    expect(factsOf(paper)).toEqual(['Sold to: Bianca Peña', ...empty])
  expect(factsOf(invoicePaper, { customer_name: '' })).toEqual(['Sold to: ____', ...empty])
  const buyer = { name: 'Peña & Ñoble Trading', address: '', tin: '321-654-987-00001' }
  expect(factsOf({ ...invoicePaper, buyer })).toEqual([
    'Customer: Bianca Peña',
    'Sold to: Peña & Ñoble Trading',
    'Address: ____',
    'TIN: 321-654-987-00001',
  ])
  expect(factsOf(plain)).toEqual(['Customer: Bianca Peña'])
})

test.each(PAPER_WIDTHS.filter((width) => width < 100))(
  'on paper of %i mm the empty lines for address and TIN have room for handwriting',
  (width) => {
    const lengthWith = (address: string, tin: string) =>
      drawPaper(
        receiptText(receiptOf({ ...invoicePaper, buyer: { name: 'Ana', address, tin } }), null),
        width,
        fonts,
      ).internal.pageSize.getHeight()
    expect(lengthWith('', '') - lengthWith('Pasig', '123-456-789')).toBeGreaterThanOrEqual(5)
  },
)

test('an invoice with one line fits on one A5 sheet, also as a reprint with a Senior Citizen card, its signature line and a long name and address of the software supplier', async () => {
  const card = { kind: 'senior', id_number: 'QC-55123', name: 'Lola Iñez Peña', tin: null } as const
  const registration = {
    ...invoicePaper.registration!,
    supplier_name: 'Perlas Software Development and Services Corporation',
    supplier_address: 'Unit 1204 Discovery Center, 25 ADB Avenue, Ortigas Center, Pasig City',
  }
  for (const paper of [invoicePaper, nonVat, mixed])
    for (const more of [{}, { card }, { card, registration }])
      expect(await pdfOf(receiptOf({ ...paper, ...more }, { print_count: 2 }), 148)).toHaveLength(1)
})

test('a printed invoice shows its buyer with address and TIN', async () => {
  const buyer = { name: 'Peña & Ñoble Trading', address: '5 Colon St, Cebu', tin: '321-654-987-00001' }
  const text = await read({ ...invoicePaper, buyer })
  expect(text).toContain('Sold to Peña & Ñoble Trading')
  expect(text).toContain('Address 5 Colon St, Cebu')
  expect(text).toContain('TIN 321-654-987-00001')
})

test('the receipt of a sale with a discount card shows the card, and has a signature line', async () => {
  const card = { kind: 'senior', id_number: 'QC-55123', name: 'Lola Iñez Peña', tin: null } as const
  const text = await read({ ...invoicePaper, card })
  expect(text).toContain('Senior Citizen')
  expect(text).toContain('ID no. QC-55123')
  expect(text).toContain('Name Lola Iñez Peña TIN')
  expect(text).toContain('Signature (Senior Citizen)')
})

test('the print of an invoice’s void shows the invoice, the reason and the amount paid back', async () => {
  const back: Partial<Receipt> = {
    state: 'void',
    receipt_number: 3,
    subtotal: -2500,
    total_after_discount: -2500,
    received_money: -2500,
    exchange_money: 0,
    void_reason: 'Rung up twice',
    voids_receipt_number: 12,
  }
  const taxes = { vatable: -2232.14, vat: -267.86, exempt: 0, zero_rated: 0, excise: 0 }
  const text = await read({ ...invoicePaper, kind: 'void', taxes }, back)
  expect(text).toContain('VOID OF AN INVOICE No. 000003')
  expect(text).toContain('Voids invoice no. 000012')
  expect(text).toContain('Rung up twice')
  expect(text).toContain('Given back ₱2,500.00')
  expect(text).toContain('VAT amount −₱267.86')
})

test('the print of an order slip’s refund is headed as a refund of an order slip', async () => {
  const text = await read({ ...plain, mode: 'booklet', kind: 'refund' })
  expect(text).toContain('REFUND OF AN ORDER SLIP')
  expect(text).toContain('Refund no. 000012')
})

test('a printed copy of an invoice or acknowledgement is marked REPRINT, with its number and time', async () => {
  expect(await read(invoicePaper, { print_count: 2 })).toContain('REPRINT 2, Nov 22, 2026, 11:05 AM')
  expect(await read(plain, { print_count: 2 })).toContain('REPRINT 2, Nov 22, 2026, 11:05 AM')
})

test('on a receipt the discount of a line is printed below the line', async () => {
  const [line] = receiptOf(plain).treatments
  const treatments = [{ ...line!, less_vat: 267.86, discount: 446.43, discount_reason: 'Senior Citizen' }]
  const text = await read(plain, { treatments, subtotal: 1785.71, total_after_discount: 1785.71 }, 58)
  expect(text).toContain('Less VAT −₱267.86')
  expect(text).toContain('Less Senior Citizen −₱446.43')
})
