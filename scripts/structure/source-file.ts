import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** A text file of the project; `path` is relative to its root, with slashes. */
export type SourceFile = { path: string; text: string }

export type Finding = { path: string; line: number; sentence: string }

/** One rule of the architecture that the linter cannot say. It sees every file, because some rules are about several. */
export type Rule = (files: SourceFile[]) => Finding[]

/** The test of the rules is made of what they forbid. */
const planted = 'scripts/check-structure.test.ts'

const binary = /\.(png|jpe?g|gif|webp|avif|ico|woff2?|ttf|pdf|zip|gz|br)$/i

/** What git keeps or would keep: tracked files and new ones that are not ignored. */
export function projectFiles(): SourceFile[] {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  if (listed.status !== 0) throw new Error(`The files of the project cannot be listed: ${listed.stderr}`)
  return listed.stdout
    .split('\0')
    .filter((path) => path !== '' && path !== planted && !binary.test(path) && fs.existsSync(path))
    .map((path) => ({ path, text: fs.readFileSync(path, 'utf8') }))
}

export const isTest = (path: string): boolean =>
  /(\.test\.tsx?$|-fixture\.ts$|^e2e\/|^server\/test\/|^scripts\/test\/)/.test(path)

export const isCode = (path: string): boolean => /\.(ts|tsx|mts|mjs)$/.test(path) && path !== 'server/db/schema.ts'

/** The code without its comments; every line keeps its number. */
export function withoutComments(text: string): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ')
  return text.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/(^|[\s;{(,])\/\/.*$/gm, blank)
}

/** One finding for each place where the pattern stands. */
export function occurrences(file: SourceFile, pattern: RegExp, sentence: string, text = file.text): Finding[] {
  return Array.from(text.matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`)), (match) => ({
    path: file.path,
    line: text.slice(0, match.index).split('\n').length,
    sentence,
  }))
}

/** A rule that forbids a pattern in the code of some files, comments aside. */
export function forbid(pattern: RegExp, sentence: string, applies: (path: string) => boolean): Rule {
  return (files) =>
    files
      .filter((file) => isCode(file.path) && applies(file.path))
      .flatMap((file) => occurrences(file, pattern, sentence, withoutComments(file.text)))
}
