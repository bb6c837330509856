import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'

/**
 * The share of these packages that the build keeps: the bundler removes the rest after modules were divided into files.
 */
const shareThatStays = [
  { of: /node_modules[\\/]react-router[\\/]/, share: 0.55 },
  { of: /node_modules[\\/]zod[\\/]/, share: 0.6 },
  { of: /node_modules[\\/]@base-ui[\\/]/, share: 0.75 },
]

/**
 * The number of characters after minification: comments and long names cost a visitor nothing. The code of a style sheet
 * is empty, so its file is measured.
 */
export const minifiedSize = (id: string, code: string): number =>
  id.endsWith('.css')
    ? transformSync(readFileSync(id, 'utf8'), { loader: 'css', minify: true }).code.length
    : transformSync(code, { minify: true }).code.length * (shareThatStays.find(({ of }) => of.test(id))?.share ?? 1)
