import path from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { openBrowser } from '../bench/browser/open-browser.ts'
import { DEMO_PASSWORD } from '#server/users/password-error.ts'

// Takes the pictures of the part "The clinical record" in docs/owner-guide.md from a running sample clinic: `npx tsx
// scripts/sample-charts/take-guide-pictures.ts http://localhost:3000`. The other pictures of the guide are taken by
// browser tests (e2e/support/guide-pictures.ts).

const pictures = path.resolve(import.meta.dirname, '../../docs/pictures')
const TABLET = { width: 820, height: 820 }

async function openAs(browser: Browser, baseURL: string, role: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: TABLET, hasTouch: true, reducedMotion: 'reduce' })
  await context.request.post('/api/login', { data: { email: `${role}@mutya.test`, password: DEMO_PASSWORD } })
  return context.newPage()
}

/** Saves what the screen shows as a small picture for the guide. */
async function picture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => Array.from(document.images).every((image) => image.complete))
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .webp({ quality: 72 })
    .toFile(path.join(pictures, `${name}.webp`))
}

const [address = 'http://localhost:3000'] = process.argv.slice(2)
const browser = await openBrowser()
const admin = await openAs(browser, address, 'admin')
await admin.goto('/settings/clinical-record')
await admin.getByRole('switch', { name: /^Keep a clinical record/ }).waitFor()
await picture(admin, 'record-1-switch-on')

await admin.goto('/settings/batch-recall')
await admin
  .getByRole('button', { name: /^Show the clients of batch C/ })
  .first()
  .click()
await admin.getByRole('link', { name: 'Open note' }).first().waitFor()
await picture(admin, 'record-5-recall')
await admin.getByRole('link', { name: 'Open note' }).first().click()
await admin.getByText('Signed off', { exact: true }).waitFor()
await picture(admin, 'record-4-note')

const practitioner = await openAs(browser, address, 'practitioner')
await practitioner.goto('/my-day')
await practitioner
  .getByRole('link', { name: /^Write note for/ })
  .first()
  .waitFor()
await picture(practitioner, 'record-2-my-day')

/** Finds the id of a client whose chart has photos, among those who received a batch. */
async function findPhotos({ request }: BrowserContext): Promise<string> {
  const read = async (url: string) =>
    (await (await request.get(url)).json()) as { data: Record<string, string>[]; total: number }
  for (const { batch } of (await read('/api/note-batches')).data)
    for (const { client_id } of (await read(`/api/note-batches/recipients?batch=${batch}`)).data)
      if ((await read(`/api/charts/${client_id}/photos`)).total > 0) return client_id!
  throw new Error('no chart with photos was found')
}

await admin.setViewportSize({ width: 820, height: 1000 })
await admin.goto(`/charts/${await findPhotos(admin.context())}?part=photos`)
await admin.getByRole('button', { name: 'Compare' }).click()
await admin.getByRole('dialog', { name: 'Before and after' }).waitFor()
await picture(admin, 'record-6-photos')
await browser.close()
