import fs from 'node:fs'

type Finished = { has: (name: string) => boolean; add: (name: string) => void; clear: () => void }

/**
 * The drills that a run has finished, remembered in a file so that the next start can go on after an interruption. A
 * `run` of another commit or other sizes starts again with all drills.
 */
export function finishedDrills(run: string, file = 'dist/finished-drills.json'): Finished {
  const stored = fs.existsSync(file)
    ? (JSON.parse(fs.readFileSync(file, 'utf8')) as { run: string; names: string[] })
    : null
  const names = new Set(stored?.run === run ? stored.names : [])
  return {
    has: (name) => names.has(name),
    add: (name) => {
      names.add(name)
      fs.mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true })
      fs.writeFileSync(file, JSON.stringify({ run, names: [...names] }))
    },
    clear: () => fs.rmSync(file, { force: true }),
  }
}
