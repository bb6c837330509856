import path from 'node:path'
import { targetOf } from './imports.ts'
import { isCode, withoutComments, type Rule } from './source-file.ts'

/**
 * Files whose exports are not checked, because tools read them by convention or tests run them in separate processes.
 */
const readByOthers = /(^[^/]+\.config\.ts|\.d\.m?ts|^scripts\/setup\/[^/]+\.mjs)$/

/**
 * These patterns match exported declarations, and lists of exported names: `export { a }`, `export const { a } = b`.
 */
const declared = /^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm
const listed = /^export (?:type |const )?\{([^}]*)\}/gm

const named = /\b(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\s*(['"])([^'"\n]+)\2/g
const namespaces = /\b(import|export)\s+\*\s+(?:as\s+(\w+)\s+)?from\s*(['"])([^'"\n]+)\3/g
const loaded = /\bimport\s*\(\s*(['"])([^'"\n]+)\1/g

/** Returns the names in braces, on the side before or after `as`. */
const namesIn = (list: string, side: 'before' | 'after') =>
  list
    .split(',')
    .map((part) => part.trim().replace(/^type\s+/, ''))
    .filter((part) => part !== '')
    .map((part) => (side === 'before' ? part.split(/\s+as\s+|:/)[0]! : part.split(/\s+as\s+|:/).at(-1)!).trim())

type Export = { name: string; index: number }

function exportsOf(code: string): Export[] {
  const single = Array.from(code.matchAll(declared), ({ 1: name = '', index }) => ({ name, index }))
  const lists = Array.from(code.matchAll(listed)).flatMap(({ 1: list = '', index }) =>
    namesIn(list, 'after').map((name) => ({ name, index })),
  )
  return [...single, ...lists]
}

type Code = { path: string; code: string }
type Uses = (name: string) => boolean

/**
 * Returns a function that tells whether a word occurs in a file of the folder of `taker`, other than the file `target`.
 */
function usesBeside(files: readonly Code[], taker: string, target: string, wordsOf: (file: Code) => Set<string>): Uses {
  const folder = path.posix.dirname(taker)
  const beside = files.filter((file) => path.posix.dirname(file.path) === folder && file.path !== target)
  return (name) => beside.some((file) => wordsOf(file).has(name))
}

/**
 * Finds the modules that are imported as a whole, and returns for each where its exports can be used: in a file that
 * imports it by `* as`; in the folder of a file that loads it by `import()`, because that file passes the module on; or
 * as `namespace.name`.
 */
function takersOfWholeModules(files: readonly Code[]): Map<string, Uses[]> {
  const words = new Map<Code, Set<string>>()
  const wordsOf = (file: Code) => {
    const known = words.get(file) ?? new Set(file.code.match(/\w+/g))
    words.set(file, known)
    return known
  }
  const takers = new Map<string, Uses[]>()
  const add = (target: string, uses: Uses) => takers.set(target, [...(takers.get(target) ?? []), uses])
  for (const file of files) {
    const { path: from, code } = file
    for (const [, keyword, namespace, , written = ''] of code.matchAll(namespaces)) {
      const isMember: Uses = (name) => files.some((other) => other.code.includes(`${namespace}.${name}`))
      add(targetOf(from, written), keyword === 'export' ? isMember : (name) => wordsOf(file).has(name))
    }
    for (const [, , written = ''] of code.matchAll(loaded)) {
      const target = targetOf(from, written)
      add(target, usesBeside(files, from, target, wordsOf))
    }
  }
  return takers
}

function collectUses(files: readonly Code[]) {
  const taken = new Set<string>()
  for (const { path: from, code } of files)
    for (const [, list = '', , written = ''] of code.matchAll(named))
      for (const name of namesIn(list, 'before')) taken.add(`${targetOf(from, written)} ${name}`)
  const takers = takersOfWholeModules(files)
  return (file: string, name: string) =>
    taken.has(`${file} ${name}`) || (takers.get(file) ?? []).some((uses) => uses(name))
}

const occursOnce = (code: string, name: string) => code.split(new RegExp(`\\b${name}\\b`)).length === 2

/**
 * An export must be used by another file. Otherwise it should be private, or deleted if its own file does not use it
 * either.
 */
export const unusedExports: Rule = (files) => {
  const code = files
    .filter((file) => isCode(file.path))
    .map((file) => ({ path: file.path, code: withoutComments(file.text) }))
  const generated = files.filter(({ path: file }) => file === 'server/db/schema.ts')
  const isUsed = collectUses([...code, ...generated.map((file) => ({ path: file.path, code: file.text }))])
  return code
    .filter((file) => !readByOthers.test(file.path))
    .flatMap((file) =>
      exportsOf(file.code)
        .filter(({ name }) => !isUsed(file.path, name))
        .map(({ name, index }) => ({
          path: file.path,
          line: file.code.slice(0, index).split('\n').length,
          sentence: occursOnce(file.code, name)
            ? `Nothing uses ${name}: take it out.`
            : `No other file uses ${name}: do not export it.`,
        })),
    )
}
