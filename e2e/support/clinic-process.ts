import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { Order } from '../../scripts/test/serve-clinics.ts'

export type ClinicProcess = {
  url: string
  /** The code for setting the clinic up. Only an empty clinic prints it. */
  setupCode: string | undefined
  stop: () => Promise<void>
  /** Moves the running app's clock and resolves when it has changed. */
  moveClock: (offsetMs: number) => Promise<void>
}

export type Start = {
  /** Environment variables of the app, added to the defaults. */
  settings?: Record<string, string>
  /** How far the app's clock differs from the machine's, in milliseconds. */
  clockOffsetMs?: number
  /** True for a clinic that is not set up yet. It prints the set-up code in the terminal. */
  isEmpty?: boolean
}

const root = path.resolve(import.meta.dirname, '..', '..')
const followTestClock = path.join(import.meta.dirname, 'follow-test-clock.mjs')

/** How many of the last lines of output are reported if the app exits by itself. */
const MOST_LINES = 30

type Program = {
  child: ChildProcess
  lines: Interface
  moveClock: (offsetMs: number) => Promise<void>
  /** Sends a signal, and resolves when the program has ended. */
  end: (signal: NodeJS.Signals) => Promise<void>
}

/** Starts a program of the built app. If the program exits although no test has ended it, the exit is reported. */
function startProgram(name: string, settings: Record<string, string>): Program {
  const child = spawn(process.execPath, ['--import', followTestClock, `dist/server/${name}.js`], {
    cwd: root,
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      // A time zone unlike Manila's and those of most browsers, with half hours and summer time, because nothing may
      // depend on the server's time zone.
      TZ: 'America/St_Johns',
      CLOCK_OFFSET_MS: '0',
      // On a slow machine a statement takes seconds, and a request that fails for this reason would fail its test.
      DATABASE_TIMEOUT: '60',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const lines = createInterface({ input: child.stdout! })
  const said: string[] = []
  lines.on('line', (line) => {
    said.push(line)
    if (said.length > MOST_LINES) said.shift()
  })
  let isExpected = false
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.once('close', (code, signal) => {
    if (!isExpected) console.error([`The clinic ended by itself with ${code ?? signal}.`, ...said].join('\n'))
  })
  return {
    child,
    lines,
    moveClock: (clockOffsetMs) => ask(child, { clockOffsetMs }, 'clock moved'),
    end: (signal) => {
      isExpected = true
      child.kill(signal)
      return ended
    },
  }
}

/** Resolves when a program sends the expected message. */
function message(child: ChildProcess, expected: string): Promise<void> {
  return new Promise((resolve) => {
    const receive = (received: unknown) => {
      if (received !== expected) return
      child.off('message', receive)
      resolve()
    }
    child.on('message', receive)
  })
}

/** Sends a message to a program, and resolves when the program sends the expected answer. */
function ask(child: ChildProcess, order: Order | { clockOffsetMs: number }, answer: string): Promise<void> {
  const answered = message(child, answer)
  child.send(order)
  return answered
}

/** Reads the address, and the set-up code of an empty clinic, from the terminal output. */
function opening({ child, lines }: Program, isEmpty: boolean): Promise<Pick<ClinicProcess, 'url' | 'setupCode'>> {
  return new Promise((resolve, reject) => {
    let url = ''
    const fail = (code: number | null) => reject(new Error(`The clinic ended with ${code} before it was open.`))
    const read = (line: string) => {
      url ||= /running at (http:\S+)/.exec(line)?.[1] ?? ''
      const setupCode = /\b[A-Z0-9]{4}(?:-[A-Z0-9]{4}){2}\b/.exec(line)?.[0]
      if (!url || (!setupCode && isEmpty)) return
      lines.off('line', read)
      child.off('exit', fail)
      resolve({ url, setupCode })
    }
    child.once('exit', fail)
    lines.on('line', read)
  })
}

/** Makes a temporary data folder, which is used unless the settings name another one. */
async function ownDataDir(): Promise<{ dataDir: string; removeData: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mutya-e2e-'))
  return { dataDir, removeData: () => rm(dataDir, { recursive: true, force: true }) }
}

/** Starts the built app as `npm start` does, with an empty database unless the settings name one. */
export async function startClinic(start: Start = {}): Promise<ClinicProcess> {
  const { settings = {}, clockOffsetMs = 0, isEmpty = settings.DATABASE_URL === undefined } = start
  const { dataDir, removeData } = await ownDataDir()
  const program = startProgram('main', { DATA_DIR: dataDir, CLOCK_OFFSET_MS: String(clockOffsetMs), ...settings })
  return {
    ...(await opening(program, isEmpty)),
    moveClock: program.moveClock,
    stop: async () => {
      await program.end('SIGTERM')
      await removeData()
    },
  }
}

/**
 * Starts a process that serves one clinic after another, which takes a third of the time of starting the app for each.
 * Each clinic must be stopped before the next one starts.
 */
export function startClinicServer(): { serve: (start: Start) => Promise<ClinicProcess>; end: () => Promise<void> } {
  const program = startProgram('serve-clinics', {})
  const ready = message(program.child, 'ready')
  return {
    serve: async ({ settings = {}, clockOffsetMs = 0, isEmpty = false }) => {
      await ready
      await program.moveClock(clockOffsetMs)
      const open = opening(program, isEmpty)
      program.child.send({ settings } satisfies Order)
      return {
        ...(await open),
        moveClock: program.moveClock,
        stop: () => ask(program.child, 'stop', 'stopped'),
      }
    },
    end: () => program.end('SIGTERM'),
  }
}
