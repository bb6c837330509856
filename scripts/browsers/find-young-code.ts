import { readScript, type Mention, type Script } from './read-script.ts'
import type { YoungNames } from './young-names.ts'

export type CodeFile = { path: string; text: string }
/** A place in a file that uses a feature which one of the oldest browsers lacks. */
export type YoungUse = { path: string; line: number; feature: string }

const windows = new Set(['window', 'globalThis', 'self'])

function featureOf(
  mention: Mention,
  young: YoungNames,
  script: Script,
  members: ReadonlySet<string>,
): string | undefined {
  switch (mention.kind) {
    case 'name':
      return script.variables.has(mention.name) ? undefined : young.globals.get(mention.name)
    case 'iterator':
      return `javascript.builtins.Iterator.${mention.name}`
    case 'event':
      return young.events.get(mention.name)
    case 'html': {
      const { element, attribute } = mention
      if (attribute === null) return young.html.get(element)
      const event = /^on[A-Z]/.test(attribute) ? young.events.get(attribute.slice(2).toLowerCase()) : undefined
      // React code writes attributes in camelCase, and HTML in lower case.
      const name = attribute.toLowerCase()
      return event ?? young.html.get(`${element}.${name}`) ?? young.html.get(`*.${name}`)
    }
    case 'member': {
      const { owner, name, isCalled } = mention
      if (owner !== null && windows.has(owner)) return young.globals.get(name)
      if (owner !== null && !script.variables.has(owner)) {
        const feature = young.statics.get(`${owner}.${name}`)
        if (feature !== undefined) return feature
      }
      return isCalled && !members.has(name) ? young.members.get(name) : undefined
    }
  }
}

/**
 * Finds every use of a feature that one of the oldest browsers lacks. `files` are all scripts of one program, because a
 * method that one script declares is used in others.
 */
export function findYoungCode(files: readonly CodeFile[], young: YoungNames): YoungUse[] {
  const scripts = files.map(({ path, text }) => ({ path, text, script: readScript(path, text) }))
  // A method that the program itself declares is not the browser's method of that name: `z.union`, `action.run`.
  const members = new Set(scripts.flatMap(({ script }) => [...script.members]))
  return scripts.flatMap(({ path, text, script }) => {
    const places = new Map<string, YoungUse>()
    for (const mention of script.mentions) {
      const feature = featureOf(mention, young, script, members)
      if (feature === undefined) continue
      const line = text.slice(0, mention.start).split('\n').length
      places.set(`${feature} ${line}`, { path, line, feature })
    }
    return [...places.values()]
  })
}
