import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'

const pictures = path.resolve(import.meta.dirname, '../../docs/pictures')
/** `GUIDE_PICTURES=1 npx playwright test e2e/owner-guide.spec.ts` takes the pictures of docs/owner-guide.md again. */
export const takesPictures = process.env.GUIDE_PICTURES === '1'

/** Saves what the screen shows as a small picture for the guide. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!takesPictures) return
  await mkdir(pictures, { recursive: true })
  await page.waitForFunction(() => Array.from(document.images).every((image) => image.complete))
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .resize({ width: 1000, withoutEnlargement: true })
    .webp({ quality: 72 })
    .toFile(path.join(pictures, `${name}.webp`))
}
