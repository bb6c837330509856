import type { BuiltWeb, Measured } from './built-web.ts'

const shellKey = 'app.html'
/** The source file of the layout around most pages of the app. */
const frameKey = 'app/layouts/app-layout.tsx'
/** This module is loaded only when somebody saves a receipt as PDF. */
const pdfKey = 'sales/receipt/receipt-pdf.ts'
/** This module is measured as a part of the booking page, not of the app. */
const bookingKey = 'appointments/booking/booking-api.ts'

/** The shell of the app exceeds its budget, because its packages alone take 103 KB; see docs/benchmarks.md. */
const shellMissed = {
  allowed: 120.5,
  why: 'React 57, router 24, zod 14 and query cache 8 KB leave 15 KB for the app itself, with the list of the files of every page',
}

/**
 * True for the file of the PDF writer. It is a file of its own, because several kinds of documents are saved as PDF
 * with it, and it has a row of its own in the report.
 */
const isWriter = (file: string) => /\/pdf(-[\w-]{7})?\.js$/.test(file)

const isPage = (key: string) => key.endsWith('-page.tsx')

/** Returns the keys of the source files that only this page loads, without those of the shell and of other pages. */
function ownKeys(built: BuiltWeb, page: string, pages: readonly string[], shell: ReadonlySet<string>): string[] {
  const others = built.reach(pages.filter((other) => other !== page))
  return [...built.reach([page])].filter((key) => !shell.has(key) && !others.has(key))
}

/**
 * Returns the dialogs that a page or the layout loads on demand. Leaves out pages, modules that are also imported
 * statically, and three parts (layout, receipt PDF, booking) that are measured separately.
 */
function dialogsOf(built: BuiltWeb, opener: string): string[] {
  const apart = new Set(built.lazyKeys.filter((key) => !isPage(key)))
  for (const key of [frameKey, pdfKey, bookingKey]) apart.delete(key)
  return built.partsOf(opener).filter((key) => apart.has(key))
}

/** Measures the app behind the public pages: its shell, each page, and what each page loads on demand. */
export function appParts(built: BuiltWeb): Measured[] {
  const shell = built.reach([shellKey])
  const pages = built.lazyKeys.filter(isPage)
  const filesOf = (keys: Iterable<string>) => [...new Set(Array.from(keys, (key) => built.chunk(key).file))]
  const styles = [...new Set([...shell].flatMap((key) => built.chunk(key).css ?? []))]
  const pdf = filesOf(built.reach([pdfKey])).filter((file) => isWriter(file) || /\/receipt-pdf\b/.test(file))
  const dialogs = [frameKey, ...pages].flatMap((opener) => {
    const loaded = filesOf(built.reach([shellKey, opener]))
    return dialogsOf(built, opener).map((dialog) => {
      const files = filesOf(built.reach([dialog])).filter((file) => !loaded.includes(file) && !isWriter(file))
      return built.weigh(`${dialog} on ${opener}`, 60, files)
    })
  })
  return [
    { ...built.weigh('app shell: scripts', 118, filesOf(shell)), missed: shellMissed },
    built.weigh('app: style sheet', 15, styles),
    ...pages.map((page) => built.weigh(page, 15, filesOf(ownKeys(built, page, pages, shell)))),
    ...dialogs,
    built.weigh(`${pdfKey}, on a click`, 110, pdf),
    ...everyChunk(built, [...filesOf(shell), ...pdf]),
  ]
}

/**
 * Measures every file of the build against the limit of a dialog, except the files of the shell and the PDF writer,
 * which have limits of their own. The file with the components that most pages share (`shared-…`) has a slightly higher
 * limit.
 */
const everyChunk = (built: BuiltWeb, weighed: readonly string[]): Measured[] =>
  built.scripts
    .filter((file) => !weighed.includes(file))
    .map((file) => built.weigh(file, /\/shared-\d+/.test(file) ? 66 : 60, [file]))
