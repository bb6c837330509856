import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { errorDetails } from '#server/lib/log-errors.ts'

const hasProc = fs.existsSync('/proc/self/stat')

function ps(pid: number, column: string): string | undefined {
  const { status, stdout } = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    // If this process has too many open files, nothing is known about the other process, so it must not count as
    // "gone".
    if (['EMFILE', 'ENFILE'].includes(errorDetails(error).code ?? '')) throw error
    // The process has ended or belongs to another user; callers treat both as unknown.
    return undefined
  }
}

/** True if the process id exists, also for a zombie or another user's process. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorDetails(error).code === 'EPERM'
  }
}

/**
 * Distinguishes a process from a later one with the same id by its start time and the start of the machine. Undefined
 * when it does not run; a zombie counts as gone.
 */
export function processIdentity(pid: number): string | undefined {
  if (!hasProc) return ps(pid, 'lstart')
  const stat = read(`/proc/${pid}/stat`)
  if (!stat) return undefined
  // The process name in brackets may contain spaces, so fields are counted after it: state is the first, start time the
  // 20th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return `${read('/proc/sys/kernel/random/boot_id')?.trim()}/${fields[19]}`
}

function commandNamesFolder(command: string[], folder: string): boolean {
  return path.basename(command[0] ?? '').startsWith('postgres') && command.includes(folder)
}

/** True if the process is a PostgreSQL server on this data folder (a real path). */
export function isPostgresOn(pid: number, folder: string): boolean {
  if (processIdentity(pid) === undefined) return false
  if (!hasProc) return commandNamesFolder((ps(pid, 'command') ?? '').split(' '), folder)
  try {
    // PostgreSQL's working directory is its data folder, and /proc follows a rename of the folder.
    const program = path.basename(fs.readlinkSync(`/proc/${pid}/exe`))
    return program.startsWith('postgres') && fs.readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    // The links of another user's process are not readable, but its command line is.
    return commandNamesFolder((read(`/proc/${pid}/cmdline`) ?? '').split('\0'), folder)
  }
}
