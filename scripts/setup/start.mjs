import module from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfStale } from './build-if-stale.mjs'

const isLoopback = (host) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

/** Runs a built program inside this process, so that there is one process less and every signal reaches the program. */
export async function runBuilt(name, args = []) {
  const problem = buildIfStale()
  if (problem) return problem
  // Caches compiled code between starts. Node.js 20 does not have this function.
  module.enableCompileCache?.()
  process.argv = [process.argv[0], name, ...args]
  await import(pathToFileURL(path.resolve(`dist/server/${name}.js`)).href)
  return undefined
}

export const start = () => runBuilt('main')

/**
 * Starts the sample clinic in a folder of its own. Its passwords are public, so it listens only on this machine unless
 * HOST says otherwise.
 */
export async function demo(args) {
  const host = process.env.HOST || '127.0.0.1'
  if (!isLoopback(host) && !args.includes('--public')) {
    return (
      `The demo's passwords are known to everybody, so it does not open on ${host}. ` +
      'Leave HOST away, or run "npm run demo -- --public" if strangers may use it.'
    )
  }
  process.env.DATA_DIR ||= 'data-demo'
  // Prevents writing the sample data into a real clinic's database.
  delete process.env.DATABASE_URL
  delete process.env.DATABASE_ADMIN_URL
  return runBuilt('start-demo')
}
