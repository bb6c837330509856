import { websiteContract } from '#shared/website/contract.ts'
import { axeOn, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { expectToast } from './support/toasts.ts'

/** The frame that shows the landing page in the website editor. */
const FRAME = 'iframe[title="Preview of the website"]'

test('an owner edits the website beside its preview, publishes it, and restores the earlier version', async ({
  openAs,
  clinic,
}) => {
  const page = await openAs('admin', { viewport: { width: 1440, height: 900 } })
  await page.goto('/settings/website')
  const preview = page.frameLocator(FRAME)
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('Your skin,')
  await expect(page.getByRole('button', { name: 'PUBLISH' })).toBeDisabled()

  await page
    .getByRole('textbox', { name: /^Headline \d|^Headline$/ })
    .first()
    .fill('Glow <b>here</b>,')
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('Glow <b>here</b>,')
  const handle = page.getByRole('button', { name: 'Move Testimonials' })
  await handle.focus()
  for (let presses = 0; presses < 5; presses++) await page.keyboard.press('ArrowUp')
  await page.getByRole('button', { name: 'Hide Price menus' }).click()
  const sections = preview.getByRole('main').locator('section[id]')
  await expect
    .poll(() => sections.evaluateAll((all) => all.map(({ id }) => id)))
    .toEqual(['services', 'testimonials', 'about', 'visit', 'contact'])
  await expectAccessible(page, { without: FRAME })
  // The preview frame contains a whole page. Its landmarks and those of the editor must all have different names.
  const axe = (await axeOn(page)).setLegacyMode().options({ runOnly: ['landmark-unique'] })
  const { violations } = await axe.analyze()
  expect(violations).toEqual([])

  await page.getByRole('button', { name: 'PUBLISH' }).click()
  const question = page.getByRole('alertdialog', { name: 'Publish the website?' })
  await expect(question).toContainText('Opening picture, Order of the sections')
  await expectAccessible(page, { without: FRAME })
  await question.getByRole('button', { name: 'PUBLISH' }).click()
  await expectToast(page, 'Published. Visitors see it now.')
  const visitor = await openAs('anonymous')
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Glow <b>here</b>,')
  await expect(visitor.locator('#pricing')).toHaveCount(0)

  await page.getByRole('button', { name: 'Versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Versions' })
  await expect(versions.getByRole('listitem').first()).toContainText('Live')
  await expectAccessible(page, { without: FRAME })
  await versions.getByRole('button', { name: 'Undo' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Visitors see this version again.')
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('Your skin,')
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Your skin,')
  const { total } = await clinic.call(clinic.admin)(websiteContract.versions, { querystring: {} })
  expect(total).toBe(3)
})

test('an uploaded picture is cropped, stored in several widths, and shown to visitors', async ({ openAs, clinic }) => {
  const page = await openAs('admin', { viewport: { width: 1440, height: 900 } })
  await page.goto('/settings/website')
  await page.getByRole('button', { name: 'Rooms and pictures', exact: false }).filter({ hasText: 'Empty' }).click()
  const { default: sharp } = await import('sharp')
  const buffer = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#b3d3d0' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel(/^Picture 1: /).setInputFiles({ name: 'room.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('textbox', { name: /^What the picture shows/ }).fill('The treatment room with a window')
  await page.getByRole('button', { name: 'SAVE DRAFT' }).click()
  await expectToast(page, 'Draft saved.')
  const { data } = await clinic.call(clinic.admin)(websiteContract.draft, {})
  const [room] = data.site.rooms.pictures
  expect(room?.picture).toMatchObject({ widths: [320, 640, 960, 1440], width: 1600, height: 1200 })
  for (const format of ['avif', 'webp']) {
    const answer = await page.request.get(`${room!.picture.path}-960.${format}`)
    expect(answer.headers()['content-type']).toBe(`image/${format}`)
    expect((await sharp(await answer.body()).metadata()).width).toBe(960)
  }
  const shown = page.frameLocator(FRAME).getByRole('img', { name: 'The treatment room with a window' })
  await expect(shown).toBeAttached()
})

test('only a user who may edit the website sees its draft', async ({ openAs }) => {
  const visitor = await openAs('anonymous')
  await visitor.goto('/website-preview')
  await expect(visitor).toHaveURL(/\/login$/)
  const cashier = await openAs('cashier')
  expect((await cashier.request.get('/website-preview')).status()).toBe(404)
})

test('the website editor fits screens 390, 820 and 1440 px wide', async ({ openAs }) => {
  // The viewport is so high that no bar covers a field, because the test measures the whole size of each field.
  const page = await openAs('admin', { viewport: { width: 1440, height: 4000 } })
  await page.goto('/settings/website')
  await expect(page.getByRole('button', { name: 'PUBLISH' })).toBeVisible()
  for (const part of ['Services', 'Price menus', 'Contact', 'Logo and colours', 'Testimonials']) {
    await page.getByRole('button', { name: part, exact: true }).click()
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 4000 })
      await expect(page.getByRole('heading', { level: 2, name: part })).toBeVisible()
      await expectAccessible(page, { without: FRAME })
      await expectNoSidewaysScroll(page)
    }
  }
})
