import { importsOf } from './imports.ts'
import { isCode, isTest, withoutComments, type Rule } from './source-file.ts'

/** A part that one file alone uses stands in that file until it is long: at most one web file in so many is such a part. */
const ONE_IN = 5

/** Fewer files say nothing about a share. */
const LEAST_FILES = 100

const loadedLater = /\bimport\(\s*(['"])([^'"\n]+)\1/g

/**
 * The share of web files that exactly one file imports. A page or dialog that is loaded when it is needed (`import('…')`) has to be a
 * file of its own and does not count; a file that a test imports as well has a second reader, and does not count either.
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
