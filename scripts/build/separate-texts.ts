import path from 'node:path'
import type { Plugin } from 'vite'

const importOfTexts = /^import (type )?\{([^}]*)\} from '([^']*\bmessages\.ts)'$/gm
const anyImport = /^import \{ ([^}]*) \} from '([^']*)'\n/gm
const comment = String.raw`(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?`
const definition = new RegExp(String.raw`^${comment}export const (\w+) = defineMessages\([\s\S]*?^\}\)\n`, 'gm')

const importOf = (name: string, module: string) =>
  `import { ${name} } from '${module}?texts=${name.replace(/ as .*/, '')}'`

/** Imports each object of texts from a module of its own, such as `./messages.ts?texts=tillMessages`. */
const importTextsSeparately = (code: string): string =>
  code.replace(importOfTexts, (statement, type: string | undefined, names: string, module: string) =>
    type
      ? statement
      : names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => importOf(name, module))
          .join('\n'),
  )

const isUsed = (name: string, code: string) => new RegExp(String.raw`\b${name.replace(/.* as /, '')}\b`).test(code)

/**
 * Removes from a messages module all objects of texts except the wanted one, and imports that are not needed any more.
 * If the wanted texts use other texts, imports those.
 */
function keepTexts(code: string, wanted: string, file: string): string {
  const others: string[] = []
  const kept = code.replace(definition, (texts, name: string) => {
    if (name === wanted) return texts
    others.push(name)
    return ''
  })
  const body = kept.replace(anyImport, '')
  const imports = Array.from(kept.matchAll(anyImport), ([, names = '', module]) => {
    const used = names.split(', ').filter((name) => isUsed(name, body))
    return used.length > 0 ? `import { ${used.join(', ')} } from '${module}'` : ''
  })
  const texts = others.filter((name) => isUsed(name, body)).map((name) => importOf(name, `./${path.basename(file)}`))
  return [...imports, ...texts, body].join('\n')
}

/**
 * Returns the code of a module for the build. An id that ends in `?texts=<name>` keeps only these texts of a messages
 * module.
 */
export function separated(code: string, id: string): string {
  const [file = id, wanted] = id.split('?texts=')
  if (!wanted && /\bmessages\.ts$/.test(file)) throw new Error(`Import the texts of ${file} by their names.`)
  return importTextsSeparately(wanted ? keepTexts(code, wanted, file) : code)
}

/**
 * Splits the messages modules in the build, so that a page loads the texts that it shows instead of all texts of their
 * features (decision 93). Without this plug-in everything would work, but pages would be larger.
 */
export const separateTexts = (): Plugin => ({
  name: 'separate-texts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(shared|web)\/[^?]*\.tsx?(\?texts=\w+)?$/ },
    handler: (code, id) => ({ code: separated(code, id), map: null }),
  },
})
