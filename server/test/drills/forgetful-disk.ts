import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { findBinaries, packagedBinaries } from '#server/db/embedded/binaries.ts'
import { acceptsConnections, deleteStalePidFile, startPostmaster } from '#server/db/embedded/postmaster.ts'
import { isAlive } from '#server/db/embedded/processes.ts'
import { recordingLog, scratchFolder } from '#server/db/embedded/scratch-cluster-fixture.ts'
import { chooseServerUser } from '#server/db/embedded/server-user.ts'
import { makeSocketFolder } from '#server/db/embedded/socket-folder.ts'

const HEAD_BYTES = 24

/** True if this machine can compile the library that remembers unflushed writes. */
export const canForgetWrites = (): boolean =>
  process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0

function compileLibrary(folder: string): string {
  const library = path.join(folder, 'forget-writes.so')
  const source = path.join(import.meta.dirname, 'forget-writes.c')
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The library that remembers unflushed writes does not compile: ${stderr}`)
  return library
}

/** A folder for programs. Temporary folders of tests may be in memory, from which some machines start no programs. */
function programFolder(): string {
  const folder = fs.mkdtempSync('/tmp/forget-')
  fs.chmodSync(folder, 0o755)
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  return folder
}

type Replaced = { offset: number; sizeBefore: number; bytes: Buffer }

/**
 * Reads the contents that unflushed writes to one file have overwritten. An incomplete record at the end is ignored,
 * because its write never began.
 */
function readReplaced(memory: Buffer): Replaced[] {
  const records: Replaced[] = []
  for (let at = 0; at + HEAD_BYTES <= memory.length;) {
    const [offset, sizeBefore, length] = [0, 8, 16].map((part) => Number(memory.readBigInt64LE(at + part))) as [
      number,
      number,
      number,
    ]
    const end = at + HEAD_BYTES + length
    if (end > memory.length) break
    records.push({ offset, sizeBefore, bytes: memory.subarray(at + HEAD_BYTES, end) })
    at = end
  }
  return records
}

/**
 * Undoes the unflushed writes, the last one first, by writing back the contents from before. Returns how many writes
 * are lost.
 */
function loseUnflushed(data: string, memories: string): number {
  const files = fs
    .readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const byInode = new Map(files.map((file) => [String(fs.statSync(file).ino), file]))
  let lost = 0
  for (const inode of fs.readdirSync(memories)) {
    const file = byInode.get(inode)
    const replaced = readReplaced(fs.readFileSync(path.join(memories, inode)))
    fs.rmSync(path.join(memories, inode))
    if (file === undefined) continue
    const opened = fs.openSync(file, 'r+')
    for (const { offset, sizeBefore, bytes } of replaced.toReversed()) {
      fs.writeSync(opened, bytes, 0, bytes.length, offset)
      fs.ftruncateSync(opened, sizeBefore)
      lost++
    }
    fs.closeSync(opened)
  }
  return lost
}

/** The processes of a server that a killed postmaster leaves behind. */
const processesOn = (data: string): number[] =>
  fs
    .readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!(pid > 0)) return false
      try {
        return fs.readlinkSync(`/proc/${pid}/cwd`) === data
      } catch {
        // The process has ended, or belongs to somebody else.
        return false
      }
    })

/** Runs the database of a data folder on a disk that forgets what was not flushed when the power fails. */
export function forgetfulDisk(dataDir: string, settings: Record<string, string> = {}) {
  const data = fs.realpathSync(path.join(dataDir, 'postgres'))
  const programs = programFolder()
  const memories = scratchFolder()
  fs.chmodSync(memories, 0o777)
  const user = chooseServerUser(data)
  const found = findBinaries({
    user,
    wantedMajor: undefined,
    packaged: packagedBinaries(),
    searchPath: [],
    shelter: '/var/lib/mutya',
    log: recordingLog(),
  })
  const program = path.join(programs, 'postgres')
  const variables = `LD_PRELOAD=${compileLibrary(programs)} FORGET_UNDER=${data}/ FORGET_INTO=${memories}`
  fs.writeFileSync(program, `#!/bin/sh\n${variables} exec ${path.join(found.folder, 'postgres')} "$@"\n`, {
    mode: 0o755,
  })
  // The socket folder stays the same after a power failure, so that connections find the database again.
  const socketFolder = makeSocketFolder(user)
  const logFile = path.join(dataDir, 'postgres.log')
  return {
    start: async (): Promise<void> => {
      deleteStalePidFile(data)
      const { pid } = startPostmaster({ program, user, pgdata: data, socketFolder, logFile, settings })
      while (!acceptsConnections(data, pid!)) {
        if (!isAlive(pid!))
          throw new Error(`The database did not start: ${fs.readFileSync(logFile, 'utf8').slice(-800)}`)
        await wait(20)
      }
    },
    /**
     * Kills the database and discards everything that it had not flushed to the disk; returns the number of lost
     * writes.
     */
    failPower: async (): Promise<number> => {
      const pids = processesOn(data)
      for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
      while (processesOn(data).length > 0) await wait(10)
      return loseUnflushed(data, memories)
    },
  }
}
