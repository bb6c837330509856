import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { variable } from '../child-environment.ts'

/** Chromium without windows. A browser test takes a quarter less processor time in it than in the whole browser. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const names = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/snap/bin/chromium']

const isProgram = (file: string) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true

function installed(searchPath: string): string | undefined {
  const folders = searchPath.split(path.delimiter)
  return [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...elsewhere].find(isProgram)
}

function installOnDebian(): void {
  if (process.getuid?.() !== 0 || !fs.existsSync('/etc/debian_version')) return
  process.stdout.write('Installing Chromium for the browser tests …\n')
  const options = { stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[] }
  spawnSync('apt-get', ['update', '-qq'], options)
  // Installs a package of Debian. It may fail, because Debian before version 12 has no package of the headless shell.
  const install = (name: string) =>
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options).status === 0
  if (!install(HEADLESS_SHELL)) install('chromium')
}

const advice =
  'The browser tests need Chromium, and none was found. Install it ("apt-get install chromium", "dnf install chromium", ' +
  'or Google Chrome on macOS), or name it with CHROMIUM_PATH=/path/to/chromium.'

/**
 * Finds the browser for the tests: CHROMIUM_PATH, an installed one, or, as root on Debian, one that it installs. Throws
 * a sentence that says what to install, so that tests never pass without a browser.
 */
export function findChromium(named = variable('CHROMIUM_PATH'), searchPath = variable('PATH') ?? ''): string {
  if (named !== undefined) {
    if (isProgram(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, and there is no such program.`)
  }
  const found = installed(searchPath)
  if (found) return found
  installOnDebian()
  const fresh = installed(searchPath)
  if (fresh) return fresh
  throw new Error(advice)
}
