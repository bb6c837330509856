import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PARTS_FILE } from '../build/page-chunks.ts'

/** Random bytes, which cannot be compressed. */
export const noise = (kilobytes: number) => randomBytes(Math.round(kilobytes * 1024))

const entry = (file: string, more: object = {}) => ({ file: `assets/${file}.js`, imports: ['react'], ...more })
const lazy = (file: string, more: object = {}) => entry(file, { isDynamicEntry: true, ...more })

/** Creates a small build that meets every budget, in a folder of its own. Tests change it to exceed one. */
export function makeBuild() {
  const root = mkdtempSync(path.join(tmpdir(), 'mutya-sizes-'))
  const put = (file: string, content: string | Buffer) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), content)
  }
  const font = '<link rel="preload" as="font" type="font/woff2" href="/assets/manrope-1.woff2" crossorigin>'
  const page = `${font}<script type="module" src="/assets/start-page-1.js"></script>`
  for (const name of ['booking.html', 'login.html']) put(name, page)
  put('landing.html', page.replace(font, '<style>@font-face{src:url(/assets/manrope-1.woff2)}</style>'))
  put('assets/start-page-1.js', noise(1))
  put('assets/manrope-1.woff2', noise(20))
  put('art/hero-1-960.avif', noise(8))
  put('assets/app.css', noise(10))
  for (const [script, kilobytes] of Object.entries({ react: 60, api: 30, parts: 50, pdf: 100 }))
    put(`assets/${script}.js`, noise(kilobytes))
  for (const script of ['landing', 'booking', 'login', 'app', 'till', 'desk', 'dialog', 'frame', 'search'])
    put(`assets/${script}.js`, noise(10))
  const manifest = {
    react: { file: 'assets/react.js' },
    parts: { file: 'assets/parts.js' },
    'landing.html': entry('landing'),
    'booking.html': entry('booking'),
    'login.html': entry('login'),
    'appointments/booking/booking-api.ts': lazy('api'),
    'app.html': entry('app', { css: ['assets/app.css'] }),
    'sales/till/till-page.tsx': lazy('till', {
      imports: ['react', 'parts'],
      dynamicImports: ['sales/till/dialog.tsx'],
    }),
    'appointments/desk/desk-page.tsx': lazy('desk', { imports: ['react', 'parts'] }),
    'sales/till/dialog.tsx': lazy('dialog', {
      imports: ['react', 'parts'],
      dynamicImports: ['sales/receipt/receipt-pdf.ts'],
    }),
    'sales/receipt/receipt-pdf.ts': lazy('pdf'),
    'app/layouts/app-layout.tsx': lazy('frame', { imports: ['react', 'parts'] }),
    'search/search-dialog.tsx': lazy('search'),
  }
  put('.vite/manifest.json', JSON.stringify(manifest))
  put(
    PARTS_FILE,
    JSON.stringify({
      'app/layouts/app-layout.tsx': ['sales/till/till-page.tsx', 'search/search-dialog.tsx'],
      'sales/till/till-page.tsx': ['sales/till/dialog.tsx', 'sales/receipt/receipt-pdf.ts'],
      'appointments/desk/desk-page.tsx': [],
    }),
  )
  return { root, put, page, remove: () => rmSync(root, { recursive: true }) }
}
