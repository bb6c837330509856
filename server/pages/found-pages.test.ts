import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createCatalogue, createUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { starterContent, type WebsiteContent } from '#shared/website/content.ts'
import { websiteContract } from '#shared/website/contract.ts'
import { descriptionOf } from './page-head.ts'
import { PAGES } from './page-store.ts'

const ORIGIN = 'https://clinic.example.ph'
const web = path.resolve(import.meta.dirname, '../../web')

let webRoot: string
let server: TestServer

const ICONS =
  '<link rel="icon" href="/favicon.svg" /><link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />'

/** Writes a build with the assets for the share picture, and with pages that have only a `<head>`. */
async function writeBuild(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mutya-found-'))
  for (const name of ['art', '.vite', 'assets']) await mkdir(path.join(folder, name))
  for (const hero of [1, 2])
    await copyFile(path.join(web, `public/art/hero-${hero}-960.webp`), path.join(folder, `art/hero-${hero}-960.webp`))
  const manifest: Record<string, { file: string }> = {}
  for (const weight of [400, 700]) {
    const source = `styles/fonts/pdf-manrope-${weight}.ttf`
    manifest[source] = { file: `assets/manrope-${weight}.ttf` }
    await copyFile(path.join(web, source), path.join(folder, manifest[source].file))
  }
  await writeFile(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  for (const page of PAGES)
    await writeFile(
      path.join(folder, `${page}.html`),
      `<html><head><title>{{clinic.name}}</title>${ICONS}</head></html>`,
    )
  return folder
}

beforeAll(async () => {
  webRoot = await writeBuild()
  server = await startTestServer({ webRoot, publicUrl: ORIGIN })
  await createCatalogue(server.db)
})
afterAll(async () => {
  await server.close()
  await rm(webRoot, { recursive: true })
})

const get = (url: string) => server.app.inject(url)
const metaOf = (html: string, property: string) =>
  new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)">`).exec(html)?.[1]
const dataOf = (html: string): unknown => {
  const [, json = 'null'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json)
}

/** Renames the clinic until the end of the test. */
async function rename(name: string): Promise<void> {
  const admin = server.as((await createUser(server.db, 'admin')).token)
  const {
    needs_setup: _setup,
    logo_id: _logo,
    version: _version,
    ...before
  } = (await admin(clinicContract.read, {})).data
  const kept = { ...before, address: '12 Scout Street', phone: '0917 555 0128', email: 'hello@mutya.test' }
  await admin(clinicContract.save, { body: { ...kept, name, location_label: 'Quezon City' } })
  onTestFinished(async () => void (await admin(clinicContract.save, { body: { ...kept, name: before.name } })))
}

