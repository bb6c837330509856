import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The files and folders from which the server and the web app are built. */
const sources = {
  server: ['server', 'shared', 'scripts', 'package-lock.json', 'tsconfig.json'],
  web: [
    'web',
    'shared',
    'scripts/build.ts',
    'scripts/build',
    'scripts/prerender.tsx',
    'vite.config.ts',
    'package-lock.json',
    'tsconfig.json',
  ],
}

export const parts = Object.keys(sources)

const isTest = (name) => /\.test\.tsx?$/.test(name)

function* filesIn(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isFile()) yield `${path} ${stat.size} ${stat.mtimeMs}`
  if (!stat?.isDirectory()) return
  for (const name of readdirSync(path).sort()) if (!isTest(name)) yield* filesIn(join(path, name))
}

/**
 * Returns a hash that changes when a source file is added, removed or saved. It reads only names, sizes and dates,
 * which takes a few milliseconds.
 */
export function fingerprint(part) {
  const hash = createHash('sha1')
  for (const path of sources[part]) for (const line of filesIn(path)) hash.update(line)
  return hash.digest('hex')
}
