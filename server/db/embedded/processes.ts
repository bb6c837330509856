import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const hasProc = fs.existsSync('/proc/self/stat')

function ps(pid: number, column: string): string | undefined {
  const { status, stdout } = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    // No file can be opened at the moment: that tells nothing of the process, least of all that it is gone.
    if (['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    // The process is gone, or not ours to look into: for every caller the answer is "unknown".
    return undefined
  }
}

/** Whether the system still knows the number: true for a zombie too, and for another user's process. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * What tells a process from a later one with the same number: its start, within this boot of the machine.
 * Undefined when no such process runs; a zombie counts as gone.
 */
export function processIdentity(pid: number): string | undefined {
  if (!hasProc) return ps(pid, 'lstart')
  const stat = read(`/proc/${pid}/stat`)
  if (!stat) return undefined
  // The name in brackets may hold spaces, so the fields are counted behind it: state is the first, start time the 20th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return `${read('/proc/sys/kernel/random/boot_id')?.trim()}/${fields[19]}`
}

function commandNamesFolder(command: string[], folder: string): boolean {
  return path.basename(command[0] ?? '').startsWith('postgres') && command.includes(folder)
}

/** Whether the process is a PostgreSQL server that works in this data folder (given as its real path). */
export function isPostgresOn(pid: number, folder: string): boolean {
  if (processIdentity(pid) === undefined) return false
  if (!hasProc) return commandNamesFolder((ps(pid, 'command') ?? '').split(' '), folder)
  try {
    // A server changes into its data folder, and the kernel follows a folder that was renamed meanwhile.
    const program = path.basename(fs.readlinkSync(`/proc/${pid}/exe`))
    return program.startsWith('postgres') && fs.readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    // Another user's process: its links are closed, its command line is not.
    return commandNamesFolder((read(`/proc/${pid}/cmdline`) ?? '').split('\0'), folder)
  }
}
