import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { placeholderClinic } from '#shared/clinic/public-profile.ts'
import { navigationMessages as s, productMessages } from '#shared/lib/messages.ts'
import { BookingPage } from '#web/appointments/booking/booking-page.tsx'
import { ForgotPasswordPage } from '#web/auth/forgot-password-page.tsx'
import { LoginPage } from '#web/auth/login-page.tsx'
import { ResetPasswordPage } from '#web/auth/reset-password-page.tsx'
import { visitorPage, type VisitorPage } from '#web/auth/visitor-page.tsx'
import { buildStart, startsAfterPaint } from './build/start-after-paint.ts'

type Prerendered = {
  /** The built HTML file that the page is made from. */
  entry: string
  /** The page, or a token that the server replaces with a page that it renders from the clinic's data. */
  page: () => ReactNode
  /** Replaces the title of the entry file. */
  title?: string
  /** HTML that is added at the beginning of the page's `head`. */
  head?: string
}

const forVisitors = (page: VisitorPage, title: string): Prerendered => {
  const Page = visitorPage(page)
  return {
    entry: 'login.html',
    page: () => <Page clinic={placeholderClinic} />,
    title: `${title} · ${productMessages.name}`,
  }
}

/** Every prerendered page by its output file. */
const pages: Record<string, Prerendered> = {
  'landing.html': { entry: 'landing.html', page: () => '{{website.html}}' },
  'booking.html': { entry: 'booking.html', page: () => <BookingPage clinic={placeholderClinic} /> },
  // In a frame on another website, links open new windows, because the frame may show no page but this one.
  'booking-frame.html': {
    entry: 'booking.html',
    page: () => <BookingPage clinic={placeholderClinic} framed />,
    head: '<base target="_blank">',
  },
  'login.html': forVisitors(LoginPage, s.login),
  'forgot-password.html': forVisitors(ForgotPasswordPage, s.forgotPassword),
  'reset-password.html': forVisitors(ResetPasswordPage, s.resetPassword),
}

const EMPTY_ROOT = '<div id="root"></div>'
const STYLE_SHEET = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/

/** Renders the page to HTML. Values of the clinic are tokens that the server replaces. */
function markupOf(page: ReactNode): string {
  const html = renderToString(page)
  const forbidden = / style="|<style|<script/.exec(html)
  if (forbidden) throw new Error(`the policy of the page forbids ${forbidden[0]} in prerendered HTML`)
  return html
}

/**
 * Inlines the style sheet into the page, which saves one round trip before the first paint. The server allows it in the
 * content security policy by its hash.
 */
async function withInlinedCss(html: string, webRoot: string): Promise<string> {
  const link = STYLE_SHEET.exec(html)
  if (!link) throw new Error('the built page has no style sheet')
  const css = await readFile(path.join(webRoot, link[1]!), 'utf8')
  if (css.includes('</')) throw new Error('the style sheet would end the style element')
  return html.replace(link[0], () => `<style>${css.trim()}</style>`)
}

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

/** Returns the files that every page of the app loads first: the shell and the layout. */
async function appFiles(webRoot: string): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(webRoot, '.vite/manifest.json'), 'utf8')) as Manifest
  const keys = new Set(['app.html', 'app/layouts/app-layout.tsx'])
  // The loop adds keys to the set that it iterates, and so follows imports of imports.
  for (const key of keys) manifest[key]!.imports?.forEach((name) => keys.add(name))
  const files = Array.from(keys, (key) => [manifest[key]!.file, ...(manifest[key]!.css ?? [])]).flat()
  return [...new Set(files)].map((file) => `/${file}`).join(' ')
}

/** Writes the first view into the built public pages in `webRoot`, so that they show before any script runs. */
export async function prerender(webRoot: string): Promise<void> {
  const built = new Map<string, string>()
  for (const { entry } of Object.values(pages)) built.set(entry, await readFile(path.join(webRoot, entry), 'utf8'))
  const start = await buildStart(webRoot)
  for (const [name, { entry, page, title, head }] of Object.entries(pages)) {
    const html = built.get(entry)!
    if (!html.includes(EMPTY_ROOT)) throw new Error(`${entry} has no empty root: build it anew first`)
    const filled = html
      .replace(EMPTY_ROOT, () => `<div id="root">${markupOf(page())}</div>`)
      .replace('{{app.files}}', await appFiles(webRoot))
      .replace('<head>', (element) => element + (head ?? ''))
      .replace(/<title>(.*)<\/title>/, (element) => (title ? `<title>${title}</title>` : element))
    await writeFile(path.join(webRoot, name), startsAfterPaint(await withInlinedCss(filled, webRoot), start))
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await prerender(path.resolve('dist/web'))
