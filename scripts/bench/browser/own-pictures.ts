import sharp from 'sharp'
import { call } from '#shared/lib/http-client.ts'
import { starterContent, type WebsiteContent } from '#shared/website/content.ts'
import { websiteContract } from '#shared/website/contract.ts'
import { tokenOf, type AppProcess } from '../app-process.ts'

const PHONE = { width: 4032, height: 3024 }

/** Makes a picture like a phone's photo: twelve million pixels with sensor noise. */
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

/** Returns the functions with which an admin changes the website of the clinic. */
async function websiteEditor(app: AppProcess) {
  const headers = { authorization: `Bearer ${await tokenOf(app, 'admin@mutya.test')}` }
  const send = async (request: Request) => {
    const { pathname } = new URL(request.url)
    const { method } = request
    const body = method === 'GET' ? undefined : await request.arrayBuffer()
    return fetch(new URL(pathname, app.url), { method, headers: request.headers, ...(body && { body }) })
  }
  const options = { headers, send }
  return {
    draft: async () => (await call(websiteContract.draft, {}, options)).data.content,
    /** Uploads a large photo and returns its id. */
    upload: async (art: number) =>
      (await call(websiteContract.addPicture, { body: { picture: await photo(art) } }, options)).data.id,
    publish: async (content: WebsiteContent) => {
      await call(websiteContract.save, { body: content }, options)
      await call(websiteContract.publish, { body: null }, options)
    },
  }
}

/** Replaces the slides of the clinic's landing page by large photos and publishes them. */
export async function publishOwnPictures(app: AppProcess): Promise<void> {
  const editor = await websiteEditor(app)
  const content = await editor.draft()
  for (const [index, slide] of content.hero.slides.entries()) slide.picture.id = await editor.upload(index + 1)
  await editor.publish(content)
}

/** Publishes the landing page of a clinic that has just begun: a single photo, and the team without portraits. */
export async function publishFreshClinic(app: AppProcess, teamIds: readonly string[]): Promise<void> {
  const editor = await websiteEditor(app)
  const content = starterContent()
  content.hero.slides[0]!.picture.id = await editor.upload(1)
  const members = teamIds.map((resource_id) => ({
    resource_id,
    line: '',
    licence: '',
    is_shown: true,
    picture: null,
    drawing: null,
  }))
  await editor.publish({ ...content, people: { ...content.people, adds_new: false, members } })
}
