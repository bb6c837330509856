import fs from 'node:fs'
import path from 'node:path'

/** The three folders whose subfolders are named after the features. */
const SIDES = ['shared', 'server', 'web']

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const hasTests = (folder: string) =>
  fs.existsSync(folder) && fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).some(isTest)

/** Returns the folders of a feature that have tests. */
const foldersOf = (feature: string, root: string) =>
  SIDES.map((side) => path.join(root, side, feature)).filter(hasTests)

/** Returns the names of all features with tests. */
function allFeatures(root: string): string[] {
  const folders = SIDES.flatMap((side) => fs.readdirSync(path.join(root, side), { withFileTypes: true }))
  const names = new Set(folders.filter((entry) => entry.isDirectory()).map(({ name }) => name))
  return [...names].filter((name) => foldersOf(name, root).length > 0).toSorted()
}

/**
 * Returns the folders with the tests of the named features as filters for Vitest. Each is a whole path with a slash at
 * its end, so that it matches no folder with a longer name. Throws a sentence that lists the features if a name is
 * unknown or missing.
 */
export function featureFilters(features: string[], root = process.cwd()): string[] {
  const known = allFeatures(root)
  const unknown = features.filter((feature) => !known.includes(feature))
  if (features.length > 0 && unknown.length === 0)
    return features.flatMap((feature) => foldersOf(feature, root)).map((folder) => `${folder}${path.sep}`)
  const problem = unknown.length > 0 ? `No tests of a feature named ${unknown.join(', ')}.` : 'Name a feature.'
  throw new Error(`${problem} Features: ${known.join(', ')}.`)
}
