import { messagesContract } from '#shared/messages/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'
import { expectToast } from './support/toasts.ts'

test('an owner writes a custom message text beside its preview, and sees the status of each message', async ({
  openAs,
  clinic,
}) => {
  await bookVisit(clinic, await newClient(clinic, 'Liza Soriano'), await freeDay(clinic, 3), '10:00:00')
  const page = await openAs('admin', { viewport: { width: 390, height: 844 } })
  await page.goto('/settings/messages')
  await expect(page.getByText('E-mails are off and listed as skipped. Everything else works.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Edit the E-mail text: Visit confirmed' }).click()
  const dialog = page.getByRole('dialog', { name: 'E-mail: Visit confirmed' })
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Until then, ')
  await dialog.getByRole('button', { name: '{client}' }).click()
  await expect(dialog.getByRole('region', { name: 'Preview' }).getByText(/^Until then, \w/)).toBeVisible()
  await dialog.getByRole('radio', { name: 'Computer' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'The text was saved.')
  await page.getByRole('switch', { name: /SMS.*Visit moved/ }).click()
  await expect(page.getByText('Visit moved: switched on')).toBeVisible()

  const { data } = await clinic.call(clinic.admin)(messagesContract.settings, {})
  const saved = data.occasions.filter(({ version }) => version > 0)
  expect(saved.map(({ occasion, channel, body }) => [occasion, channel, body])).toEqual([
    ['confirmed', 'email', 'Until then, {client}'],
    ['moved', 'sms', expect.any(String)],
  ])
  await page.getByRole('searchbox', { name: 'Search by client' }).fill('soriano')
  await expect(page.getByText('No e-mail server set').first()).toBeVisible()
})
