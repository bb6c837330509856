import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What each half of the build is made from. */
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

/** A mark that changes when a source is added, removed, or saved. It reads names, sizes and dates only: a few milliseconds. */
export function fingerprint(part) {
  const hash = createHash('sha1')
  for (const path of sources[part]) for (const line of filesIn(path)) hash.update(line)
  return hash.digest('hex')
}
