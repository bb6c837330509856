import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fingerprint, parts } from './fingerprint.mjs'

const markOf = (part) => `dist/${part}.fingerprint`

function markedAs(part) {
  try {
    return readFileSync(markOf(part), 'utf8')
  } catch {
    // The app was never built, or its build was interrupted.
    return undefined
  }
}

/**
 * Builds the server, the web app or both, if their sources have changed since the last build. Returns an error sentence
 * if a build fails.
 */
export function buildIfStale() {
  const marks = parts.map((part) => ({ part, mark: fingerprint(part) }))
  const stale = marks.filter(({ part, mark }) => markedAs(part) !== mark)
  if (stale.length === 0) return undefined
  process.stdout.write('Building the app …\n')
  mkdirSync('dist', { recursive: true })
  for (const { part } of stale) rmSync(markOf(part), { force: true })
  const program = ['--import', 'tsx', 'scripts/build.ts', ...stale.map(({ part }) => part)]
  const { status } = spawnSync(process.execPath, program, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) return 'The app could not be built; what went wrong is above.'
  for (const { part, mark } of stale) writeFileSync(markOf(part), mark)
  return undefined
}
