import type { Rule } from './source-file.ts'

type Entry = { version?: string; dev?: boolean; optionalDependencies?: Record<string, string>; [more: string]: unknown }
export type LockFile = { packages: Record<string, Entry> }
export type MissingPackage = { name: string; version: string; dev: boolean }

/** Whether a package that stands at `path` finds another by name: beside itself or in a folder above. */
function isReachable(packages: LockFile['packages'], path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

/** Optional packages (other platforms' programs) that the lock file's packages ask for and that have no entry of their own. */
export function missingOptionalPackages({ packages }: LockFile): MissingPackage[] {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isReachable(packages, path, name))
      .map(([name, version]) => ({ name, version, dev: entry.dev === true })),
  )
}

/** `npm ci` refuses a lock file that leaves out a platform, and with it the first start on a bare clone. */
export const lockFile: Rule = (files) => {
  const file = files.find(({ path }) => path === 'package-lock.json')
  if (!file || !file.text.includes('"packages"')) return []
  return missingOptionalPackages(JSON.parse(file.text) as LockFile).map(({ name }) => ({
    path: file.path,
    line: 1,
    sentence: `${name} is missing, and npm ci would refuse. Run "npx tsx scripts/complete-lock-file.ts".`,
  }))
}
