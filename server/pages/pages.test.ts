import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { handleError, handleFrameworkError } from '#server/lib/http/errors.ts'
import { addSecurityHeaders } from '#server/lib/http/security-headers.ts'
import type { ClinicProfile } from '#shared/clinic/contract.ts'
import { addNotFound, registerPages, type PagesOptions } from './register-pages.ts'
import { sampleClinic } from '#shared/test/samples.ts'

type PersonOnPage = Awaited<ReturnType<NonNullable<PagesOptions['personOf']>>>

const evil = `<script>alert(1)</script> "Tita's" & {{clinic.phone}} $& </script>`

const profile = (changes: Partial<ClinicProfile> = {}): ClinicProfile =>
  sampleClinic({
    name: 'Mutya Skin & Aesthetics',
    address: '12 Katipunan Ave, Quezon City',
    phone: '+63 2 8123 4567',
    opening_hours: [{ weekday: 0, is_open: true, first_slot: 0, last_slot: 32 }],
    ...changes,
  })

const landing = `<!doctype html><title>{{clinic.name}}</title><style>body{color:red}</style>
<h1 title="{{clinic.name}}">{{clinic.name}}</h1><p>{{unknown.token}} {{clinic.nothing}}</p>
<script type="application/json" id="clinic">{{clinic.json}}</script>`

let app: FastifyInstance
let webRoot: string
let readings = 0
let readClinic: () => Promise<ClinicProfile>
let clinicChanged: () => void
let person: PersonOnPage = null

async function writeBuild(): Promise<void> {
  await mkdir(path.join(webRoot, 'assets'))
  await mkdir(path.join(webRoot, '.vite'))
  const files = {
    'landing.html': landing,
    'booking.html': '<!doctype html><title>Book</title>',
    'booking-frame.html': '<!doctype html><title>Framed</title>',
    'login.html': '<!doctype html><title>Log in</title>',
    'forgot-password.html': '<!doctype html><title>Forgot</title>',
    'reset-password.html': '<!doctype html><title>Reset</title>',
    'app.html': '<!doctype html><title>App</title>',
    'push-worker.js': '',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/app-1a2b.js': 'console.log(1)',
    'assets/app-1a2b.js.br': 'compressed',
    '.vite/manifest.json': '{}',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(webRoot, name), text)
}

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'mutya-pages-'))
  await writeBuild()
  app = Fastify({ trustProxy: '127.0.0.1', frameworkErrors: handleFrameworkError })
  app.setErrorHandler(handleError)
  addSecurityHeaders(app)
  addNotFound(app)
  app.get('/api/broken', () => {
    throw new Error('a secret detail')
  })
  const clinic = () => {
    readings++
    return readClinic()
  }
  ;({ clinicChanged } = await registerPages(app, { webRoot, clinic, personOf: () => Promise.resolve(person) }))
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await rm(webRoot, { recursive: true })
})
beforeEach(() => {
  person = null
  readClinic = () => Promise.resolve(profile())
  clinicChanged()
})

const get = (url: string, headers: InjectOptions['headers'] = {}) => app.inject({ url, headers })

test('the landing page contains the clinic’s texts instead of their placeholders, and unknown placeholders stay unchanged', async () => {
  const answer = await get('/')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('<title>Mutya Skin &amp; Aesthetics</title>')
  expect(answer.body).toContain('{{unknown.token}} {{clinic.nothing}}')
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
})

test.each([
  [{ role: 'cashier', must_set_password: false, must_set_up_second_factor: false }, '/cashier'],
  [{ role: 'client', must_set_password: false, must_set_up_second_factor: false }, '/clientDashboard'],
  [{ role: 'admin', must_set_password: true, must_set_up_second_factor: true }, '/choose-password'],
  [{ role: 'admin', must_set_password: false, must_set_up_second_factor: true }, '/two-step-log-in'],
] as const)('a logged-in user is redirected from the log-in page before its form appears: %j', async (who, home) => {
  person = who
  for (const url of ['/login', '/LOGIN?next=/Profile']) {
    const answer = await get(url)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, home])
    expect(answer.headers['cache-control']).toBe('no-store')
  }
  expect((await get('/reset-password')).statusCode).toBe(200)
  person = null
  expect((await get('/login')).body).toContain('Log in')
})

