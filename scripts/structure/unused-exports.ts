import { targetOf } from './imports.ts'
import { isCode, isTest, withoutComments, type Rule, type SourceFile } from './source-file.ts'

/** Tools read these by their own conventions. */
const readByTools = /(^[^/]+\.config\.ts|\.d\.m?ts)$/

const exported = /^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm
const named = /\b(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\s*(['"])([^'"\n]+)\2/g
const whole = /\bimport\s*\(\s*(['"])([^'"\n]+)\1|\bimport\s+\*\s+as\s+\w+\s+from\s*(['"])([^'"\n]+)\3/g

/** What a file takes of others, as `file name`; of a module that it takes as a whole, `file *`. */
function takenBy({ path, text }: SourceFile): string[] {
  const code = withoutComments(text)
  const names = Array.from(code.matchAll(named)).flatMap(([, list, , written]) =>
    list!.split(',').map((part) => {
      const name = part
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/)[0]!
      return `${targetOf(path, written!)} ${name}`
    }),
  )
  const modules = Array.from(code.matchAll(whole), (match) => `${targetOf(path, (match[2] ?? match[4])!)} *`)
  return [...names, ...modules]
}

const occursOnce = (text: string, name: string) => text.split(new RegExp(`\\b${name}\\b`)).length === 2

/** A name that its own file does not use and no other imports is dead. */
export const unusedExports: Rule = (files) => {
  const code = files.filter((file) => isCode(file.path))
  const taken = new Set(code.flatMap(takenBy))
  return code
    .filter(({ path }) => !isTest(path) && !readByTools.test(path) && !taken.has(`${path} *`))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(exported))
        .filter(([, name]) => !taken.has(`${path} ${name}`) && occursOnce(withoutComments(text), name!))
        .map((match) => ({
          path,
          line: text.slice(0, match.index).split('\n').length,
          sentence: `Nothing uses ${match[1]}: take it out.`,
        })),
    )
}
