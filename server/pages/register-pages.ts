import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '#server/db/is-database-away.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Principal } from '#server/lib/context.ts'
import { contentSecurityPolicy } from '#server/lib/http/security-headers.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { pageLanguage } from '#shared/lib/language.ts'
import { logoAt } from '#shared/lib/logo.ts'
import { navigationMessages, requestRefusals } from '#shared/lib/messages.ts'
import { homeOf } from '#shared/users/roles.ts'
import type { Site } from '#shared/website/site.ts'
import { PageStore, type Page, type PageName, type PageSources } from './page-store.ts'
import { escapeHtml, styleHashesOf } from './page-template.ts'
import { SITE_FILES } from './site-files.ts'

/** Clinic, website and offers are read when a page is requested and the cached data is older than a second. */
export type PagesOptions = PageSources & {
  /** The folder of the built pages. */
  webRoot: string
  /** Reads the website's draft for its preview. */
  draft?: () => Promise<Site>
  /** The logged-in person of a request. */
  personOf?: (request: FastifyRequest) => Promise<Person | null>
}

type Person = Pick<Principal, 'role' | 'must_set_password' | 'must_set_up_second_factor'>

const YEAR_MS = 31_536_000_000
const DAY_MS = 86_400_000
/** The file of the service worker, which is not cached for long, so that browsers find a new version. */
const PUSH_WORKER = '/push-worker.js'
const BOOKING = '/BookAppointment'
/** The booking page for frames of other websites. */
const BOOKING_FRAME = '/booking-frame'
const SHARED = /^\/share\/[\w-]{16}\.jpg$/
const PREVIEW = '/website-preview'
const CHOOSE_PASSWORD = '/choose-password'
const SECOND_FACTOR = '/two-step-log-in'

const notFound = () => new AppError('not_found', requestRefusals.notFound)

/** Unknown calls, assets, files and methods get the usual error: `{ message, code }`. */
export function addNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler(() => {
    throw notFound()
  })
}

