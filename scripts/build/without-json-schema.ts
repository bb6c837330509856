import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const PRINTERS = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/

const exportedNames = (code: string): string[] => [
  ...Array.from(code.matchAll(/^export (?:const|function) (\w+)/gm), (match) => match[1]!),
  ...Array.from(code.matchAll(/^export \{ \w+ as (\w+) \}/gm), (match) => match[1]!),
]

/**
 * Removes zod's JSON Schema code from the browser build, where it is never used: 7 KB compressed on each first visit.
 * The server needs it for the OpenAPI document.
 */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!PRINTERS.test(id)) return null
      const names = exportedNames(await readFile(id, 'utf8'))
      if (names.length === 0) throw new Error(`${id} has changed its form: see ${import.meta.url}`)
      const shells = names.map((name) => `export const ${name} = absent`).join('\n')
      return `const absent = () => { throw new Error('JSON Schema is printed on the server only') }\n${shells}\n`
    },
  }
}
