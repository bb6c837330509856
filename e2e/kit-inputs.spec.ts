import { truncate, writeFile } from 'node:fs/promises'
import { expect, test } from './support/kit-test.ts'

test.describe.configure({ mode: 'default' })

test('on leaving a name field, a name that is no suggestion is marked as invalid; arrows and Enter choose a suggestion', async ({
  openKit,
}) => {
  const page = await openKit({ lists: false })
  const name = page.getByLabel('Customer Name')
  await name.fill('bian')
  await expect(name).not.toHaveAttribute('aria-invalid')
  await name.blur()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill('bianc')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('option')).toHaveText([/Bianca Garcia/, /Bianca Mendoza/])
  await expect(page.getByRole('option').first()).toHaveAttribute('data-highlighted')
  await name.press('ArrowDown')
  await name.press('Enter')
  await expect(name).toHaveValue('Bianca Mendoza')
  await expect(name).not.toHaveAttribute('aria-invalid')
  await name.fill('Nobody')
  await expect(page.getByText('No matches')).toBeVisible()
})

test('a multi-select shows chips: typing filters, Enter adds, and the cross or Backspace removes', async ({
  openKit,
}) => {
  const page = await openKit({ lists: false })
  const addOns = page.getByLabel('Select Add-ons')
  await addOns.fill('numb')
  await expect(page.getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('option')).toHaveAttribute('data-highlighted')
  await addOns.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove LED light' }).click()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Remove Numbing cream' })).toBeVisible()
  await addOns.press('Backspace')
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1)
  await expect(page.getByLabel('Select Services')).toBeDisabled()
})

test('a group of buttons is one Tab stop, and arrow keys move within it', async ({ openKit }) => {
  const page = await openKit({ lists: false })
  const type = page.getByRole('radiogroup', { name: 'Client type' })
  await type.getByRole('radio', { name: 'New Client' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(type.getByRole('radio', { name: 'Existing Client' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'Month' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Week' })).toBeChecked()

  await page.getByRole('tab', { name: 'All' }).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tabpanel')).toContainText('needling')
  await expect(page.getByRole('tab', { name: 'Microneedling' })).toHaveAttribute('aria-selected', 'true')
})

// The smallest possible picture: one red pixel.
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

test('a picture is previewed before upload; an unsupported file is rejected with the reason', async ({
  openKit,
}, testInfo) => {
  const page = await openKit({ lists: false })
  const input = page.getByLabel('Image: Choose an image')
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(page.getByText('Please choose a PNG, JPG, GIF or WebP picture.')).toBeVisible()
  // The browser reads a large file from the disk, because Playwright would take seconds to send its contents.
  const big = testInfo.outputPath('big.png')
  await writeFile(big, '')
  await truncate(big, 10 * 1024 * 1024 + 1)
  await input.setInputFiles(big)
  await expect(page.getByText('The picture is larger than 10 MB. Please choose a smaller one.')).toBeVisible()
  await expect(input).toHaveAttribute('aria-invalid', 'true')

  await input.setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: dot })
  const preview = page.getByRole('img', { name: 'Preview of face.png' })
  await expect(preview).toBeVisible()
  await expect(page.getByText('The picture is larger than 10 MB.')).toBeHidden()
  const middle = () =>
    preview.evaluate((canvas: HTMLCanvasElement) => [...canvas.getContext('2d')!.getImageData(96, 96, 1, 1).data])
  await expect.poll(middle).toEqual([255, 0, 0, 255])
  await page.getByRole('button', { name: 'Remove image' }).click()
  await expect(preview).toBeHidden()

  await input.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(page.getByText('This picture could not be read. Please choose another.')).toBeVisible()
})
