import sharp from 'sharp'
import { chartPhotosContract } from '#shared/chart-photos/contract.ts'
import { chartsContract } from '#shared/charts/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { newClient } from './support/new-client.ts'

/** Makes eight photos with different contents. */
const eightPhotos = () =>
  Promise.all(
    Array.from({ length: 8 }, async (_, i) => ({
      name: `photo-${i + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await sharp({ create: { width: 300, height: 400, channels: 3, background: { r: 30 * i, g: 90, b: 90 } } })
        .jpeg()
        .toBuffer(),
    })),
  )

test.use({ expected: [/net::ERR_CONNECTION_FAILED/] })

test('despite a connection that breaks and a reload, eight chart photos are each stored once, and can be compared on a tablet', async ({
  openAs,
  clinic,
}) => {
  const admin = clinic.call(clinic.admin)
  await admin(chartsContract.saveSettings, { body: { is_on: true, is_open_to_practitioners: true } })
  const { name } = await newClient(clinic, 'Tala Eight')
  const { data } = await admin(clientsContract.contacts, { querystring: { search: name } })
  const { client_id } = data[0]!
  const page = await openAs('admin', { viewport: { width: 820, height: 1180 }, hasTouch: true })
  const tries = new Map<string, number>()
  let isDown = true
  await page.route('**/api/charts/*/photos/*', async (route) => {
    const url = route.request().url()
    tries.set(url, (tries.get(url) ?? 0) + 1)
    // Before the reload only every third photo can be uploaded. After it, every second attempt to upload the same photo
    // fails.
    if (isDown ? tries.size % 3 !== 0 : tries.get(url)! % 2 === 0) return route.abort('connectionfailed')
    return route.continue()
  })
  await page.goto(`/charts/${client_id}?part=photos`)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload photos' })
  await dialog.locator('input[type=file]').setInputFiles(await eightPhotos())
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('No connection. Trying again...').first()).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('They stay on this device until they are uploaded.')).toBeVisible()
  isDown = false
  const list = () => admin(chartPhotosContract.list, { params: { id: client_id }, querystring: { per_page: 100 } })
  await expect.poll(async () => (await list()).total, { timeout: 60_000 }).toBe(8)
  await expect(page.getByText('Photos that are being uploaded')).toBeHidden()
  await expect(page.getByRole('listitem').getByRole('button', { name: /^Front/ })).toHaveCount(8)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Compare' }).click()
  const compare = page.getByRole('dialog', { name: 'Before and after' })
  const before = compare.getByRole('img', { name: /^Before/ })
  await expect.poll(() => before.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(300)
  const pane = compare.getByRole('group', { name: 'Photo before' })
  await pane.hover()
  await page.mouse.wheel(0, -600)
  await expect.poll(() => before.evaluate((image) => image.style.transform)).toContain('scale(2.')
  const after = compare.getByRole('img', { name: /^After/ })
  expect(await after.evaluate((image) => image.style.transform)).toBe(
    await before.evaluate((image) => image.style.transform),
  )
  await compare.getByRole('radio', { name: 'Slider' }).click()
  await compare.getByRole('slider').press('ArrowLeft')
  await expect(compare.getByRole('slider')).toHaveValue('49')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await compare.getByRole('button', { name: 'Save as PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Tala Eight .*\.pdf$/)
})
