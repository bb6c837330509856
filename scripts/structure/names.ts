import path from 'node:path'
import { isCode, type Rule } from './source-file.ts'

const emptyNames = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'types',
  'hooks',
  'index',
  'common',
  'misc',
  'constants',
])
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config|d|e2e|spec))*\.(ts|tsx|mts|mjs)$/

function complaint(file: string): string | undefined {
  const name = path.basename(file)
  if (emptyNames.has(name.split('.')[0] ?? ''))
    return `"${name}" does not say what is inside; name the file after what it holds.`
  if (!kebab.test(name)) return `"${name}" is not in kebab-case.`
  return undefined
}

/** File names are kebab-case and specific, and there are no index files. */
export const fileNames: Rule = (files) =>
  files
    .filter((file) => isCode(file.path))
    .flatMap((file) => {
      const sentence = complaint(file.path)
      return sentence === undefined ? [] : [{ path: file.path, line: 1, sentence }]
    })
