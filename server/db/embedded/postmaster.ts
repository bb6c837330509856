import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { errorDetails } from '#server/lib/log-errors.ts'
import { isAlive, isPostgresOn } from './processes.ts'
import { runAs, type ServerUser } from './server-user.ts'
import { removeSocket, socketPort } from './socket-folder.ts'

/** Everything that is needed to start the server process, also after a crash. */
export type PostmasterPlan = {
  program: string
  user: ServerUser | null
  pgdata: string
  socketFolder: string
  logFile: string
  /** Settings that tests and benches add, such as `synchronous_commit: 'off'`. */
  settings: Record<string, string>
}

const GB = 1024 ** 3
const largestLog = 10 * 1024 ** 2

function settings(plan: PostmasterPlan): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_directories: plan.socketFolder,
    unix_socket_permissions: '0700',
    port: String(socketPort),
    fsync: 'on',
    full_page_writes: 'on',
    shared_buffers: os.totalmem() > 4 * GB ? '256MB' : '128MB',
    work_mem: '8MB',
    max_connections: '100',
    jit: 'off',
    // The server handles many short requests: a parallel query would take a core from other requests, and containers
    // have a tiny /dev/shm.
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Logs failed statements without DETAIL, which would contain personal data.
    log_error_verbosity: 'terse',
    log_line_prefix: '%m [%p] %u ',
    ...plan.settings,
  }
}

function openLog(file: string): number {
  if (fs.existsSync(file) && fs.statSync(file).size > largestLog) fs.renameSync(file, `${file}.1`)
  return fs.openSync(file, 'a', 0o600)
}

/** Starts the server in its own session, so that Ctrl-C in the app's terminal does not reach it. */
export function startPostmaster(plan: PostmasterPlan): ChildProcess {
  const log = openLog(plan.logFile)
  try {
    const options = Object.entries(settings(plan)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(plan.program, ['-D', plan.pgdata, ...options], {
      ...runAs(plan.user),
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      detached: true,
      stdio: ['ignore', log, log],
    })
    child.unref()
    return child
  } finally {
    fs.closeSync(log)
  }
}

function pidFile(pgdata: string): string[] {
  try {
    return fs.readFileSync(path.join(pgdata, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (errorDetails(error).code === 'ENOENT') return []
    throw error
  }
}

/** The server running on this data folder, whoever started it, and its socket folder. */
export function runningPostmaster(pgdata: string): { pid: number; socketFolder: string } | undefined {
  const lines = pidFile(pgdata)
  const pid = Number(lines[0])
  return pid > 0 && isPostgresOn(pid, pgdata) ? { pid, socketFolder: lines[4] ?? '' } : undefined
}

/** True once the server with this process id reports in its pid file that it accepts connections, as pg_ctl checks. */
export function acceptsConnections(pgdata: string, pid: number): boolean {
  const lines = pidFile(pgdata)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/**
 * Deletes the pid file of a dead server whose process id now belongs to another program or a zombie, since PostgreSQL
 * would take that for a running server. A file with an unused id stays: PostgreSQL needs it to find surviving child
 * processes. Returns the server's socket folder.
 */
export function deleteStalePidFile(pgdata: string): string | undefined {
  const [number, , , , folder = ''] = pidFile(pgdata)
  const pid = Number(number)
  if (number === undefined || isPostgresOn(pid, pgdata)) return undefined
  if (isAlive(pid)) {
    fs.rmSync(path.join(pgdata, 'postmaster.pid'), { force: true })
    removeSocket(folder)
  }
  return folder
}

/** The last lines of the server's log, for an error message. */
export function lastLogLines(logFile: string): string {
  if (!fs.existsSync(logFile)) return ''
  return fs.readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-5).join('\n')
}
