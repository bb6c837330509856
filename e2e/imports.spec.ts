import { utils, write } from '@e965/xlsx'
import { clientsContract } from '#shared/clients/contract.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { countPresses } from './support/count-presses.ts'
import { takePicture } from './support/guide-pictures.ts'
import { newClient } from './support/new-client.ts'
import { named } from './support/till-page.ts'

const families = ['DELA CRUZ', 'REYES', 'SANTOS', 'LIM', 'GARCIA']
const given = ['MARIA CLARA S.', 'JUAN P.', 'ANA', 'ROSA L.']

/**
 * Returns an Excel file of invented clients: a title, headings in two rows, an invalid phone number and an invalid
 * date.
 */
function clientList(): Buffer {
  const rows = Array.from({ length: 500 }, (_, at) => [
    `${families[at % 5]} ${String.fromCharCode(65 + (at % 26))}${at}, ${given[at % 4]}`,
    at === 3 ? '12345' : `0917 555 ${String(at).padStart(4, '0')}`,
    at % 3 === 0 ? '' : `client${at}@list.test`,
    at === 4
      ? '31/02/1990'
      : `${String((at % 28) + 1).padStart(2, '0')}/${String((at % 12) + 1).padStart(2, '0')}/1990`,
    at % 4 === 0 ? 'Prefers mornings' : '',
  ])
  const title = [['Perlas Skin Clinic: clients'], [], ['Full Name', 'Contact', '', 'Birthday', 'Notes']]
  const sheet = utils.aoa_to_sheet([...title, ['', 'Mobile', 'Email', '', ''], ...rows])
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Clients')
  return Buffer.from(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}

test('an owner imports an Excel file of 500 clients with two clicks after choosing the file, and can undo the import', async ({
  openAs,
  clinic,
}) => {
  const page = await openAs('admin', { viewport: { width: 1280, height: 860 } })
  const call = clinic.call(clinic.admin)
  const countClients = async () => (await call(clientsContract.list, { querystring: {} })).total
  const before = await countClients()
  await page.goto('/settings/import')
  await takePicture(page, 'import-1-file')
  const presses = await countPresses(page)
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ name: 'clients.xlsx', mimeType: 'application/octet-stream', buffer: clientList() })
  await expect(page.getByRole('heading', { name: 'Which column is what?' })).toBeVisible()
  await takePicture(page, 'import-2-columns')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'CHECK THE LIST' }).click()
  const start = page.getByRole('button', { name: 'IMPORT 498 ROWS' })
  await expect(start).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('“12345” is not a phone number.')).toBeVisible()
  await takePicture(page, 'import-3-check')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.evaluate(() => delete document.documentElement.dataset['theme'])
  await page.setViewportSize({ width: 1280, height: 860 })
  await start.click()
  await expect(page.getByRole('heading', { name: '498 rows imported' })).toBeVisible({ timeout: 60_000 })
  expect(presses.clicks).toBe(2)
  expect(await countClients()).toBe(before + 498)
  await takePicture(page, 'import-4-done')
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'This import was undone' })).toBeVisible({ timeout: 60_000 })
  expect(await countClients()).toBe(before)
})

test('an owner imports open packages from a file, and the client’s page shows what is left of each package', async ({
  openAs,
  clinic,
}) => {
  const call = clinic.call(clinic.admin)
  const { methods, discount_limit } = (await call(paymentSettingsContract.read, {})).data
  await call(paymentSettingsContract.save, { body: { methods: [...methods, 'prepaid'], discount_limit } })
  const client = await newClient(clinic, named('Corazon Lim'))
  const rows = [
    'Client,Package,Service,Sessions left,Amount left,Valid until',
    `${client.name},Old Glow,Diamond Peel Facial,3 of 5,"₱2,400.50",31/12/2027`,
    `${client.name},Free peels,No such facial,2,,`,
  ]
  const page = await openAs('admin', { viewport: { width: 1440, height: 900 } })
  await page.goto('/settings/import')
  await page.getByRole('radio', { name: 'Open packages' }).click()
  const file = { name: 'packages.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'CHECK THE LIST' }).click()
  const start = page.getByRole('button', { name: 'IMPORT 1 ROW' })
  await expect(start).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('No such facial').first()).toBeVisible()
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await start.click()
  await expect(page.getByRole('heading', { name: '1 row imported' })).toBeVisible({ timeout: 60_000 })

  const { clients } = await call(clientsContract.list, { querystring: { search: client.name } })
  await page.goto(`/clientPage/${clients[0]!.id}`)
  const old = page.getByRole('listitem').filter({ hasText: 'Old Glow' })
  await expect(old).toContainText('3 of 5 left')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
