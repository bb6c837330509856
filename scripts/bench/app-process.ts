import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { authContract } from '#shared/auth/contract.ts'
import { call } from '#shared/lib/http-client.ts'
import { DEMO_PASSWORD } from '../demo/load-demo.ts'
import type { BenchClinic } from './bench-clinic.ts'

export type AppProcess = {
  url: string
  startMs: number
  memoryMb: () => Promise<number>
  /** The most memory that the process has had so far. */
  peakMb: () => Promise<number>
  /** The processor time that the process has used so far. */
  cpuSeconds: () => Promise<number>
  stop: () => Promise<void>
}

const CLOCK_TICKS = 100
/**
 * Returns the processor time of a process from `/proc`; with `withEnded`, including that of its children that have
 * ended.
 */
export async function cpuSecondsOf(pid: number, withEnded = false): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user, system, endedUser, endedSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  return (user! + system! + (withEnded ? endedUser! + endedSystem! : 0)) / CLOCK_TICKS
}

const root = path.resolve(import.meta.dirname, '..', '..')

/** Starts a built program and waits until it prints its address. */
export async function startProgram(file: string, env: Record<string, string>): Promise<AppProcess> {
  const started = performance.now()
  const child = spawn(process.execPath, [path.join(root, file)], {
    cwd: root,
    env: { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(child)
  const memory = async (line: 'VmRSS' | 'VmHWM') => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
    return Math.round(Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
  }
  return {
    url,
    startMs: Math.round(performance.now() - started),
    memoryMb: () => memory('VmRSS'),
    peakMb: () => memory('VmHWM'),
    cpuSeconds: () => cpuSecondsOf(child.pid!),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** Resolves to the first local URL that a program prints. */
export function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The program ended with ${code} before it listened.`)))
    const lines = createInterface({ input: child.stdout! })
    lines.on('line', (line) => {
      const url = /(http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1]
      if (url) resolve(url)
    })
  })
}

/** Starts the shipped app, or another build, on a bench clinic's database. */
export const startOn = (clinic: BenchClinic, program = 'dist/server/main.js') =>
  startProgram(program, {
    DATABASE_URL: clinic.cluster.appUrl,
    DATABASE_ADMIN_URL: clinic.cluster.ownerUrl,
    DATA_DIR: clinic.dataDir,
  })

/** Logs in as one of the sample clinic's people; returns the token. */
export async function tokenOf(app: AppProcess, email: string): Promise<string> {
  const send = (request: Request) =>
    fetch(new URL(new URL(request.url).pathname, app.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    })
  return (await call(authContract.login, { body: { email, password: DEMO_PASSWORD } }, { send })).token
}
