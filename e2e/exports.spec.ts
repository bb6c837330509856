import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { pagesOf } from '#web/exports/report/report-fixture.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { newClient, type NewClient } from './support/new-client.ts'
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

/**
 * Sells thirteen times, because a page of the list shows twelve rows and the export must contain them all. Returns the
 * client.
 */
async function sellThirteen(clinic: RunningClinic): Promise<NewClient> {
  const client = await newClient(clinic, named('=Éva "Bing" Peña'))
  const cashier = clinic.call(clinic.cashier)
  for (let n = 0; n < 13; n++) await sell(cashier, client, n === 0 ? 'Hydra Glow Facial' : 'Glycolic Peel')
  return client
}

/** The client of the thirteen sales, which both tests export. */
let sold: Promise<NewClient> | undefined

for (const [role, path] of screens)
  test(`a ${role} exports the whole filtered list as CSV, Excel and PDF with the same contents`, async ({
    openAs,
    clinic,
  }) => {
    const client = await (sold ??= sellThirteen(clinic))
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

test('the history log is exported as PDF with the current filter', async ({ openAs, clinic }) => {
  const word = `Lights${crypto.randomUUID().slice(0, 8)}`
  for (const n of [1, 2])
    await clinic.call(clinic.cashier)(catalogueContract.createTreatment, {
      body: { treatment_name: `${word} ${n} ${'very '.repeat(18)}long` },
    })
  const page = await openAs('admin', { viewport: { width: 390, height: 844 } })
  await page.goto(`/settings/Historylogs?search=${word}&type=create&sort=oldest`)
  await expectNoSidewaysScroll(page)
  let send = () => {}
  const isHeld = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/history-logs/export?*', (route) => isHeld.then(() => route.continue()))
  const saving = saved(page, 'EXPORT PDF')
  await expect(page.getByRole('dialog', { name: 'Making history-logs.pdf' }).getByRole('progressbar')).toBeVisible()
  await expectAccessible(page)
  send()
  const file = await saving
  expect(file.name).toBe('history-logs.pdf')
  const [report] = await pagesOf(new Uint8Array(file.bytes))
  for (const words of ['History Logs', 'Type: Create · Oldest First', 'Total: 2 entries', 'Page 1 of 1', 'Andrea Lim'])
    expect(report).toContain(words)
  expect(report!.indexOf(`${word} 1`)).toBeLessThan(report!.indexOf(`${word} 2`))
  expect(report!.match(/very/g)).toHaveLength(36)
  await page.goto('/settings/Historylogs?search=exported')
  await expect(page.getByRole('row').filter({ hasText: 'of the history log: Create, with a search' })).toHaveCount(1)
})
