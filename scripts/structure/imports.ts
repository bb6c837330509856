import path from 'node:path'
import { withoutComments, type SourceFile } from './source-file.ts'

/** One import: as written, and the project file or package that it refers to. */
export type Import = { line: number; written: string; target: string }

const importing = /\b(?:from\s*|import\s*\(?\s*)(['"])([^'"\n]+)\1/g

/** Returns the project file (`server/sales/views.ts`) or package (`kysely`) that an import refers to. */
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
