import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** A text file of the project. `path` is relative to the project's root, with forward slashes. */
export type SourceFile = { path: string; text: string }

export type Finding = { path: string; line: number; sentence: string }

/**
 * A rule about the project's structure that the linter cannot check. It gets all files, because some rules compare
 * several.
 */
export type Rule = (files: SourceFile[]) => Finding[]

/** The test of the rules is excluded, because it contains examples of everything that the rules forbid. */
const planted = 'scripts/check-structure.test.ts'

const binary = /\.(png|jpe?g|gif|webp|avif|ico|woff2?|ttf|pdf|zip|gz|br)$/i

/** Returns all files that git tracks or would track: committed files, and new ones that are not ignored. */
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

/** Returns the code without comments. Line numbers do not change. */
export function withoutComments(text: string): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ')
  return text.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/(^|[\s;{(,])\/\/.*$/gm, blank)
}

/** Returns a finding for each match of the pattern. */
export function occurrences(file: SourceFile, pattern: RegExp, sentence: string, text = file.text): Finding[] {
  return Array.from(text.matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`)), (match) => ({
    path: file.path,
    line: text.slice(0, match.index).split('\n').length,
    sentence,
  }))
}

/** Creates a rule that forbids a pattern in the code of some files. Comments are ignored. */
export function forbid(pattern: RegExp, sentence: string, applies: (path: string) => boolean): Rule {
  return (files) =>
    files
      .filter((file) => isCode(file.path) && applies(file.path))
      .flatMap((file) => occurrences(file, pattern, sentence, withoutComments(file.text)))
}
