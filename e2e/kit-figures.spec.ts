import { expect, test } from './support/kit-test.ts'

test('on a phone each table row is drawn as a card, and screen readers still find the table, its rows and its column headings', async ({
  openKit,
}) => {
  const page = await openKit({ width: 390 })
  const visits = page.getByRole('table', { name: 'Visits', exact: true })
  const rows = visits.getByRole('row')
  await expect(rows).toHaveCount(11)
  await expect(visits.getByRole('columnheader')).toHaveCount(7)
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('Bianca Garcia')
  const [first, second] = await Promise.all([rows.nth(1).boundingBox(), rows.nth(2).boundingBox()])
  expect(first!.height).toBeGreaterThan(120)
  expect(second!.y).toBeGreaterThanOrEqual(first!.y + first!.height)
})

test('the header of a table stays visible while its page scrolls', async ({ openKit }) => {
  const page = await openKit({ width: 1440, height: 500 })
  const visits = page.getByRole('table', { name: 'Visits', exact: true })
  await visits.getByRole('row').last().scrollIntoViewIfNeeded()
  await expect(visits.getByRole('columnheader', { name: 'Client' })).toBeInViewport()
})

test('the pager changes pages, stops at the first and last page, and is hidden for a single page', async ({
  openKit,
}) => {
  const page = await openKit()
  const pager = page.getByRole('navigation', { name: 'Pages', exact: true })
  await expect(page.getByRole('navigation')).toHaveCount(3)
  await pager.getByRole('button', { name: 'Last page' }).click()
  await expect(pager).toContainText('Page 12 of 12')
  await expect(pager.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await expect(pager.getByRole('button', { name: /^Page \d+$/ })).toHaveText(['8', '9', '10', '11', '12'])
  await pager.getByRole('button', { name: 'Page 9' }).click()
  await expect(pager.getByRole('button', { name: 'Page 9' })).toHaveAttribute('aria-current', 'page')
})

test('a bar of the chart shows its amount on hover and on focus', async ({ openKit }) => {
  const page = await openKit()
  const bar = page.getByRole('button', { name: 'Oct 2026: ₱1,267,300' })
  const tooltip = page.getByText('₱1,267,300', { exact: true })
  await bar.hover()
  await expect(tooltip).toBeVisible()
  await page.getByRole('heading', { name: 'Client Analytics' }).hover()
  await expect(tooltip).toBeHidden()
  await bar.focus()
  await expect(tooltip).toBeVisible()
})

test('on a phone the newest bar of the chart is visible and the tooltip is above its bar', async ({ openKit }) => {
  const page = await openKit({ width: 320 })
  const bar = page.getByRole('button', { name: 'Oct 2026: ₱1,267,300' })
  await bar.focus()
  await expect(page.getByRole('button', { name: /^Nov 2026/ })).toBeInViewport()
  const tooltip = page.getByText('₱1,267,300', { exact: true }).locator('..')
  const [over, below] = [(await tooltip.boundingBox())!, (await bar.boundingBox())!]
  const middle = below.x + below.width / 2
  expect(over.x).toBeLessThanOrEqual(middle)
  expect(over.x + over.width).toBeGreaterThanOrEqual(middle)
  expect(over.x + over.width).toBeLessThanOrEqual(320)
})
