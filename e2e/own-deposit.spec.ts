import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { depositsContract } from '#shared/deposits/contract.ts'
import { depositSettingsContract } from '#shared/deposits/settings-contract.ts'
import { QR_PH } from '#shared/sales/qr-ph-fixture.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { chooseVisit } from './support/choose-visit.ts'
import { countPresses } from './support/count-presses.ts'
import { freeDay } from './support/free-day.ts'
import { dialogOf, wide } from './support/till-page.ts'

/** Makes the clinic ask for a deposit of a third of the price of each service. */
async function askForDeposits(clinic: RunningClinic): Promise<void> {
  const admin = clinic.call(clinic.admin)
  const { methods, discount_limit, version } = (await admin(paymentSettingsContract.read, {})).data
  const body = { methods: [...new Set([...methods, 'prepaid' as const])], discount_limit, qr_ph: QR_PH.merchant }
  await admin(paymentSettingsContract.save, { body }, { headers: { 'if-match': String(version) } })
  const { data, services } = await admin(depositSettingsContract.read, {})
  const rules = services.map(({ id }) => ({ service_id: id, kind: 'percent' as const, value: 30 }))
  const { version: _, ...settings } = data
  await admin(
    depositSettingsContract.save,
    { body: { ...settings, is_on: true, services: rules, return_notice_hours: 24, gcash: '0917 555 0101, Ana Reyes' } },
    { headers: { 'if-match': String(data.version) } },
  )
}

test('a client reads the terms of a deposit, books, pays and reports it on a phone, and reads that it is paid once staff have verified it in two clicks', async ({
  openAs,
  clinic,
}) => {
  await askForDeposits(clinic)
  const page = await openAs('client', { viewport: { width: 390, height: 844 } })
  await chooseVisit(page, await freeDay(clinic, 30))
  await page.getByRole('button', { name: '10:30 AM' }).click()
  await expect(page.getByRole('complementary')).toContainText('Deposit: ₱')
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm Your Booking' })
  await expect(dialog.getByRole('region', { name: 'Deposit' })).toContainText('This visit needs a deposit of ₱')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Confirm Booking' }).click()
  const panel = page.getByRole('region', { name: /^Pay the deposit of ₱/ })
  await expect(panel.getByRole('img', { name: /^QR Ph code for your deposit of ₱/ })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto('/clientDashboard')
  await page.getByRole('link', { name: 'Pay the deposit' }).click()
  await page.getByRole('button', { name: /^Pay the deposit for Hydra Glow Facial/ }).click()
  await expect(panel.getByRole('img')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await panel.getByRole('button', { name: 'I have paid' }).click()
  await expect(panel.getByRole('textbox', { name: 'Reference number' })).toBeFocused()
  await page.keyboard.type('9012345678901')
  const picture = { name: 'receipt.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await panel.getByLabel('Screenshot of the receipt (optional): Choose a picture').setInputFiles(picture)
  await page.getByRole('button', { name: 'I have paid' }).click()
  await expect(page.getByText('We are checking your payment with the reference number 9012345678901.')).toBeVisible()
  const cashier = clinic.call(clinic.cashier)
  const [deposit] = (await cashier(depositsContract.list, { querystring: { group: 'reported' } })).data
  expect(deposit?.report).toMatchObject({ method: 'gcash', reference_number: '9012345678901', has_picture: true })
  const desk = await openAs('cashier', wide)
  await desk.goto('/cashier/deposits')
  const presses = await countPresses(desk)
  await desk.getByRole('button', { name: `Verify: ${deposit!.client.name}` }).click()
  const verify = dialogOf(desk, `Deposit of ${deposit!.client.name}`)
  await verify.getByRole('button', { name: /has arrived$/ }).click()
  await expect(desk.getByText(/^Deposit of ₱.* is paid\.$/)).toBeVisible()
  expect(presses.clicks).toBeLessThanOrEqual(2)
  await page.reload()
  await expect(page.getByText(/^Your deposit of ₱.* is paid\./)).toBeVisible()
})
