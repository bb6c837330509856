import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'

export type Machine = { commit: string; cpu: string; cores: number; node: string; fsyncsPerSecond: number }

/** Measures how many 8 KB writes per second this disk can flush. Every database commit waits for one such write. */
function fsyncRate(folder: string): number {
  const place = mkdtempSync(path.join(folder, 'mutya-fsync-'))
  const file = openSync(path.join(place, 'probe'), 'w')
  const page = Buffer.alloc(8192, 1)
  const end = performance.now() + 1000
  let count = 0
  while (performance.now() < end) {
    writeSync(file, page, 0, page.length, 0)
    fsyncSync(file)
    count++
  }
  closeSync(file)
  rmSync(place, { recursive: true })
  return count
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/**
 * Describes the commit that is measured. Changed documents do not make the commit dirty, because a run writes its
 * figures into docs.
 */
function describeCommit(): string {
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs') !== ''
  return git('describe', '--always') + (isChanged ? '-dirty' : '')
}

export function describeMachine(): Machine {
  return {
    commit: describeCommit(),
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    node: process.version,
    fsyncsPerSecond: fsyncRate(tmpdir()),
  }
}
