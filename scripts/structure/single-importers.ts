import { importsOf } from './imports.ts'
import { isCode, isTest, withoutComments, type Rule } from './source-file.ts'

/**
 * At most one in this many web files may be imported by exactly one other file. A short part that only one file uses
 * belongs in that file.
 */
const ONE_IN = 5

/** The rule applies only from this number of files on, because a share of fewer files says little. */
const LEAST_FILES = 100

const loadedLater = /\bimport\(\s*(['"])([^'"\n]+)\1/g

/**
 * Limits the share of web files that exactly one file imports. Pages and dialogs that are loaded on demand
 * (`import('…')`) must be separate files, so they do not count. Nor do files that a test imports.
 */
export const singleImporters: Rule = (files) => {
  const importers = new Map<string, number>()
  const later = new Set<string>()
  for (const file of files.filter(({ path }) => isCode(path))) {
    const lazily = new Set(Array.from(withoutComments(file.text).matchAll(loadedLater), (match) => match[2]))
    const imported = new Map(importsOf(file).map(({ target, written }) => [target, written]))
    for (const [target, written] of imported)
      if (lazily.has(written)) later.add(target)
      else importers.set(target, (importers.get(target) ?? 0) + 1)
  }
  const web = files.filter(({ path }) => isCode(path) && !isTest(path) && path.startsWith('web/'))
  const single = web.filter(({ path }) => importers.get(path) === 1 && !later.has(path))
  if (web.length < LEAST_FILES || single.length * ONE_IN <= web.length) return []
  const sentence =
    `${single.length} of ${web.length} files of web/ have one importer (at most one in ${ONE_IN}): ` +
    'put small parts into the file that uses them.'
  return [{ path: 'web', line: 1, sentence }]
}
