import sharp from 'sharp'
import { call } from '#shared/lib/http-client.ts'
import { websiteContract } from '#shared/website/contract.ts'
import { tokenOf, type AppProcess } from '../app-process.ts'

const PHONE = { width: 4032, height: 3024 }

/** A phone's photo: twelve million pixels with sensor noise. */
async function photo(art: number): Promise<File> {
  const grain = await sharp({
    create: { ...PHONE, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 10 } },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const bytes = await sharp(`web/public/art/hero-${art}-1440.webp`)
    .resize({ ...PHONE, fit: 'fill' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 80 })
    .toBuffer()
  return new File([new Uint8Array(bytes)], `photo-${art}.jpg`, { type: 'image/jpeg' })
}

/** Adds three large photos to the clinic's landing page and publishes them. */
export async function publishOwnPictures(app: AppProcess): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(app, 'admin@mutya.test')}` }
  const send = async (request: Request) => {
    const { pathname } = new URL(request.url)
    const { method } = request
    const body = method === 'GET' ? undefined : await request.arrayBuffer()
    return fetch(new URL(pathname, app.url), { method, headers: request.headers, ...(body && { body }) })
  }
  const options = { headers, send }
  const { content } = (await call(websiteContract.draft, {}, options)).data
  for (const [index, slide] of content.hero.slides.entries()) {
    const picture = await photo(index + 1)
    slide.picture.id = (await call(websiteContract.addPicture, { body: { picture } }, options)).data.id
  }
  await call(websiteContract.save, { body: content }, options)
  await call(websiteContract.publish, { body: null }, options)
}