test('a public page has its canonical URL, and a preview picture of the clinic for sharing', async () => {
  await rename('Perlas Clinic')
  const landing = (await get('/')).body
  expect(landing).toContain(`<link rel="canonical" href="${ORIGIN}/">`)
  expect(metaOf(landing, 'og:url')).toBe(`${ORIGIN}/`)
  expect(metaOf(landing, 'og:site_name')).toBe('Perlas Clinic')
  expect(metaOf(landing, 'twitter:card')).toBe('summary_large_image')
  const description = 'Perlas Clinic: Facials, Laser. See services and prices, and book your visit online.'
  expect([metaOf(landing, 'description'), metaOf(landing, 'og:description')]).toEqual([description, description])
  const booking = (await get('/BookAppointment?treatment=x')).body
  expect(booking).toContain(`<link rel="canonical" href="${ORIGIN}/BookAppointment">`)
  for (const other of ['/login', '/dashboard']) expect((await get(other)).body).not.toMatch(/canonical|og:|ld\+json/)

  const address = metaOf(landing, 'og:image')!
  expect(address).toMatch(new RegExp(`^${ORIGIN}/share/[\\w-]{16}\\.jpg$`))
  const picture = await get(address.slice(ORIGIN.length))
  expect(picture.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  // Messengers accept pictures of a few hundred kilobytes at most.
  expect(picture.rawPayload.length).toBeLessThan(120_000)
})

test('a page’s description for search engines names the clinic and its services in at most 160 characters', () => {
  const offers = (...names: string[]) => names.map((name) => ({ name }))
  expect(descriptionOf('Perlas', [])).toBe('Perlas: see what we offer, and book your visit online.')
  expect(descriptionOf('Perlas', offers('Hilot', 'Sauna'))).toBe(
    'Perlas: Hilot, Sauna. See services and prices, and book your visit online.',
  )
  const many = descriptionOf('Perlas', offers(...Array.from({ length: 40 }, (_, n) => `Treatment ${n + 1}`)))
  expect(many).toMatch(/^Perlas: Treatment 1, Treatment 2, .*Treatment 7\. See services/)
  expect(many.length).toBeLessThanOrEqual(160)
  // A treatment whose name is too long for the description is left out.
  expect(descriptionOf('Perlas', offers('x'.repeat(150)))).toBe(
    'Perlas: see what we offer, and book your visit online.',
  )
})

test('a renamed clinic gets a new preview picture, and the URL of the old picture redirects to it', async () => {
  await rename('Perlas Clinic')
  const old = metaOf((await get('/')).body, 'og:image')!.slice(ORIGIN.length)
  const before = (await get(old)).rawPayload
  await rename('Mutya Skin and Aesthetics of Quezon City, with a name that goes on <&>')
  const answer = await get(old)
  expect(answer.statusCode).toBe(302)
  const present = await get(String(answer.headers.location))
  expect(present.statusCode).toBe(200)
  expect(present.rawPayload.equals(before)).toBe(false)
})

test('the landing page has structured data about the clinic and its services, and no name can break out of the data', async () => {
  const name = '</script><script>alert(1)</script>'
  await rename(name)
  const { body, headers } = await get('/')
  expect(dataOf(body)).toMatchObject({
    name,
    url: `${ORIGIN}/`,
    telephone: '0917 555 0128',
    makesOffer: [
      {
        itemOffered: { '@type': 'Service', name: 'Facials' },
        priceSpecification: { minPrice: 1500, maxPrice: 2500.5 },
      },
      { itemOffered: { '@type': 'Service', name: 'Laser' }, priceSpecification: { minPrice: 5000, maxPrice: 5000 } },
    ],
  })
  expect(body.match(/<script/g)).toHaveLength(1)
  // The structured data (JSON-LD) is no executable script, so the Content-Security-Policy needs no exception for it.
  expect(headers['content-security-policy']).toContain("script-src 'self';")
})

test('search engines may index the pages for visitors, but no pages for staff', async () => {
  const robots = await get('/robots.txt')
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(robots.body).toContain('Disallow: /api/\n')
  expect(robots.body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml\n`)
  const sitemap = await get('/sitemap.xml')
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(Array.from(sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g), ([, url]) => url)).toEqual([
    `${ORIGIN}/`,
    `${ORIGIN}/BookAppointment`,
  ])
})

test('visitors can install the website under the clinic’s name, and staff their app, with existing icons', async () => {
  await rename('Perlas Clinic, Quezon City')
  const [visitors, staff] = [await get('/manifest.webmanifest'), await get('/staff.webmanifest')]
  expect(visitors.headers['content-type']).toContain('application/manifest+json')
  expect(visitors.json()).toMatchObject({
    name: 'Perlas Clinic, Quezon City',
    short_name: 'Perlas',
    start_url: '/',
    display: 'standalone',
  })
  expect(staff.json()).toMatchObject({ name: 'Perlas Clinic, Quezon City: staff', start_url: '/login', id: '/login' })
  const { icons } = staff.json<{ icons: { src: string; sizes: string; purpose: string }[] }>()
  expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ])
  for (const { src, sizes } of icons) {
    const { width, height, format } = await sharp(path.join(web, 'public', src)).metadata()
    expect([`${width}x${height}`, format]).toEqual([sizes, 'png'])
  }
})

test('without PUBLIC_URL there is no canonical URL, no preview picture and no sitemap', async () => {
  const local = await startTestServer({ webRoot })
  onTestFinished(() => local.close())
  const { body } = await local.app.inject({ url: '/', headers: { host: 'evil.example' } })
  expect(body).not.toMatch(/canonical|og:image|evil/)
  expect(dataOf(body)).toMatchObject({ '@type': 'BeautySalon' })
  expect((await local.app.inject('/sitemap.xml')).statusCode).toBe(404)
  expect((await local.app.inject('/robots.txt')).body).not.toContain('Sitemap')
})

/** A landscape photo of one colour, as a phone would upload it. */
const photo = async (colour: string) =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 800, height: 400, channels: 3, background: colour } })
          .png()
          .toBuffer(),
      ),
    ],
    'sign.png',
    { type: 'image/png' },
  )

test('the clinic’s logo is the icon of every page and app, and replaces Mutya’s logo', async () => {
  const admin = server.as((await createUser(server.db, 'admin')).token)
  expect((await get('/login')).body).toContain(ICONS)
  expect((await get('/icons/clinic-01900000-0000-7000-8000-000000000001-32.png')).statusCode).toBe(404)
  const { data: picture } = await admin(websiteContract.addPicture, { body: { picture: await photo('#aa2244') } })
  const publish = async (logo: string | null) => {
    await admin(websiteContract.save, { body: { ...starterContent(), look: { colours: 'lagoon', logo } } })
    await admin(websiteContract.publish, { body: null })
  }
  await publish(picture.id)
  const at = (form: string) => `/icons/clinic-${picture.id}-${form}.png`
  for (const page of ['/', '/login', '/BookAppointment', '/dashboard']) {
    const { body, headers } = await get(page)
    expect(body).not.toMatch(/favicon|icons\/apple/)
    expect(body).toContain(`<link rel="apple-touch-icon" href="${at('180')}">`)
    expect(metaOf(body, 'clinic-logo')).toBe(at('sign'))
    const [, style = ''] = /<style>(\.logo-mark.*?)<\/style>/.exec(body) ?? []
    // The logo is shown alone; the word Mutya beside it is visually hidden.
    expect(style).toMatch(/\.product-name\{position:absolute;width:1px;height:1px;overflow:hidden;/)
    // The logo is twice as wide as high.
    expect(style).toContain('@media(min-width:80rem){.logo-mark svg{width:auto;aspect-ratio:2.00}}')
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
  }
  const sizes = { sign: [320, 160], 32: [32, 32], 180: [180, 180], 512: [512, 512], maskable: [512, 512] }
  for (const [form, size] of Object.entries(sizes)) {
    const answer = await get(at(form))
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const { width, height, format } = await sharp(answer.rawPayload).metadata()
    expect([form, format, width, height]).toEqual([form, 'png', ...size])
  }
  // The drawn logo is cached: it is still served after its stored picture is deleted.
  const stored = path.join(server.uploadsDir, 'website')
  for (const name of await readdir(stored)) if (name.startsWith(picture.id)) await rm(path.join(stored, name))
  expect((await get(at('sign'))).statusCode).toBe(200)
  expect((await get(at('192'))).statusCode).toBe(404)
  const { icons } = (await get('/staff.webmanifest')).json<{ icons: { src: string }[] }>()
  expect(icons.map(({ src }) => src)).toEqual([at('192'), at('512'), at('maskable')])
  expect((await admin(clinicContract.read, {})).data.logo_id).toBe(picture.id)
  await publish(null)
  expect((await get('/login')).body).toContain(ICONS)
})

test('the preview picture uses the chosen colours, the opening picture and the logo', async () => {
  const admin = server.as((await createUser(server.db, 'admin')).token)
  const content = starterContent()
  const sharedWith = async (changes: Partial<WebsiteContent>) => {
    await admin(websiteContract.save, { body: { ...content, ...changes } })
    await admin(websiteContract.publish, { body: null })
    const address = metaOf((await get('/')).body, 'og:image')!.slice(ORIGIN.length)
    const { rawPayload } = await get(address)
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
    return { address, at }
  }
  const isNear = (one: number[], other: number[]) =>
    one.every((channel, index) => Math.abs(channel - other[index]!) < 16)
  const plum = await sharedWith({ look: { colours: 'plum', logo: null } })
  expect(isNear(plum.at(8, 300), [0x3f, 0x1a, 0x37])).toBe(true)
  const { data: red } = await admin(websiteContract.addPicture, { body: { picture: await photo('#aa2244') } })
  const slides = [{ name: '', picture: { id: red.id, alt: 'A room', focus: 'left' as const } }]
  const own = await sharedWith({ hero: { ...content.hero, slides }, look: { colours: 'clay', logo: null } })
  expect(own.address).not.toBe(plum.address)
  expect(isNear(own.at(1150, 300), [0xaa, 0x22, 0x44])).toBe(true)
  expect(isNear(own.at(8, 300), [0x4f, 0x21, 0x16])).toBe(true)
  const signed = await sharedWith({ look: { colours: 'clay', logo: red.id } })
  const reds = Array.from({ length: 630 }, (_, y) => signed.at(100, y)).filter((one) => isNear(one, [0xaa, 0x22, 0x44]))
  expect(reds.length).toBeGreaterThan(60)
})
