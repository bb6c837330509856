import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

export type ClinicProcess = {
  url: string
  /** The code for setting the clinic up. Only an empty clinic prints it. */
  setupCode: string | undefined
  kill: (signal: NodeJS.Signals) => Promise<void>
  stop: () => Promise<void>
  /** Moves the running app's clock and resolves when it has changed. */
  moveClock: (offsetMs: number) => Promise<void>
}

type Start = {
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

/** Reads the address, and the set-up code of an empty clinic, from the terminal output. */
function opening(
  child: ChildProcess,
  isEmpty: boolean,
  said: string[],
): Promise<Pick<ClinicProcess, 'url' | 'setupCode'>> {
  return new Promise((resolve, reject) => {
    let url = ''
    child.once('exit', (code) => reject(new Error(`The clinic ended with ${code} before it was open.`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      said.push(line)
      if (said.length > MOST_LINES) said.shift()
      url ||= /running at (http:\S+)/.exec(line)?.[1] ?? ''
      const setupCode = /\b[A-Z0-9]{4}(?:-[A-Z0-9]{4}){2}\b/.exec(line)?.[0]
      if (url && (setupCode || !isEmpty)) resolve({ url, setupCode })
    })
  })
}

/** Starts the built app as `npm start` does, with an empty database unless the settings name one. */
export async function startClinic(start: Start = {}): Promise<ClinicProcess> {
  const { settings = {}, clockOffsetMs = 0, isEmpty = settings.DATABASE_URL === undefined } = start
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mutya-e2e-'))
  const child = spawn(process.execPath, ['--import', followTestClock, 'dist/server/main.js'], {
    cwd: root,
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // A time zone unlike Manila's and those of most browsers, with half hours and summer time, because nothing may
      // depend on the server's.
      TZ: 'America/St_Johns',
      CLOCK_OFFSET_MS: String(clockOffsetMs),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const said: string[] = []
  let isKilled = false
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.once('close', (code, signal) => {
    if (!isKilled) console.error([`The clinic ended by itself with ${code ?? signal}.`, ...said].join('\n'))
  })
  const kill = (signal: NodeJS.Signals) => {
    isKilled = true
    child.kill(signal)
    return ended
  }
  return {
    ...(await opening(child, isEmpty, said)),
    kill,
    stop: async () => {
      await kill('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
    moveClock: (offsetMs) =>
      new Promise((resolve) => {
        child.once('message', () => resolve())
        child.send({ clockOffsetMs: offsetMs })
      }),
  }
}
