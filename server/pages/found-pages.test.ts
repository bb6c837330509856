import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createCatalogue, createUser } from '#server/test/factories.ts'
import { startTestServer, type TestServer } from '#server/test/server.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { PAGES } from './page-store.ts'

const ORIGIN = 'https://clinic.example.ph'
const web = path.resolve(import.meta.dirname, '../../web')

let webRoot: string
let server: TestServer

/** A build with the parts of which the picture is drawn, and pages that are their head alone. */
async function writeBuild(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mutya-found-'))
  for (const name of ['art', '.vite', 'assets']) await mkdir(path.join(folder, name))
  await copyFile(path.join(web, 'public/art/hero-1-1440.webp'), path.join(folder, 'art/hero-1-1440.webp'))
  const manifest: Record<string, { file: string }> = {}
  for (const weight of [400, 700]) {
    const source = `styles/fonts/pdf-manrope-${weight}.ttf`
    manifest[source] = { file: `assets/manrope-${weight}.ttf` }
    await copyFile(path.join(web, source), path.join(folder, manifest[source].file))
  }
  await writeFile(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  for (const page of PAGES)
    await writeFile(path.join(folder, `${page}.html`), '<html><head><title>{{clinic.name}}</title></head></html>')
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

/** The clinic under another name until the test ends. */
async function rename(name: string): Promise<void> {
  const admin = server.as((await createUser(server.db, 'admin')).token)
  const { needs_setup: _setup, version: _version, ...before } = (await admin(clinicContract.read, {})).data
  const kept = { ...before, address: '12 Scout Street', phone: '0917 555 0128', email: 'hello@mutya.test' }
  await admin(clinicContract.save, { body: { ...kept, name, location_label: 'Quezon City' } })
  onTestFinished(async () => void (await admin(clinicContract.save, { body: { ...kept, name: before.name } })))
}

test('a page that is found says its address, and shows a picture of the clinic where it is shared', async () => {
  await rename('Perlas Clinic')
  const landing = (await get('/')).body
  expect(landing).toContain(`<link rel="canonical" href="${ORIGIN}/">`)
  expect(metaOf(landing, 'og:url')).toBe(`${ORIGIN}/`)
  expect(metaOf(landing, 'og:site_name')).toBe('Perlas Clinic')
  expect(metaOf(landing, 'twitter:card')).toBe('summary_large_image')
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
  // Messengers take no more than a few hundred kilobytes.
  expect(picture.rawPayload.length).toBeLessThan(120_000)
})

test('a clinic with another name has another picture, and an old address leads to it', async () => {
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

test('the landing page tells search engines of the clinic and its services, and no name ends the block', async () => {
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
  // A block of data needs no exception of the policy.
  expect(headers['content-security-policy']).toContain("script-src 'self';")
})

test('robots find the pages of visitors, and none of the staff', async () => {
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

test('visitors install the website by the clinic’s name, and staff their app, with icons that are there', async () => {
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

test('without PUBLIC_URL no address is made up: there is no canonical one, no picture and no sitemap', async () => {
  const local = await startTestServer({ webRoot })
  onTestFinished(() => local.close())
  const { body } = await local.app.inject({ url: '/', headers: { host: 'evil.example' } })
  expect(body).not.toMatch(/canonical|og:image|evil/)
  expect(dataOf(body)).toMatchObject({ '@type': 'BeautySalon' })
  expect((await local.app.inject('/sitemap.xml')).statusCode).toBe(404)
  expect((await local.app.inject('/robots.txt')).body).not.toContain('Sitemap')
})
