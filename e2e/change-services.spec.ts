import type { Locator, Page } from '@playwright/test'
import { formatDate } from '#shared/lib/manila-time.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { TODAY } from './support/clock.ts'
import { countPresses } from './support/count-presses.ts'
import { newClient } from './support/new-client.ts'
import { keepToastsOpen } from './support/toasts.ts'

const SERVICES = 'Diamond Peel Facial + Glycolic Peel'

/** Books a visit for this evening and returns its row in the staff's list. */
async function visitOf(clinic: RunningClinic, page: Page, name: string, time: string): Promise<Locator> {
  const client = await newClient(clinic, name)
  await bookVisit(clinic, client, TODAY, time)
  await page.goto('/cashier/appointments')
  const day = page.getByRole('region', { name: `Appointments for ${formatDate(TODAY)}` })
  return day.getByRole('listitem').filter({ hasText: name })
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Change services' })

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  await expect(goal).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Tab')
    // The focus is checked without waiting: a check that waits could see it too late and press Tab once too often.
    expect(await goal.evaluate((element) => element === document.activeElement)).toBe(true)
  }).toPass({ intervals: [0] })
}

/** Adds a service to the visit of a row and removes the first one, with the keyboard alone. */
async function exchangeService(page: Page, row: Locator): Promise<void> {
  const details = row.getByRole('button', { name: 'Details: Dalisay Ramos' })
  await details.focus()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog', { name: 'Visit' }).getByRole('button', { name: 'Change services' }))
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await tabTo(page, dialog.getByRole('combobox', { name: /^Add a service/ }))
  await page.keyboard.type('Gly')
  await expect(page.getByRole('option', { name: /^Glycolic Peel/ })).toBeVisible()
  await page.keyboard.type('colic')
  // Waits until the results for the earlier text are gone, so that Enter chooses a result for the whole text.
  await expect(page.getByRole('option', { name: /^Glycolic Peel/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('list')).toContainText('Glycolic Peel')
  await tabTo(page, dialog.getByRole('button', { name: 'Remove Diamond Peel Facial' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('8:00 PM - 8:30 PM')
  await tabTo(page, dialog.getByRole('button', { name: 'Save services' }))
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Glycolic Peel')
  await expect(row).not.toContainText('Diamond Peel')
  await expect(details).toBeFocused()
}

test('staff add a service to a visit in four presses, see the new duration first, and undo it; with the keyboard alone they add a second service and remove the first, and the focus returns to the visit', async ({
  openAs,
  clinic,
}) => {
  const page = await openAs('cashier')
  const row = await visitOf(clinic, page, 'Dalisay Ramos', '20:00:00')
  const presses = await countPresses(page)
  await row.getByRole('button', { name: 'Details: Dalisay Ramos' }).click()
  await page.getByRole('dialog', { name: 'Visit' }).getByRole('button', { name: 'Change services' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('combobox', { name: /^Add a service/ }).fill('Glyco')
  await page.getByRole('option', { name: /^Glycolic Peel/ }).click()
  await expect(dialog.getByRole('status')).toHaveText('8:00 PM - 9:00 PM · 60 min')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await keepToastsOpen(page)
  await dialog.getByRole('button', { name: 'Save services' }).click()
  await expect(row).toContainText(SERVICES)
  expect(presses.clicks).toBeLessThanOrEqual(4)
  await page
    .getByRole('group')
    .filter({ hasText: 'The services have been changed.' })
    .getByRole('button', { name: 'UNDO' })
    .click()
  await expect(row).not.toContainText('Glycolic Peel')
  await exchangeService(page, row)
})
