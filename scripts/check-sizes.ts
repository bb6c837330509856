import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

/** What one page brings before anybody touches it, and how much of it is allowed, in KB of 1024 bytes, brotli. */
export type Measured = { what: string; limit: number; brotli: number; gzip: number }

/** What is compressed already leaves as it is. */
const isPacked = (file: string) => /\.(woff2|avif|webp)$/.test(file)

/** The files of a page's own scripts and of the parts that it loads by itself after its first paint. */
function scriptsOf(manifest: Manifest, entries: readonly string[]): string[] {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the build has no ${key}: its budget measures nothing`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  entries.forEach(visit)
  return [...files]
}

const preloadedFonts = (html: string): string[] =>
  Array.from(html.matchAll(/<link rel="preload" as="font"[^>]*href="\/([^"]+)"/g), (match) => match[1]!)

/** Measures the landing and the booking page of a build against their budgets. */
export function measureSizes(webRoot: string): Measured[] {
  const bytesOf = (file: string) => readFileSync(path.join(webRoot, file))
  const weigh = (what: string, limit: number, files: readonly string[]): Measured => {
    const sum = (pack: (bytes: Buffer) => Buffer) =>
      files.reduce((total, file) => total + (isPacked(file) ? bytesOf(file) : pack(bytesOf(file))).length, 0) / 1024
    return { what, limit, brotli: sum((bytes) => brotliCompressSync(bytes)), gzip: sum((bytes) => gzipSync(bytes)) }
  }
  const manifest = JSON.parse(bytesOf('.vite/manifest.json').toString()) as Manifest
  const landing = bytesOf('landing.html').toString()
  const booking = bytesOf('booking.html').toString()
  const bookingScripts = scriptsOf(manifest, ['booking.html', 'appointments/booking-api.ts'])
  return [
    // The style sheets stand in the pages themselves.
    weigh('landing: HTML and CSS', 20, ['landing.html']),
    weigh('landing: scripts', 85, scriptsOf(manifest, ['landing.html'])),
    weigh('landing: fonts', 62, preloadedFonts(landing)),
    // A phone of three device pixels to one takes the 960 pixels.
    weigh('landing: first picture on a phone', 12, ['art/hero-1-960.avif']),
    // The peso sign's own font comes with the first price, one step later.
    weigh('booking, cold: HTML, CSS, scripts and fonts', 160, [
      'booking.html',
      ...bookingScripts,
      ...preloadedFonts(booking),
    ]),
  ]
}

/** One line of the report: within its budget or not. */
export const inWords = ({ what, limit, brotli, gzip }: Measured): string =>
  `${brotli <= limit ? '✓' : '✗'} ${what}: ${brotli.toFixed(1)} of ${limit} KB (gzip ${gzip.toFixed(1)})`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const measured = measureSizes(path.resolve('dist/web'))
  process.stdout.write(`${measured.map(inWords).join('\n')}\n`)
  process.exitCode = measured.every(({ brotli, limit }) => brotli <= limit) ? 0 : 1
}
