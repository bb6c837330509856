import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

const web = path.resolve(import.meta.dirname, '..', '..', 'web')

/**
 * The content security policy of the kit page, stricter than the app's: nothing inline, nothing from other sites, no
 * data: or blob: addresses.
 */
const POLICY = "default-src 'self'; style-src 'self'; script-src 'self'"

export type KitServer = { url: string; close: () => Promise<void> }

/**
 * Builds the page that shows all components of `web/ui` as for production, and serves it with the content security
 * policy `POLICY`.
 */
export async function serveKit(): Promise<KitServer> {
  const outDir = await mkdtemp(path.join(tmpdir(), 'mutya-kit-'))
  const output = { outDir, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } }
  await build({
    configFile: false,
    root: web,
    logLevel: 'error',
    plugins: [react(), tailwind()],
    build: { ...output, target: 'es2022', rolldownOptions: { input: path.join(web, 'kit.html') } },
  })
  const server = await preview({
    configFile: false,
    root: web,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, headers: { 'Content-Security-Policy': POLICY } },
  })
  const url = server.resolvedUrls?.local[0]
  if (!url) throw new Error('the kit page has no address')
  return {
    url: `${url}kit.html`,
    close: async () => {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
