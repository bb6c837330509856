import path from 'node:path'
import { build as bundle } from 'esbuild'
import { build } from 'vite'
import { prerender } from '../prerender.tsx'
import { precompress } from './precompress.ts'

const webRoot = path.resolve('dist/web')

/**
 * Bundles the landing page with React as a server module, with which `PageStore` renders pages. Its folder starts with
 * a dot, so that it is never served. Built for browsers, which selects React's production build without Node
 * dependencies.
 */
const buildRenderer = () =>
  bundle({
    entryPoints: { landing: 'web/landing/render.tsx' },
    outdir: path.join(webRoot, '.render'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'node20.19',
    format: 'esm',
    jsx: 'automatic',
    define: { 'import.meta.env.DEV': 'false', 'import.meta.env': '{}' },
    logLevel: 'warning',
  })

/** Builds the pages: bundles, prerenders and compresses them. */
export async function buildWeb(): Promise<void> {
  await build({ logLevel: 'warn' })
  await buildRenderer()
  await prerender(webRoot)
  await precompress(webRoot)
}
