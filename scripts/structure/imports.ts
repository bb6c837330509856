import path from 'node:path'
import { withoutComments, type SourceFile } from './source-file.ts'

/** One import of a file: as it is written, and the file of the project or the package that it names. */
export type Import = { line: number; written: string; target: string }

const importing = /\b(?:from\s*|import\s*\(?\s*)(['"])([^'"\n]+)\1/g

/** The file of the project (`server/sales/views.ts`), or the package (`kysely`), that a written import names. */
export function targetOf(from: string, written: string): string {
  if (written.startsWith('#')) return written.slice(1)
  return written.startsWith('.') ? path.posix.join(path.posix.dirname(from), written) : written
}

export function importsOf({ path: from, text }: SourceFile): Import[] {
  const code = withoutComments(text)
  return Array.from(code.matchAll(importing), (match) => ({
    line: code.slice(0, match.index).split('\n').length,
    written: match[2]!,
    target: targetOf(from, match[2]!),
  }))
}
