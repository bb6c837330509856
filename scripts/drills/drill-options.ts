import { drills, type Drill, type Sizes } from './drill-list.ts'

/**
 * Returns the sizes that `--set` options such as `rounds=5` give. Throws an error for an option without a number, and
 * for a name that no chosen drill has: without the error, a drill with a mistyped size would run in full, for hours.
 */
export function readSizes(texts: readonly string[], chosen: readonly Drill[]): Sizes {
  const entries = texts.map((text): [string, number] => {
    const [name = '', size = ''] = text.split('=')
    if (size === '' || !Number.isFinite(Number(size)))
      throw new Error(`--set needs a name and a number, as in --set rounds=5, and not ${text}.`)
    if (!chosen.some(({ full }) => name in full)) throw new Error(`No chosen drill has the size ${name}.`)
    return [name, Number(size)]
  })
  return Object.fromEntries(entries)
}

/** Returns the drill with this name. Throws an error that lists all drills if no drill has the name. */
export function drillNamed(name: string): Drill {
  const found = drills.find((drill) => drill.name === name)
  if (!found) throw new Error(`No drill is named ${name}. Drills: ${drills.map((drill) => drill.name).join(', ')}.`)
  return found
}
