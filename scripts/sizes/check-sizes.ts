import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { appParts } from './app-parts.ts'
import { BuiltWeb, type Measured, type Packed } from './built-web.ts'
import { publicPages } from './public-pages.ts'

/** Measures every page and every part of the web build in `webRoot` against its budget. */
export function measureSizes(webRoot: string, compressed?: (bytes: Buffer) => Packed): Measured[] {
  const built = new BuiltWeb(webRoot, compressed)
  return [...publicPages(built), ...appParts(built)]
}

/** Tells whether a part is too large. A budget that is known to be exceeded has a higher limit. */
export const isOver = ({ brotli, limit, missed }: Measured): boolean => brotli > (missed?.allowed ?? limit)

/**
 * Formats one line of the report, which says whether the part is within its budget, exceeds it for a known reason, or
 * exceeds it.
 */
export function formatLine(measured: Measured): string {
  const { what, limit, brotli, gzip, missed } = measured
  const known = missed && brotli > limit && !isOver(measured)
  const mark = isOver(measured) ? '✗' : known ? '!' : '✓'
  const line = `${mark} ${what}: ${brotli.toFixed(1)} of ${limit} KB (gzip ${gzip.toFixed(1)})`
  return known ? `${line}; over by ${(brotli - limit).toFixed(1)} KB: ${missed.why}` : line
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const measured = measureSizes(path.resolve('dist/web'))
  process.stdout.write(`${measured.map(formatLine).join('\n')}\n`)
  process.exitCode = measured.some(isOver) ? 1 : 0
}