test('a clinic name that contains a script is displayed and not run', async () => {
  readClinic = () => Promise.resolve(profile({ name: evil }))
  const { body } = await get('/')
  expect(body.match(/<script/g)).toHaveLength(1)
  expect(body.match(/<\/script>/g)).toHaveLength(1)
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot;Tita&#x27;s&quot; &amp; {{clinic.phone}} $&amp;')
  const json = /id="clinic">(.*)<\/script>/s.exec(body)?.[1] ?? ''
  expect(JSON.parse(json)).toMatchObject({ name: evil })
})

test('pages are sent compressed, and unchanged pages are not sent again', async () => {
  const plain = await get('/')
  const br = await get('/', { 'accept-encoding': 'gzip, deflate, br' })
  const gzip = await get('/', { 'accept-encoding': 'br;q=0, gzip' })
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  const again = await get('/', { 'if-none-match': String(plain.headers.etag) })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  expect(again.headers['content-security-policy']).toContain("script-src 'self'")
})

test('the clinic’s profile is read once for many pages, and again after a change', async () => {
  await get('/')
  const before = readings
  await Promise.all(Array.from({ length: 20 }, () => get('/BookAppointment')))
  expect(readings).toBe(before)
  readClinic = () => Promise.resolve(profile({ name: 'Perlas Clinic' }))
  clinicChanged()
  expect((await get('/')).body).toContain('<title>Perlas Clinic</title>')
})

test('a change while the clinic’s profile is being read is shown on later pages', async () => {
  let early: Promise<unknown> | undefined
  const answerSlowly = await new Promise<() => void>((asked) => {
    readClinic = () => new Promise((answer) => asked(() => answer(profile({ name: 'Old name' }))))
    early = get('/')
  })
  readClinic = () => Promise.resolve(profile({ name: 'New name' }))
  clinicChanged()
  answerSlowly()
  await early
  expect((await get('/')).body).toContain('New name')
})

test('until a clinic is set up, its profile is read anew for every page', async () => {
  readClinic = () => Promise.resolve(profile({ needs_setup: true }))
  await get('/')
  readClinic = () => Promise.resolve(profile({ name: 'Ready' }))
  expect((await get('/')).body).toContain('Ready')
})

test('while the database is unavailable, pages show the last known data', async () => {
  await get('/')
  readClinic = () => Promise.reject(new Error('no database'))
  clinicChanged()
  const answer = await get('/')
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('Mutya Skin')
})

test('a page opened while the clinic’s profile has never been read says that the clinic is busy, and reloads itself', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const fresh = Fastify()
  onTestFinished(() => fresh.close())
  fresh.setErrorHandler(handleError)
  addSecurityHeaders(fresh)
  addNotFound(fresh)
  let clinic = () => Promise.reject<ClinicProfile>(away)
  await registerPages(fresh, { webRoot, clinic: () => clinic() })
  const busy = await fresh.inject('/login')
  expect([busy.statusCode, busy.headers['retry-after'], busy.headers['cache-control']]).toEqual([503, '5', 'no-store'])
  expect(busy.headers['content-type']).toContain('text/html')
  expect(busy.body).toContain('The system is busy right now. Please try again in a moment.')
  expect(busy.body).toContain('<meta http-equiv="refresh" content="5">')
  const style = /<style>(.*)<\/style>/.exec(busy.body)![1]!
  const hash = createHash('sha256').update(style).digest('base64')
  expect(busy.headers['content-security-policy']).toContain(`'sha256-${hash}'`)
  expect((await fresh.inject('/api/nothing')).headers['content-type']).toContain('application/json')
  clinic = () => Promise.resolve(profile())
  expect((await fresh.inject('/login')).statusCode).toBe(200)
})

