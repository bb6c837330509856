import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}

/** True if a small file system can be mounted: on Linux, as root, in a container that allows it. */
export function canMount(): boolean {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mount-'))
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder)
    run('umount', folder)
    return true
  } catch {
    return false
  } finally {
    fs.rmdirSync(folder)
  }
}

export type SmallDisk = { fill: (leaving?: number) => void; free: () => void; leftBytes: () => number }

/** Replaces a folder by a file system of this many megabytes with the same content until the test ends. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk {
  const before = `${folder}.before`
  fs.mkdirSync(folder, { recursive: true })
  const { uid, gid, mode } = fs.statSync(folder)
  fs.renameSync(folder, before)
  fs.mkdirSync(folder)
  run(
    'mount',
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m,mode=${(mode & 0o777).toString(8)},uid=${uid},gid=${gid}`,
    'tmpfs',
    folder,
  )
  onTestFinished(() => run('umount', '--lazy', folder))
  run('cp', '-a', `${before}/.`, folder)
  const filler = path.join(folder, 'filler')
  const leftBytes = () => {
    const { bavail, bsize } = fs.statfsSync(folder)
    return bavail * bsize
  }
  return {
    leftBytes,
    /** Fills the disk up to this many free bytes, by default none. */
    fill: (leaving = 0) => fs.writeFileSync(filler, Buffer.alloc(Math.max(0, leftBytes() - leaving))),
    free: () => fs.rmSync(filler),
  }
}
