import fs from 'node:fs'
import path from 'node:path'

type LockEntry = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }
export type LockPackages = Record<string, LockEntry>

/**
 * Yields the folders in which Node.js looks for a package that the package at `from` imports: beside it, then in each
 * parent folder.
 */
function* places(name: string, from: string): Generator<string> {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    yield path.posix.join(folder, 'node_modules', name)
    if (folder === '') return
  }
}

/**
 * Returns the folders of the named packages and of all packages that they need, as the lock file lists them. The result
 * leaves out optional packages that are not installed on this machine, because they are for other platforms. It also
 * leaves out the packages in `without`, which other packages name as needed but no code loads.
 */
export function neededPackages(
  names: Iterable<string>,
  packages: LockPackages,
  without: readonly string[],
  isInstalled: (folder: string) => boolean = fs.existsSync,
): string[] {
  const needed = new Set<string>()
  const add = (name: string, from: string, isOptional: boolean) => {
    if (without.includes(name)) return
    const found = [...places(name, from)].find((place) => place in packages)
    if (found !== undefined && isInstalled(found)) return void needed.add(found)
    if (!isOptional) throw new Error(`${from || 'The app'} needs the package ${name}, which is not installed.`)
  }
  for (const name of names) add(name, '', false)
  // The loop adds folders to the set that it iterates, and so follows the packages that packages need.
  for (const folder of needed) {
    const { dependencies = {}, optionalDependencies = {} } = packages[folder]!
    for (const name of Object.keys(dependencies)) add(name, folder, name in optionalDependencies)
    for (const name of Object.keys(optionalDependencies)) add(name, folder, true)
  }
  return [...needed].sort()
}