/** The most compact encoding that the browser accepts. */
function encodingOf(request: FastifyRequest): 'br' | 'gzip' | undefined {
  const accepted = request.headers['accept-encoding'] ?? ''
  const takes = (name: string) =>
    new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?(\\s|,|$))(\\s|;|,|$)`).test(accepted)
  return (['br', 'gzip'] as const).find(takes)
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  void reply.headers({
    'cache-control': 'no-cache',
    etag: page.etag,
    vary: 'accept-encoding',
    'content-security-policy': page.policy,
  })
  const seen = request.headers['if-none-match'] ?? ''
  if (seen.split(/\s*,\s*/).includes(page.etag)) return reply.status(304).send()
  void reply.type('text/html; charset=utf-8')
  const encoding = encodingOf(request)
  if (!encoding) return reply.send(page.html)
  return reply.header('content-encoding', encoding).send(page[encoding])
}

/**
 * Sends the booking page for a frame. The header `X-Frame-Options` cannot name a website, so it is left out for a page
 * that some websites may show; browsers follow the Content-Security-Policy instead. A browser that opens the address
 * outside of a frame is redirected to the usual booking page.
 */
function sendFramed(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  if (request.headers['sec-fetch-dest'] === 'document')
    return reply.header('cache-control', 'no-store').redirect(BOOKING, 302)
  if (page.frameHosts.length > 0) void reply.removeHeader('x-frame-options')
  return sendPage(request, reply.header('x-robots-tag', 'noindex'), page)
}

/**
 * Sends the draft of the website as visitors would see it, only to people who may edit it and only inside the editor's
 * frame.
 */
async function sendPreview(
  { store, draft, personOf }: PagesOptions & { store: PageStore },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const person = await personOf?.(request)
  if (!person || person.must_set_password || person.must_set_up_second_factor)
    return reply.header('cache-control', 'no-store').redirect('/login', 302)
  if (!draft || !permissionsOf(person.role).has('website.manage')) throw notFound()
  const page = await store.preview(await draft())
  return reply
    .headers({
      'cache-control': 'no-store',
      'x-frame-options': 'SAMEORIGIN',
      'x-robots-tag': 'noindex',
      'content-security-policy': page.policy.replace(`frame-ancestors 'none'`, `frame-ancestors 'self'`),
    })
    .type('text/html; charset=utf-8')
    .send(page.html)
}

/**
 * Sends a file of the build. Names under /assets contain a hash of their content, so browsers may cache them forever.
 */
function sendFile(path: string, reply: FastifyReply): FastifyReply {
  const hashed = path.startsWith('/assets/')
  void reply.header('vary', 'accept-encoding')
  if (path === PUSH_WORKER)
    return reply.header('cache-control', 'no-cache').sendFile(path.slice(1), { cacheControl: false })
  return reply.sendFile(path.slice(1), { immutable: hashed, maxAge: hashed ? YEAR_MS : DAY_MS })
}

/** Pages and their compressed copies are not served as files, and neither are hidden files. */
const isFilePath = (path: string) => /\.\w{1,12}$/.test(path) && !/(\/\.|\.(html|br|gz)$)/.test(path)
const isPagePath = (path: string) => !/(^\/(api|assets|art|storage)(\/|$))|\/\.|\.\w{1,12}$/i.test(path)

type Drawn = { address: string; picture: Promise<Buffer> }

/**
 * Sends a picture drawn for the clinic. An outdated URL redirects to the current one, because posts and e-mails keep
 * old URLs.
 */
async function sendDrawn(path: string, { address, picture }: Drawn, reply: FastifyReply): Promise<FastifyReply> {
  if (path !== address) {
    picture.catch(() => undefined)
    return reply.header('cache-control', 'no-cache').redirect(address, 302)
  }
  return reply
    .headers({ 'cache-control': 'public, max-age=31536000, immutable', 'cross-origin-resource-policy': 'cross-origin' })
    .type(address.endsWith('.png') ? 'image/png' : 'image/jpeg')
    .send(await picture)
}

async function sendLogo(path: string, store: PageStore, reply: FastifyReply): Promise<FastifyReply> {
  const logo = await store.logo(path)
  if (!logo) throw notFound()
  return sendDrawn(path, logo, reply)
}

async function sendSiteFile(path: string, store: PageStore, reply: FastifyReply): Promise<FastifyReply> {
  const file = await store.siteFile(path)
  if (!file) throw notFound()
  return reply.header('cache-control', 'public, max-age=3600').type(file.type).send(file.text)
}

function nullWhileAway(error: Error): null {
  if (isDatabaseAway(error)) return null
  throw error
}

/** Pages that links in e-mails open: search engines must not index them, and other sites must not see their URLs. */
const linkPages = ['verify-email', 'reset-password', 'visit', 'unsubscribe', 'forms']
const LINK_HEADERS = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' }

/** Pages for visitors who are not logged in; their paths are case-insensitive. */
const visitorPages = ['login', 'forgot-password', 'reset-password'] as const

const plainName = (path: string) => path.slice(1).replace(/\/+$/, '').toLowerCase()

function pageOf(path: string): PageName {
  if (path === '/') return 'landing'
  if (path === BOOKING) return 'booking'
  if (path === BOOKING_FRAME) return 'booking-frame'
  const name = plainName(path)
  return visitorPages.find((page) => page === name) ?? 'app'
}

function homeFor({ role, must_set_password, must_set_up_second_factor }: Person): string {
  if (must_set_password) return CHOOSE_PASSWORD
  return must_set_up_second_factor ? SECOND_FACTOR : homeOf[role]
}

/**
 * Serves the web build: `/` is the landing page, `/BookAppointment` the booking page, `/booking-frame` the booking page
 * for frames of other websites, followed by the log-in and password pages. Any other path without a file extension is
 * the app, and everything else is a 404. `clinicChanged` makes the next page read the clinic's data again.
 */
export async function registerPages(
  app: FastifyInstance,
  options: PagesOptions,
): Promise<{ clinicChanged: () => void }> {
  const store = new PageStore(options.webRoot, options)
  await store.load()
  await app.register(fastifyStatic, {
    root: options.webRoot,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
  })
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const [encoded = '/', query] = request.url.split(/\?(.*)/s)
    const path = decodeURIComponent(encoded)
    if (SITE_FILES.includes(path)) return sendSiteFile(path, store, reply)
    if (SHARED.test(path)) return sendDrawn(path, await store.sharePicture(), reply)
    if (logoAt(path)) return sendLogo(path, store, reply)
    if (isFilePath(path)) return sendFile(path, reply)
    if (!isPagePath(path)) throw notFound()
    const isBooking = path.replace(/\/+$/, '').toLowerCase() === BOOKING.toLowerCase()
    if (isBooking && path !== BOOKING) return reply.redirect(query ? `${BOOKING}?${query}` : BOOKING, 301)
    if (path === PREVIEW) return sendPreview({ ...options, store }, request, reply)
    const name = pageOf(path)
    const person = name === 'login' ? await options.personOf?.(request).catch(nullWhileAway) : null
    // Redirects people who are logged in, so that they never see the log-in form.
    if (person) return reply.header('cache-control', 'no-store').redirect(homeFor(person), 302)
    if (linkPages.includes(plainName(path))) void reply.headers(LINK_HEADERS)
    const page = await store.page(name).catch(nullWhileAway)
    if (!page) return sendBusyPage(reply)
    return name === 'booking-frame' ? sendFramed(request, reply, page) : sendPage(request, reply, page)
  })
  return { clinicChanged: () => store.clinicChanged() }
}

const RETRY_SECONDS = 5

const style =
  'body{margin:0;min-height:100vh;display:grid;place-content:center;gap:.5rem;padding:1.5rem;text-align:center;' +
  'font:1.125rem/1.6 system-ui,sans-serif;color:#3b2f33;background:#fdf8f6}p{margin:0}p+p{font-size:1rem;opacity:.75}' +
  '@media(prefers-color-scheme:dark){body{color:#f3e9e6;background:#1c1618}}'

const html = `<!doctype html>
<html lang="${pageLanguage}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>${escapeHtml(requestRefusals.busy)}</title>
<style>${style}</style>
<main role="alert"><p>${escapeHtml(requestRefusals.busy)}</p><p>${escapeHtml(navigationMessages.triesAgain)}</p></main>
</html>
`

const policy = contentSecurityPolicy(styleHashesOf(html))

/** The page shown while the database is down and the clinic's data was never read. */
const sendBusyPage = (reply: FastifyReply): FastifyReply =>
  reply
    .status(503)
    .headers({ 'cache-control': 'no-store', 'retry-after': String(RETRY_SECONDS), 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(html)
