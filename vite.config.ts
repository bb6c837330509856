import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { buildTargets } from './scripts/build/build-targets.ts'
import { directIcons } from './scripts/build/direct-icons.ts'
import { pageChunks } from './scripts/build/page-chunks.ts'
import { withoutJsonSchema } from './scripts/build/without-json-schema.ts'
import { unusedByPdf } from './scripts/build/unused-by-pdf.ts'
import { pageTexts } from './scripts/build/page-texts.ts'
import { separateTexts } from './scripts/build/separate-texts.ts'
import { leanZod, leanRouter, withoutUnusedZod } from './scripts/build/lean-packages.ts'

const inWeb = (path: string) => fileURLToPath(new URL(`web/${path}`, import.meta.url))

/** The pages that are built. `kit.html` is served in development only. */
const entries = ['landing', 'booking', 'login', 'app']
const input = Object.fromEntries(
  entries.map((name) => [name, inWeb(`${name}.html`)] as const).filter(([, file]) => existsSync(file)),
)

/** The page paths of the product for the development server, as the real server maps them. */
function pagePaths(): Plugin {
  const entryOf = (path: string) =>
    ['/', '/website-preview'].includes(path) && input.landing
      ? 'landing'
      : path.toLowerCase() === '/bookappointment' && input.booking
        ? 'booking'
        : ['/login', '/forgot-password', '/reset-password'].includes(path.toLowerCase())
          ? 'login'
          : 'app'
  return {
    name: 'page-paths',
    configureServer: (server) => () => {
      server.middlewares.use((request, _response, next) => {
        const path = (request.originalUrl ?? '/').split('?')[0] ?? '/'
        const wantsPage = request.headers.accept?.includes('text/html') && !path.split('/').at(-1)?.includes('.')
        if (wantsPage) request.url = `/${entryOf(path)}.html`
        next()
      })
    },
  }
}

const chunks = pageChunks()

/**
 * Hashes of seven characters, the fewest that the bundler allows: the app's script lists all files, and a hash cannot be
 * compressed. Browsers keep files forever, so the hash only has to differ from other versions of the same file.
 */
const fileNames = { entryFileNames: 'assets/[name]-[hash:7].js', chunkFileNames: 'assets/[name]-[hash:7].js' }

export default defineConfig({
  root: inWeb('.'),
  appType: 'mpa',
  plugins: [
    react(),
    tailwind(),
    pagePaths(),
    pageTexts(),
    separateTexts(),
    directIcons(),
    withoutJsonSchema(),
    chunks.plugin,
    leanZod(),
    withoutUnusedZod(),
    leanRouter(),
  ],
  build: {
    target: buildTargets,
    outDir: fileURLToPath(new URL('dist/web', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    // The content security policy forbids data: URLs and inline scripts, so every asset is a file.
    assetsInlineLimit: 0,
    modulePreload: {
      // All supported browsers can preload modules.
      polyfill: false,
      resolveDependencies: (_, files, { hostId }) => chunks.preloadedBy(hostId, files),
    },
    rolldownOptions: { input, output: { ...fileNames, codeSplitting: chunks.codeSplitting }, external: unusedByPdf },
  },
  // The web worker that writes reports as PDF and Excel files (`web/exports/report`).
  worker: { format: 'es', rolldownOptions: { external: unusedByPdf } },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': 'http://127.0.0.1:3000', '/storage': 'http://127.0.0.1:3000' },
  },
})
