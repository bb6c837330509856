import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, utimesSync } from 'node:fs'

const wanted = 'package-lock.json'
const installed = 'node_modules/.package-lock.json'

const packagesOf = (file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages)

/** Whether two lock files name the same version of every package; other platforms' optional ones are never installed. */
function sameVersions() {
  const found = new Map(packagesOf(installed))
  return packagesOf(wanted).every(([path, entry]) => {
    if (path === '') return true
    const version = found.get(path)?.version
    return version === entry.version || (version === undefined && entry.optional === true)
  })
}

/** Whether node_modules holds what package-lock.json asks for. Most times the two files' dates answer that. */
export function isInstalled() {
  try {
    const lock = statSync(wanted)
    if (statSync(installed).mtimeMs >= lock.mtimeMs) return true
    // A checkout gives the lock file a new date even when nothing in it changed.
    if (!sameVersions()) return false
    // Later by a whole millisecond: the file system keeps finer dates than a Date does.
    utimesSync(installed, lock.atime, new Date(Math.ceil(lock.mtimeMs) + 1))
    return true
  } catch {
    // No node_modules, or a half-installed one: install.
    return false
  }
}

/** Installs exactly what package-lock.json names, when that is not what is there. Returns a sentence when it fails. */
export function installIfNeeded() {
  if (isInstalled()) return undefined
  process.stdout.write('Installing the packages of Mutya (once, about a minute) …\n')
  // Development packages too: they build the app. No package of ours needs its install script.
  const options = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const { status } = spawnSync(program, [...first, ...options, '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status === 0) return undefined
  return 'The installation did not succeed; what npm says is above. Check the connection to the internet and run the command again.'
}
