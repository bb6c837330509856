import type { Rule } from './source-file.ts'

type Entry = { version?: string; dev?: boolean; optionalDependencies?: Record<string, string>; [more: string]: unknown }
export type LockFile = { packages: Record<string, Entry> }
export type MissingPackage = { name: string; version: string; dev: boolean }

/**
 * Tells whether the package at `path` can resolve another package by name: in its own node_modules or in one further
 * up.
 */
function isReachable(packages: LockFile['packages'], path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

/**
 * Returns the optional packages (programs for other platforms) that packages of the lock file require but that have no
 * entry in it.
 */
export function missingOptionalPackages({ packages }: LockFile): MissingPackage[] {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isReachable(packages, path, name))
      .map(([name, version]) => ({ name, version, dev: entry.dev === true })),
  )
}

/**
 * `npm ci` rejects a lock file that omits optional packages of a platform, so the first start on that platform would
 * fail.
 */
export const lockFile: Rule = (files) => {
  const file = files.find(({ path }) => path === 'package-lock.json')
  if (!file || !file.text.includes('"packages"')) return []
  return missingOptionalPackages(JSON.parse(file.text) as LockFile).map(({ name }) => ({
    path: file.path,
    line: 1,
    sentence: `${name} is missing, and npm ci would refuse. Run "npx tsx scripts/complete-lock-file.ts".`,
  }))
}