test('each path opens its page, and other spellings of the booking page’s path are redirected', async () => {
  expect((await get('/BookAppointment?from=home')).body).toContain('Book')
  for (const url of ['/bookappointment', '/BOOKAPPOINTMENT/', '/BookAppointment/']) {
    const answer = await get(`${url}?a=1`)
    expect(answer.statusCode).toBe(301)
    expect(answer.headers.location).toBe('/BookAppointment?a=1')
  }
  for (const url of ['/login', '/Login/', '/login?next=/Profile']) expect((await get(url)).body).toContain('Log in')
  expect((await get('/forgot-password')).body).toContain('Forgot')
  expect((await get('/reset-password')).body).toContain('Reset')
  for (const url of ['/login/more', '/clientPage/3f2a', '/settings/Historylogs', '/no/such/page'])
    expect((await get(url)).body).toContain('App')
})

test('files with a hash in their name are cached permanently, pages are always revalidated', async () => {
  const file = await get('/assets/app-1a2b.js')
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(file.headers['content-type']).toContain('javascript')
  const small = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' })
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=86400')
  expect((await get('/login')).headers['cache-control']).toBe('no-cache')
  expect((await get('/push-worker.js')).headers['cache-control']).toBe('no-cache')
})

test.each([
  '/assets/app-gone.js',
  '/assets/app-1a2b.js.br',
  '/assets/',
  '/art/none.avif',
  '/storage/none',
  '/landing.html',
  '/landing%2Ehtml',
  '/.env',
  '/.git/config',
  '/.vite/manifest.json',
  '/%2e%2e/%2e%2e/etc/passwd.txt',
  '/favicon.ico',
  '/wp-login.php',
  '/api/unknown',
  '/api',
])('an unknown page or file is rejected like an API call: %s', async (url) => {
  const answer = await get(url)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ message: 'Not found.', code: 'not_found' })
  expect(answer.headers['cache-control'] ?? '').not.toMatch(/max-age|immutable/)
})

test('every answer has the security headers, including errors', async () => {
  const answers = await Promise.all([
    get('/'),
    get('/login'),
    get('/assets/app-1a2b.js'),
    get('/assets/none.js'),
    get('/bookappointment'),
    get('/api/broken'),
    get('/api/unknown'),
    get('/%E0%A4%A'),
    app.inject({ method: 'POST', url: '/login' }),
    app.inject({ method: 'HEAD', url: '/' }),
  ])
  for (const { headers } of answers) {
    expect(headers['content-security-policy']).toContain("default-src 'self'; script-src 'self'; style-src 'self'")
    expect(headers['content-security-policy']).not.toMatch(/unsafe/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain('camera=(self)')
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  }
})

test('the answers to an undecodable URL and to an unexpected error reveal no internals', async () => {
  const unreadable = await get('/%E0%A4%A')
  expect(unreadable.statusCode).toBe(422)
  expect(unreadable.json()).toEqual({ message: 'The request could not be read.', code: 'validation' })
  const broken = await get('/api/broken')
  expect(broken.statusCode).toBe(500)
  expect(broken.body).not.toContain('secret')
  expect(broken.headers['cache-control']).toBe('no-store')
})

test('the inlined style sheet is allowed by its hash only on its own page', async () => {
  // The result of: printf 'body{color:red}' | openssl dgst -sha256 -binary | base64
  const hash = "'sha256-FcQqt3aNlV7AZnGV4zkQRVeCeJOxbMPnQSx258L803E='"
  expect((await get('/')).headers['content-security-policy']).toContain(`style-src 'self' ${hash};`)
  expect((await get('/login')).headers['content-security-policy']).toContain("style-src 'self';")
})

test('HSTS is sent only for https', async () => {
  const secure = await get('/', { 'x-forwarded-proto': 'https' })
  expect(secure.headers['strict-transport-security']).toContain('max-age=31536000')
})
