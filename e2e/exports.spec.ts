import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { pagesOf } from '#web/exports/report/report-fixture.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { newClient } from './support/new-client.ts'
import { sell } from './support/sell.ts'

const named = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`

/** Clicks a button and returns the file that is downloaded. */
async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await coming
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

const screens = [
  ['cashier', '/cashier/transactions'],
  ['admin', '/settings/Transactions'],
] as const

for (const [role, path] of screens)
  test(`a ${role} exports the whole filtered list as CSV, Excel and PDF with the same contents`, async ({
    openAs,
    clinic,
  }) => {
    const client = await newClient(clinic, named('=Éva "Bing" Peña'))
    const cashier = clinic.call(clinic.cashier)
    // Sells thirteen times, because a page of the list shows twelve rows and the export must contain them all.
    for (let n = 0; n < 13; n++) await sell(cashier, client, n === 0 ? 'Hydra Glow Facial' : 'Glycolic Peel')
    const word = client.name.split(' ').at(-1)!
    const page = await openAs(role)
    await page.goto(`${path}?search=${word}`)
    await expect(page.getByText('13 transactions')).toBeVisible()

    const csv = await saved(page, 'EXPORT CSV')
    expect(csv.name).toBe('transactions.csv')
    const text = csv.bytes.toString('utf8')
    expect(text.startsWith('\ufeff"Customer","Treatment","Amount","Date","Time","Location"\r\n')).toBe(true)
    const sheet = read(text.slice(1), { type: 'string' }).Sheets.Sheet1!
    expect(Object.values(sheet).filter((cell: { f?: string }) => cell.f !== undefined)).toEqual([])
    const rows = utils.sheet_to_json<[string, string, number]>(sheet, { header: 1 })
    expect(rows).toHaveLength(15)
    expect(rows.slice(1, -1).every(([customer]) => customer === `'${client.name}`)).toBe(true)
    expect(rows.at(-1)!.slice(0, 3)).toEqual(['Total', '13 transactions', 20_800.5])

    const excel = await saved(page, 'EXPORT EXCEL')
    expect(excel.name).toBe('transactions.xlsx')
    const inExcel = utils.sheet_to_json<unknown[]>(read(excel.bytes).Sheets.Sheet1!, { header: 1 })
    expect(inExcel.map(([customer]) => customer)).toEqual(rows.map(([customer]) => customer.replace(/^'/, '')))
    expect(inExcel.map(([, , amount]) => amount)).toEqual(rows.map(([, , amount]) => amount))

    const pdf = await saved(page, 'EXPORT PDF')
    expect(pdf.name).toBe('transactions.pdf')
    const [report, ...more] = await pagesOf(new Uint8Array(pdf.bytes))
    expect(more).toEqual([])
    for (const words of [
      'Perlas Clinic',
      'Transaction Report',
      'All dates',
      `Search: “${word}”`,
      '13 transactions',
      '₱20,800.50',
    ])
      expect(report).toContain(words)
    expect(report).toContain(`(Manila) by ${clinic[role].name}`)
    expect(report!.split(client.name)).toHaveLength(14)
  })

test('exporting an empty list creates no file and shows a message', async ({ openAs }) => {
  const page = await openAs('cashier')
  await page.goto('/cashier/transactions?search=nobody-at-all')
  const said = page.getByText('No transactions found', { exact: true })
  await expect(said).toHaveCount(1)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const name of ['EXPORT CSV', 'EXPORT EXCEL', 'EXPORT PDF']) {
    await page.getByRole('button', { name }).click()
    // The message is shown twice while the toast is open: in the toast and in the empty list.
    await expect(said).toHaveCount(2)
    await expect(said).toHaveCount(1)
  }
  expect(asked.filter((url) => url.includes('export.csv'))).toEqual([])
})

test('the history log is exported as PDF with the current filter', async ({ openAs, clinic }) => {
  const word = `Lights${crypto.randomUUID().slice(0, 8)}`
  for (const n of [1, 2])
    await clinic.call(clinic.cashier)(catalogueContract.createTreatment, {
      body: { treatment_name: `${word} ${n} ${'very '.repeat(18)}long` },
    })
  const page = await openAs('admin', { viewport: { width: 390, height: 844 } })
  await page.goto(`/settings/Historylogs?search=${word}&type=create&sort=oldest`)
  await expectNoSidewaysScroll(page)
  const file = await saved(page, 'EXPORT PDF')
  expect(file.name).toBe('history-logs.pdf')
  const [report] = await pagesOf(new Uint8Array(file.bytes))
  for (const words of ['History Logs', 'Type: Create · Oldest First', 'Total: 2 entries', 'Page 1 of 1', 'Andrea Lim'])
    expect(report).toContain(words)
  expect(report!.indexOf(`${word} 1`)).toBeLessThan(report!.indexOf(`${word} 2`))
  expect(report!.match(/very/g)).toHaveLength(36)
  await page.goto('/settings/Historylogs?search=exported')
  await expect(page.getByRole('row').filter({ hasText: 'of the history log: Create, with a search' })).toHaveCount(1)
})

test('a long export shows its progress and can be cancelled; an interrupted one saves no file', async ({
  openAs,
  clinic,
  expected,
}) => {
  expected.push(/net::ERR_/, /status of 50/)
  const client = await newClient(clinic, named('Dina Ramos'))
  await sell(clinic.call(clinic.cashier), client)
  const page = await openAs('cashier', { viewport: { width: 390, height: 844 } })
  const files: string[] = []
  page.on('download', (file) => files.push(file.suggestedFilename()))
  await page.goto(`/cashier/transactions?search=${encodeURIComponent(client.name)}`)
  await expect(page.getByRole('article')).toHaveCount(1)

  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/export.csv?*', async (route) => {
    await held
    await route.abort().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'EXPORT PDF' }).click()
  const dialog = page.getByRole('dialog', { name: 'Making transactions.pdf' })
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await expect(dialog.getByText('Preparing...')).toBeVisible()
  await expectAccessible(page)
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'EXPORT PDF' })).toBeFocused()
  answer()
  await page.unroute('**/export.csv?*')

  const short = '\ufeff"Customer","Treatment","Amount","Date","Time","Location"\r\n'
  const failures = [
    {
      answer: { status: 503, json: { message: 'The system is busy right now.' } },
      words: 'The system is busy right now.',
    },
    { answer: { body: short, headers: { 'x-total-rows': '1' } }, words: 'Unexpected response format.' },
  ]
  for (const failure of failures) {
    await page.route('**/export.csv?*', (route) => route.fulfill(failure.answer))
    await page.getByRole('button', { name: 'EXPORT CSV' }).click()
    await expect(page.getByText('The CSV could not be made.').first()).toBeVisible()
    await expect(page.getByText(failure.words).first()).toBeVisible()
    await page.unroute('**/export.csv?*')
  }
  expect(files).toEqual([])
})

test('an export after the session has ended asks to log in', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, named('Mia Cruz'))
  await sell(clinic.call(clinic.cashier), client)
  const page = await openAs('admin')
  await page.goto(`/settings/Transactions?search=${encodeURIComponent(client.name)}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  // Waits until the page sends no more requests, so that the export is the first request without a session.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'EXPORT CSV' }).click()
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByText('Authentication required. Please log in.').first()).toBeVisible()
})
