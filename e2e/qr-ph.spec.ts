import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { QR_PH } from '#shared/sales/qr-ph-fixture.ts'
import { qrPhOfPayment } from '#shared/sales/qr-ph.ts'
import { qrModules, qrSvg } from '#web/website/qr-code.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { newClient } from './support/new-client.ts'
import { dialogOf, fillInClient, named, process, service, wide } from './support/till-page.ts'
import { expectToast } from './support/toasts.ts'

/** Returns a photo of a printed QR code: slightly turned, on a grey table, and smaller than the picture. */
async function photoOf(text: string): Promise<Buffer> {
  const code = await sharp(Buffer.from(qrSvg(qrModules(text))))
    .resize(700)
    .rotate(4, { background: '#b8b2a7' })
    .extend({ top: 150, bottom: 260, left: 120, right: 90, background: '#b8b2a7' })
    .flatten()
    .blur(0.7)
    .jpeg({ quality: 80 })
    .toBuffer()
  return code
}

async function readScreen(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) })
}

test('the clinic’s QR Ph code is read from a photo in Settings, and the till shows it with the exact amount of each payment', async ({
  openAs,
  clinic,
}) => {
  const settings = await openAs('admin')
  await settings.goto('/settings/payments')
  const picture = settings.getByLabel('Picture of your QR Ph code: Read it from a picture')
  await picture.setInputFiles({
    name: 'wall.jpg',
    mimeType: 'image/jpeg',
    buffer: await photoOf('https://perlas.example'),
  })
  await expect(settings.getByText('This is not a QR Ph code.', { exact: false })).toBeVisible()
  await picture.setInputFiles({ name: 'code.jpg', mimeType: 'image/jpeg', buffer: await photoOf(QR_PH.merchant) })
  await expect(settings.getByText('Clients pay to PERLAS SKIN CLINIC, QUEZON CITY')).toBeVisible()
  await expectAccessible(settings)
  await expectNoSidewaysScroll(settings)
  await settings.getByRole('button', { name: 'SAVE CHANGES' }).click()
  await expectToast(settings, 'The payment settings are saved.')

  const client = await newClient(clinic, named('Queenie Ramos'))
  const till = await openAs('cashier', wide)
  await till.goto('/cashier')
  await service(till, 'Diamond Peel Facial').click()
  await process(till, 'GCash')
  await fillInClient(till, client.name)
  const code = dialogOf(till, 'Payment Details').getByRole('img', { name: /^QR Ph code for a payment of ₱1,200\.00/ })
  const text = qrPhOfPayment(QR_PH.merchant, 1_200_00)
  expect(await readScreen(await code.screenshot())).toBe(text)
  await expectAccessible(till)
  await till.getByRole('button', { name: 'Show large' }).click()
  const large = dialogOf(till, 'Scan to pay')
  await expect(large).toContainText('₱1,200.00')
  expect(await readScreen(await large.getByRole('img').screenshot())).toBe(text)
  await large.getByRole('button', { name: 'Close', exact: true }).last().click()
  await dialogOf(till, 'Payment Details').getByLabel('Reference Number').fill('QR-1')
  await till.getByRole('button', { name: 'Confirm Payment' }).click()
  await expect(dialogOf(till, 'Receipt Preview')).toBeVisible()
})
