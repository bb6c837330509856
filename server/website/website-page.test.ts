import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { brandColour } from '#server/clinic/clinic-profile.ts'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { inTransaction } from '#server/db/transactions.ts'
import { PAGES } from '#server/pages/page-store.ts'
import { createUser } from '#server/test/factories.ts'
import { startTestServer } from '#server/test/server.ts'
import { starterContent } from '#shared/website/content.ts'
import { websiteContract as contract } from '#shared/website/contract.ts'
import { websiteMessages } from '#shared/website/messages.ts'
import { embeddingContract } from '#shared/website/embedding-contract.ts'
import { sharingContract } from '#shared/website/sharing-contract.ts'

/**
 * Starts a server with a test build, in which the landing page prints its data and a small module replaces the
 * renderer.
 */
async function startWithPages() {
  const webRoot = await mkdtemp(path.join(tmpdir(), 'mutya-website-'))
  const page = `<head><!--{{website.preload}}--><!--{{website.colours}}--></head><div>{{website.html}}</div><script id="website">{{website.json}}</script>`
  for (const name of PAGES) await writeFile(path.join(webRoot, `${name}.html`), page)
  await mkdir(path.join(webRoot, '.render'))
  await writeFile(
    path.join(webRoot, '.render', 'landing.mjs'),
    `export const renderLanding = ({ clinic, site }) => '<h1>' + site.hero.title + '</h1>'`,
  )
  const server = await startTestServer({ webRoot })
  onTestFinished(async () => {
    await server.close()
    await rm(webRoot, { recursive: true })
  })
  const admin = await createUser(server.db, 'admin')
  const get = async (url: string, token?: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url, headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) } })
  return { server, admin, call: server.as(admin.token), get }
}

test('the HTML of the published website contains the whole page, with opening picture, colours and data', async () => {
  const { call, get } = await startWithPages()
  expect((await get('/')).body).toContain('<h1>Mutya</h1>')
  const content = starterContent()
  const hero = { ...content.hero, title: '</script><b>Glow' }
  await call(contract.save, { body: { ...content, hero, look: { colours: 'plum', logo: null } } })
  await call(contract.publish, { body: null })
  const { body, headers } = await get('/')
  expect(body).toContain('imagesrcset="/art/hero-1-640.avif 640w, /art/hero-1-960.avif 960w"')
  expect(body).toContain('<style>:root:root{--primary:#6b2f5e')
  expect(body).toContain('\\u003c/script>')
  expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[^']+';/)
  expect((await get('/BookAppointment')).body).toContain('--primary:#6b2f5e')
  expect((await get('/.render/landing.mjs')).statusCode).toBe(404)
})

test('the clinic’s own colour is in the HTML and policy of public pages and in e-mails, and an unreadable one is rejected', async () => {
  const { server, call, get } = await startWithPages()
  const content = starterContent()
  await call(contract.save, { body: { ...content, look: { colours: '#9b1c31', logo: null } } })
  const unreadable = { ...content, look: { colours: '#fff3b0' as const, logo: null } }
  await expect(call(contract.save, { body: unreadable })).rejects.toMatchObject({
    status: 422,
    errors: { colours: [websiteMessages.colourUnreadable] },
  })
  await call(contract.publish, { body: null })
  const own = await get('/BookAppointment')
  const [, style = ''] = /<style>(:root:root\{--primary:#9b1c31;[^<]*)<\/style>/.exec(own.body)!
  const digest = createHash('sha256').update(style).digest('base64')
  expect(own.headers['content-security-policy']).toContain(`'sha256-${digest}'`)
  expect(await inTransaction(server.appDb, (tx) => brandColour(tx, MAIN_BRANCH_ID))).toBe('#9b1c31')
})

test('the draft of the website is shown only to users who may edit it, and only in frames of the same host', async () => {
  const { server, admin, call, get } = await startWithPages()
  const content = starterContent()
  await call(contract.save, { body: { ...content, hero: { ...content.hero, title: 'Only a draft' } } })
  const { body, headers } = await get('/website-preview', admin.token)
  expect(body).toContain('<h1>Only a draft</h1>')
  expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' })
  expect(headers['content-security-policy']).toContain(`frame-ancestors 'self'`)
  expect((await get('/')).headers['content-security-policy']).toContain(`frame-ancestors 'none'`)
  expect((await get('/website-preview')).statusCode).toBe(302)
  const cashier = await createUser(server.db, 'cashier')
  expect((await get('/website-preview', cashier.token)).statusCode).toBe(404)
})

test('only the booking page for frames can be embedded, only by websites that the clinic has allowed, and by none at first', async () => {
  const { admin, call, get } = await startWithPages()
  const ancestors = async (url: string) =>
    /frame-ancestors (.*)$/.exec(String((await get(url, admin.token)).headers['content-security-policy']))?.[1]
  const frame = '/booking-frame'
  const before = await get(frame)
  expect(before.headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-robots-tag': 'noindex' })
  expect(await ancestors(frame)).toBe(`'none'`)

  const hosts = ['https://www.mutya.example', 'http://localhost:8000']
  await call(embeddingContract.save, { body: { hosts } })
  const framed = await get(frame, undefined, {
    'sec-fetch-dest': 'iframe',
    'if-none-match': String(before.headers.etag),
  })
  // Browsers keep the policy of a stored page, so a page with a new policy is sent again.
  expect(framed.statusCode).toBe(200)
  expect(framed.headers['x-frame-options']).toBeUndefined()
  expect(await ancestors(frame)).toBe(hosts.join(' '))
  const others = [
    '/',
    '/BookAppointment',
    '/login',
    '/dashboard',
    '/cashier',
    '/Profile',
    '/booking-frame/x',
    '/api/clinic',
  ]
  for (const url of others) {
    expect(await ancestors(url), url).toBe(`'none'`)
    expect((await get(url, admin.token)).headers['x-frame-options'], url).toBe('DENY')
  }
  const alone = await get(frame, undefined, { 'sec-fetch-dest': 'document' })
  expect([alone.statusCode, alone.headers.location]).toEqual([302, '/BookAppointment'])

  await call(embeddingContract.save, { body: { hosts: [] } })
  expect(await ancestors(frame)).toBe(`'none'`)
  expect((await get(frame)).headers['x-frame-options']).toBe('DENY')
})

test('the data of the page that shares the website has the public address without its path, and the published logo and colours', async () => {
  const server = await startTestServer({ publicUrl: 'https://perlas.example/app' })
  onTestFinished(() => server.close())
  const call = server.as((await createUser(server.db, 'admin')).token)
  await call(contract.save, { body: { ...starterContent(), look: { colours: 'plum', logo: null } } })
  const address = 'https://perlas.example'
  const shared = async () => (await call(sharingContract.read, {})).data
  expect(await shared()).toEqual({ address, is_published: false, logo: null, colours: 'lagoon' })
  await call(contract.publish, { body: null })
  expect(await shared()).toEqual({ address, is_published: true, logo: null, colours: 'plum' })
})
