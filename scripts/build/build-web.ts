import path from 'node:path'
import { build as bundle } from 'esbuild'
import { build } from 'vite'
import { prerender } from '../prerender.tsx'
import { precompress } from './precompress.ts'

const webRoot = path.resolve('dist/web')

/**
 * The landing page as a module of the server, with React in it: `PageStore` renders the clinic's own page with it. In a
 * folder with a dot: nobody is sent it. As for a browser: then it is React's build for production, and needs nothing of Node.
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

/** The pages: bundled, their first view written into them, and everything compressed that is sent as it lies there. */
export async function buildWeb(): Promise<void> {
  await build({ logLevel: 'warn' })
  await buildRenderer()
  await prerender(webRoot)
  await precompress(webRoot)
}
