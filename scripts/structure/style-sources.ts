import path from 'node:path'
import { withoutComments, type Rule, type SourceFile } from './source-file.ts'

const source = /@source '([^']+)'/
const imported = /(?:from|import\()\s*'([^']+)'/g

/** Returns the source paths that a style sheet names, relative to the project's root, with their line numbers. */
const namedBy = (sheet: SourceFile) =>
  sheet.text.split('\n').flatMap((text, index) => {
    const name = source.exec(text)?.[1]
    return name ? [{ name: path.posix.join(path.posix.dirname(sheet.path), name), line: index + 1 }] : []
  })

const isUnder = (file: string, name: string) => file === name || file.startsWith(`${name}/`)

function importsOf(file: SourceFile): string[] {
  const names = Array.from(withoutComments(file.text).matchAll(imported), ([, name = '']) => name)
  return names.map((name) =>
    name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(file.path), name),
  )
}

/** Returns the components that a page imports, statically or on demand, and that its style sheet does not name. */
function unnamed(names: readonly string[], files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const seen = new Set(files.map((file) => file.path).filter((file) => names.some((name) => isUnder(file, name))))
  for (const file of seen)
    for (const next of importsOf(byPath.get(file) ?? { path: file, text: '' }))
      if (next.startsWith('web/ui/') && byPath.has(next)) seen.add(next)
  const drawn = [...seen].filter((file) => /className|'[^']*\b(flex|grid|rounded)-/.test(byPath.get(file)?.text ?? ''))
  return drawn.filter((file) => !names.some((name) => isUnder(file, name)))
}

/**
 * Each public page has a style sheet that is generated from the source files it names. A wrong or missing path would
 * leave the page without some of its styles, and no other check would notice.
 */
export const styleSources: Rule = (files) =>
  files
    .filter((file) => file.path.endsWith('.css') && file.text.includes('@source '))
    .flatMap((sheet) => {
      const named = namedBy(sheet)
      const nowhere = named
        .filter(({ name }) => !files.some((file) => isUnder(file.path, name)))
        .map(({ name, line }) => ({ path: sheet.path, line, sentence: `${name} does not exist.` }))
      const names = named.map(({ name }) => name)
      const missing = unnamed(names, files).map((file) => ({
        path: sheet.path,
        line: 1,
        sentence: `${file} is drawn by this page: name it as a @source.`,
      }))
      return [...nowhere, ...missing]
    })
