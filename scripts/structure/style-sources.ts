import path from 'node:path'
import { withoutComments, type Rule, type SourceFile } from './source-file.ts'

const source = /@source '([^']+)'/
const imported = /(?:from|import\()\s*'([^']+)'/g

/** What a sheet names, from the root of the project, with the line it stands on. */
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

/** Parts of the kit that a page draws by plain or lazy imports, and that its style sheet does not name. */
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
 * The public pages have style sheets of their own, made from the files that these name: a name that leads nowhere, or
 * a part that is not named, is a page without its classes, and nothing else would tell.
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
