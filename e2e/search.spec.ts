import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { TODAY } from './support/clock.ts'
import { newClient } from './support/new-client.ts'
import { sell } from './support/sell.ts'

test('from any page the search leads by keyboard to a client, a visit and a receipt', async ({ openAs, clinic }) => {
  const client = await newClient(clinic, `Search ${crypto.randomUUID().slice(0, 8)}`)
  const visit = await bookVisit(clinic, client, TODAY, '21:00:00')
  const page = await openAs('cashier')
  await page.goto('/cashier')
  await page.getByRole('button', { name: 'Search (Ctrl+K)' }).click()
  const box = page.getByRole('combobox', { name: /^Search clients/ })
  await expect(box).toBeFocused()
  await expectAccessible(page)
  await box.fill(client.name)
  await expect(page.getByRole('option').filter({ hasText: client.name }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cashier\/appointments/)
  const dialog = page.getByRole('dialog', { name: 'Visit' })
  await expect(dialog).toContainText(client.name)
  await expect(page).not.toHaveURL(new RegExp(visit))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.keyboard.press('Control+k')
  await box.fill(client.name)
  await box.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: client.name })).toBeVisible()

  const { receipt_number } = await sell(clinic.call(clinic.cashier), client)
  const receipt = String(receipt_number).padStart(6, '0')
  await page.keyboard.press('Control+k')
  await box.fill(receipt)
  await box.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(receipt)
})
