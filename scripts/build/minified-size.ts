import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'

/**
 * The share of these packages that remains in the build. The bundler removes the rest, but only after modules were
 * divided into files.
 */
const shareThatStays = [
  { of: /node_modules[\\/]react-router[\\/]/, share: 0.55 },
  { of: /node_modules[\\/]zod[\\/]/, share: 0.6 },
  { of: /node_modules[\\/]@base-ui[\\/]/, share: 0.75 },
]

/**
 * Returns the number of characters after minification, because visitors load neither comments nor long names. For a
 * style sheet the bundler's `code` is empty, so its file is read.
 */
export const minifiedSize = (id: string, code: string): number =>
  id.endsWith('.css')
    ? transformSync(readFileSync(id, 'utf8'), { loader: 'css', minify: true }).code.length
    : transformSync(code, { minify: true }).code.length * (shareThatStays.find(({ of }) => of.test(id))?.share ?? 1)
