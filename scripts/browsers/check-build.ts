import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'acorn'
import { oldestBrowsers } from '#shared/website/oldest-browsers.ts'
import { allowedInBuild } from './allowed-features.ts'
import { findYoungCode, type CodeFile } from './find-young-code.ts'
import { findYoungStyles } from './find-young-styles.ts'
import { judgeUses } from './judge-uses.ts'
import { youngNames } from './young-names.ts'

/** The newest ECMAScript year whose syntax all of the oldest supported browsers can parse. */
const SYNTAX = 2022

/** Returns an error sentence when the oldest browsers cannot parse the script. */
export function judgeSyntax({ path: file, text }: CodeFile): string[] {
  try {
    parse(text, { ecmaVersion: SYNTAX, sourceType: 'module' })
    return []
  } catch (error) {
    return [`${file}  Safari ${oldestBrowsers.safari} cannot parse it: ${(error as Error).message}`]
  }
}

/** Returns an error sentence for everything in the web build that the oldest browsers cannot run. */
export function checkBuild(webRoot: string): string[] {
  const files = readdirSync(webRoot, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.startsWith('.'))
    .map((file) => ({ path: file, file: path.join(webRoot, file) }))
  const read = (extension: string): CodeFile[] =>
    files
      .filter((one) => one.path.endsWith(extension))
      .map((one) => ({ path: one.path, text: readFileSync(one.file, 'utf8') }))
  const scripts = read('.js')
  const uses = [...findYoungCode(scripts, youngNames()), ...findYoungStyles(read('.css'))]
  return [...scripts.flatMap(judgeSyntax), ...judgeUses(uses, allowedInBuild)]
}
