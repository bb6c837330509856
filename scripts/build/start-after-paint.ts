import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { firstScriptTarget } from './build-targets.ts'

/**
 * Builds the first script of prerendered pages and returns its URL: the sentence for outdated browsers, then
 * `web/lib/page/start-page.ts`. It is a file because the CSP allows no inline scripts.
 */
export async function buildStart(webRoot: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: "import './public/old-browser.js'\nimport './lib/page/start-page.ts'", resolveDir: 'web' },
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: firstScriptTarget,
    logLevel: 'warning',
  })
  const { contents } = outputFiles[0]!
  const hash = createHash('sha256').update(contents).digest('base64url').slice(0, 8)
  const file = `assets/start-page-${hash}.js`
  await writeFile(path.join(webRoot, file), contents)
  return `/${file}`
}

const ENTRY = /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/
const IMPORTED = /\s*<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g
const MANIFEST = /<link rel="manifest" href="([^"]+)"[^>]*>/

/**
 * Replaces the page's scripts and app manifest by meta elements; the script `start` loads them after the first paint.
 */
export function startsAfterPaint(html: string, start: string): string {
  const entry = ENTRY.exec(html)
  if (!entry) throw new Error('the built page has no script')
  const imported = Array.from(html.matchAll(IMPORTED), ([, file]) => file!)
  const meta = `<meta name="page-files" content="${[entry[1], ...imported].join(' ')}" />`
  return html
    .replaceAll(IMPORTED, '')
    .replace(MANIFEST, (_, address: string) => `<meta name="page-manifest" content="${address}" />`)
    .replace(entry[0], () => `${meta}<script type="module" src="${start}"></script>`)
}
