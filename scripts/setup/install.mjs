import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, utimesSync } from 'node:fs'

const wanted = 'package-lock.json'
const installed = 'node_modules/.package-lock.json'

const packagesOf = (file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages)

/**
 * Tells whether both lock files list the same version of every package. Optional packages for other platforms are
 * ignored, because they are never installed.
 */
function sameVersions() {
  const found = new Map(packagesOf(installed))
  return packagesOf(wanted).every(([path, entry]) => {
    if (path === '') return true
    const version = found.get(path)?.version
    return version === entry.version || (version === undefined && entry.optional === true)
  })
}

/**
 * Tells whether node_modules matches package-lock.json. Usually it is enough to compare the dates of the two lock
 * files.
 */
export function isInstalled() {
  try {
    const lock = statSync(wanted)
    if (statSync(installed).mtimeMs >= lock.mtimeMs) return true
    // A git checkout updates the date of the lock file even if its content did not change.
    if (!sameVersions()) return false
    // The date is rounded up to the next millisecond, because the file system stores dates more precisely than a Date
    // does.
    utimesSync(installed, lock.atime, new Date(Math.ceil(lock.mtimeMs) + 1))
    return true
  } catch {
    // node_modules is missing or incomplete, so it must be installed.
    return false
  }
}

/** Runs `npm ci` if node_modules does not match package-lock.json. Returns an error sentence if that fails. */
export function installIfNeeded() {
  if (isInstalled()) return undefined
  process.stdout.write('Installing the packages of Mutya (once, about a minute) …\n')
  // Development packages are included because they build the app. Install scripts are skipped, because no package needs
  // one.
  const options = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const { status } = spawnSync(program, [...first, ...options, '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status === 0) return undefined
  return 'The installation did not succeed; what npm says is above. Check the connection to the internet and run the command again.'
}
