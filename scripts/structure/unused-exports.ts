import path from 'node:path'
import { targetOf } from './imports.ts'
import { isCode, withoutComments, type Rule } from './source-file.ts'

/**
 * Files whose exports are not checked, because tools read them by convention or tests run them in separate processes.
 */
const readByOthers = /(^[^/]+\.config\.ts|\.d\.m?ts|^scripts\/setup\/[^/]+\.mjs)$/

/** Matches declarations, and lists of names: `export { a }`, `export const { a } = b`. */
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

/** Returns the words of all files in a folder except the module itself. */
function wordsBeside(files: readonly Code[], taker: string, target: string): Set<string> {
  const folder = path.posix.dirname(taker)
  const beside = files.filter((file) => path.posix.dirname(file.path) === folder && file.path !== target)
  return new Set(beside.flatMap(({ code }) => code.match(/\w+/g) ?? []))
}

/**
 * Returns for each module that is imported as a whole where its names can be used: in a file that imports it by `* as`;
 * in the folder of a file that loads it by `import()`, because the module is then passed on; or as `namespace.name`.
 */
function takersOfWholeModules(files: readonly Code[]): Map<string, Uses[]> {
  const takers = new Map<string, Uses[]>()
  const add = (target: string, uses: Uses) => takers.set(target, [...(takers.get(target) ?? []), uses])
  for (const { path: from, code } of files) {
    for (const [, keyword, namespace, , written = ''] of code.matchAll(namespaces)) {
      const words = new Set(code.match(/\w+/g))
      const isMember: Uses = (name) => files.some((file) => file.code.includes(`${namespace}.${name}`))
      add(targetOf(from, written), keyword === 'export' ? isMember : (name) => words.has(name))
    }
    for (const [, , written = ''] of code.matchAll(loaded)) {
      const words = wordsBeside(files, from, targetOf(from, written))
      add(targetOf(from, written), (name) => words.has(name))
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
