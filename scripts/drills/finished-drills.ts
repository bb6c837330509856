import fs from 'node:fs'

type Finished = { has: (name: string) => boolean; add: (name: string) => void; clear: () => void }

/**
 * Stores in a file which drills of a run have finished, so that the next start skips them after an interruption. If the
 * commit or the sizes (`run`) have changed, all drills run again.
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
