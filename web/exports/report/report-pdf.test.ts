import { describe, expect, test } from 'vitest'
import { transactionReport } from '#web/sales/transactions/transaction-filters.tsx'
import { logReport } from '#web/history-logs/history-logs-page.tsx'
import { fontsFromDisk, pagesOf } from './report-fixture.ts'
import { reportPdf } from './report-pdf.ts'

const fonts = fontsFromDisk()
const made = {
  clinic: {
    name: 'Mutya Skin & Aesthetics',
    address: '12 Scout Street, Quezon City',
    phone: '+63 2 8555 0100',
    tin: '',
  },
  by: 'Andrea Lim',
  now: new Date('2026-11-21T09:31:00+08:00'),
}
const heading = ['Customer', 'Treatment', 'Amount', 'Date', 'Time', 'Location']
const sale = (customer: string, amount = '1500.00', treatment = 'Facials: Diamond peel') => [
  customer,
  treatment,
  amount,
  '2026-11-21',
  '09:41:07',
  'Quezon City',
]
const silent = () => undefined

const transactions = (sales: string[][], total: string[], query = { search: '' }) =>
  reportPdf(transactionReport(query, made), [heading, ...sales, total], fonts, silent)

describe('the PDF of the Transaction Report', () => {
  test('contains the clinic, its filter, every sale and the total', async () => {
    const names = ['Bianca Peña', 'Ñina Reyes', '=HYPERLINK("http://x","y")', 'Ana "Annie" Cruz']
    const sales = [...names.map((name) => sale(name)), sale('Voided', '-1500.00')]
    const query = { search: 'facials', from: '2026-11-01', to: '2026-11-30' }
    const [page, ...more] = await pagesOf(
      transactions(sales, ['Total', '5 transactions', '4500.00', '', '', ''], query),
    )
    expect(more).toEqual([])
    for (const text of [
      'Mutya Skin & Aesthetics',
      '12 Scout Street, Quezon City',
      'Transaction Report',
      'November 1, 2026 to November 30, 2026',
      'Search: “facials”',
      'Generated Nov 21, 2026, 9:31 AM (Manila) by Andrea Lim',
      'Nov 21, 2026 9:41 AM Bianca Peña Facials: Diamond peel ₱1,500.00',
      '−₱1,500.00',
      'Total: 5 transactions ₱4,500.00',
      'Total Revenue (paid, after discounts)',
      'Page 1 of 1',
      ...names,
    ])
      expect(page).toContain(text)
  })

  test('without sales is one page that says that there are none', async () => {
    const [page, ...more] = await pagesOf(transactions([], ['Total', '0 transactions', '0.00', '', '', '']))
    expect(more).toEqual([])
    expect(page).toContain('All dates')
    expect(page).toContain('Total: 0 transactions ₱0.00')
  })

  test('with a thousand sales contains each once, column headings on every page and page numbers', async () => {
    const names = Array.from({ length: 1000 }, (_, i) => `Client${i}x`)
    const steps: number[] = []
    const pdf = reportPdf(
      transactionReport({ search: '' }, made),
      [heading, ...names.map((name) => sale(name)), ['Total', '1,000 transactions', '1500000.00', '', '', '']],
      fonts,
      (done) => steps.push(done),
    )
    const pages = await pagesOf(pdf)
    const words = pages.join(' ').split(' ')
    expect(words.filter((word) => /^Client\d+x$/.test(word))).toEqual(names)
    for (const [i, page] of pages.entries()) {
      expect(page).toContain('Date Time Customer Treatment Amount')
      expect(page).toContain(`Page ${i + 1} of ${pages.length}`)
    }
    expect(pages.at(-1)).toContain('₱1,500,000.00')
    expect(steps).toEqual([0, 200, 400, 600, 800, 1000])
  })

  test('keeps its columns even with a very long name, a single long word or a row longer than a page', async () => {
    const long = ['Maria '.repeat(40), 'x'.repeat(300)]
    const endless = Array.from({ length: 900 }, (_, i) => `Word${i}`).join(' ')
    const sales = [...long.map((name) => sale(name)), sale('Endless', '1.00', endless), sale('Last One')]
    const pages = await pagesOf(transactions(sales, ['Total', '4 transactions', '4501.00', '', '', '']))
    const text = pages.join(' ')
    expect(text.replaceAll(' ', '')).toContain('x'.repeat(20))
    expect(text).toContain('Word899')
    expect(text).toContain('Last One')
  })
})

describe('the PDF of the history log', () => {
  test('wraps long actions, and no control or direction character breaks a row', async () => {
    const action = `Changed the client ${'with a long note '.repeat(30)}end`
    const rows = [
      ['User', 'Action', 'Type', 'Timestamp'],
      ['Ana\u0007 Cruz', action, 'Update', '2026-11-21 09:41:07'],
      ['Eve\u202e yrollaM', 'Tried\r\nto look\u2066 like two \u{1f338} 李', 'System', '2026-11-20 23:00:00'],
      ['Total', '2 entries', '', ''],
    ]
    const query = { search: 'ana', type: 'update', sort: 'oldest' } as const
    const [page] = await pagesOf(reportPdf(logReport(query, made), rows, fonts, silent))
    for (const text of ['History Logs', 'Ana Cruz', 'Eve yrollaM', 'Tried to look like two ? ?', 'Total: 2 entries'])
      expect(page).toContain(text)
    expect(page).toContain('Type: Update')
    expect(page).toContain('Nov 21, 2026, 9:41 AM')
    expect(page!.match(/with a long note/g)).toHaveLength(30)
  })
})
