import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { csvReader } from '#shared/lib/csv.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { pagesOf } from '#web/exports/report/report-fixture.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { TODAY } from './support/clock.ts'
import { newClient } from './support/new-client.ts'
import { sell } from './support/sell.ts'

/** Clicks a button and returns the file that is downloaded. */
async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await coming
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** Returns the bars of the chart that are cut off at its left edge, or null while it has no bars. */
const barsOutOfSight = (page: Page) =>
  page.getByRole('list', { name: 'Sales by day' }).evaluate((list) => {
    const edge = list.parentElement!.getBoundingClientRect().left
    const bars = [...list.querySelectorAll('button')]
    const cut = bars.filter((bar) => bar.getBoundingClientRect().left < edge - 1)
    return bars.length === 0 ? null : cut.map((bar) => bar.getAttribute('aria-label'))
  })

test('an owner reads a sales report, exports it, and the screen, CSV and PDF agree and the books balance', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, `Bea ${crypto.randomUUID().slice(0, 8)}`)
  const cashier = clinic.call(clinic.cashier)
  const first = await sell(cashier, client, 'Hydra Glow Facial')
  await sell(cashier, client, 'Glycolic Peel')
  const admin = clinic.call(clinic.admin)
  const voided = await sell(cashier, client, 'Glycolic Peel')
  await admin(salesContract.voidSale, { params: { id: voided.id }, body: { reason: 'Rung up twice' } })

  const page = await openAs('admin')
  // On a screen for a mouse, the chart shows the bars of all 31 days without scrolling.
  await page.goto(`/reports?report=sales-by-day&from=${addDays(TODAY, -30)}&to=${TODAY}`)
  await expect.poll(() => barsOutOfSight(page)).toEqual([])
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  const list = page.getByRole('navigation', { name: 'List of reports' })
  await list.getByRole('link', { name: 'Sales by service' }).click()
  await page.getByRole('radio', { name: 'Today' }).click()
  await expect(page).toHaveURL(`/reports?report=sales-by-service&from=${TODAY}&to=${TODAY}`)
  const table = page.getByRole('table', { name: 'Sales by service' })
  const sold = table.getByRole('row').filter({ hasText: 'Hydra Glow Facial' })
  await expect(sold).toContainText('₱')
  // The voided sale is not counted among the sales of its service.
  await expect(table.getByRole('row').filter({ hasText: 'Glycolic Peel' }).getByRole('cell').nth(2)).toContainText('1')
  await expectAccessible(page)

  const rowsOf = async () => (await table.getByRole('row').all()).length - 2
  const csv = await saved(page, 'EXPORT CSV')
  expect(csv.name).toBe('sales-by-service.csv')
  const rows = csvReader().push(csv.bytes.toString('utf8'))
  expect(rows).toHaveLength((await rowsOf()) + 2)
  const total = await table.getByRole('row').last().getByRole('cell').last().innerText()
  expect(Number(rows.at(-1)!.at(-1))).toBe(Number(total.replace(/[^\d.]/g, '')))
  const pdf = await saved(page, 'EXPORT PDF')
  expect(pdf.name).toBe('sales-by-service.pdf')
  const text = (await pagesOf(new Uint8Array(pdf.bytes))).join(' ')
  for (const words of ['Sales by service', 'Hydra Glow Facial', total.replace('Net', '').trim()])
    expect(text).toContain(words)

  await list.getByRole('link', { name: 'Voids and refunds' }).click()
  const back = page.getByRole('table', { name: 'Voids and refunds' })
  await expect(back.getByRole('row').filter({ hasText: 'Rung up twice' })).toContainText(
    String(first.receipt_number + 2).padStart(6, '0'),
  )
  await list.getByRole('link', { name: 'Check the books' }).click()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('Everything adds up')).toBeVisible()
  await expectAccessible(page)
})

test('on a phone the report is chosen from a list, and nothing scrolls sideways', async ({ openAs }) => {
  const page = await openAs('admin', { viewport: { width: 390, height: 844 } })
  await page.goto('/reports?report=sales-by-day&from=2026-10-01&to=2026-11-21')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reports')
  await expectNoSidewaysScroll(page)
  await page.getByRole('combobox', { name: 'Report' }).click()
  await expectAccessible(page)
  await page.getByRole('option', { name: 'Tax summary by month' }).click()
  await expect(page).toHaveURL(/report=tax-by-month/)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
