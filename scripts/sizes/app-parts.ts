import type { BuiltWeb, Measured } from './built-web.ts'

const shellKey = 'app.html'
/** What stands around most pages of the app. */
const frameKey = 'app/layouts/app-layout.tsx'
/** Loaded when somebody saves a receipt, and by nothing else. */
const pdfKey = 'sales/receipt/receipt-pdf.ts'
/** Part of the booking page, weighed there. */
const bookingKey = 'appointments/booking/booking-api.ts'

/** React, the router, the query cache and zod alone are 103 KB: see docs/benchmarks.md. */
const shellMissed = {
  allowed: 120,
  why: 'React 57, router 24, zod 14 and query cache 8 KB leave 15 KB for the app itself',
}

const isPage = (key: string) => key.endsWith('-page.tsx')

/** The keys that only this page brings: neither the shell nor another page has them. */
function ownKeys(built: BuiltWeb, page: string, pages: readonly string[], shell: ReadonlySet<string>): string[] {
  const others = built.reach(pages.filter((other) => other !== page))
  return [...built.reach([page])].filter((key) => !shell.has(key) && !others.has(key))
}

/**
 * What is loaded on demand from a page or the frame: its dialogs. Pages, and what is weighed elsewhere, are left out, and so
 * is what other modules import plainly: it stands in their files.
 */
function dialogsOf(built: BuiltWeb, opener: string): string[] {
  const apart = new Set(built.lazyKeys.filter((key) => !isPage(key)))
  for (const key of [frameKey, pdfKey, bookingKey]) apart.delete(key)
  return built.partsOf(opener).filter((key) => apart.has(key))
}

/** The app behind the public pages: its shell, each page, and what a page loads when it is asked for. */
export function appParts(built: BuiltWeb): Measured[] {
  const shell = built.reach([shellKey])
  const pages = built.lazyKeys.filter(isPage)
  const filesOf = (keys: Iterable<string>) => [...new Set(Array.from(keys, (key) => built.chunk(key).file))]
  const styles = [...new Set([...shell].flatMap((key) => built.chunk(key).css ?? []))]
  const dialogs = [frameKey, ...pages].flatMap((opener) => {
    const loaded = built.reach([shellKey, opener])
    return dialogsOf(built, opener).map((dialog) =>
      built.weigh(`${dialog} on ${opener}`, 60, filesOf([...built.reach([dialog])].filter((key) => !loaded.has(key)))),
    )
  })
  return [
    { ...built.weigh('app shell: scripts', 118, filesOf(shell)), missed: shellMissed },
    built.weigh('app: style sheet', 15, styles),
    ...pages.map((page) => built.weigh(page, 15, filesOf(ownKeys(built, page, pages, shell)))),
    ...dialogs,
    built.weigh(`${pdfKey}, on a click`, 110, filesOf([pdfKey])),
    ...everyChunk(built, filesOf([...shell, pdfKey])),
  ]
}

/**
 * No file of the build is larger than a dialog may be; the shell and the PDF writer are weighed above. What most pages share
 * of the kit is one file, so that a page takes few of them: it may be a little larger.
 */
const everyChunk = (built: BuiltWeb, weighed: readonly string[]): Measured[] =>
  built.scripts
    .filter((file) => !weighed.includes(file))
    .map((file) => built.weigh(file, /\/shared-\d+/.test(file) ? 66 : 60, [file]))
