import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

export type ClinicProcess = {
  url: string
  setupCode: string
  kill: (signal: NodeJS.Signals) => Promise<void>
  stop: () => Promise<void>
}

const root = path.resolve(import.meta.dirname, '..', '..')

/** The address and the one-time code, as the terminal shows them. */
function opening(child: ChildProcess): Promise<{ url: string; setupCode: string }> {
  return new Promise((resolve, reject) => {
    let url = ''
    child.once('exit', (code) => reject(new Error(`The clinic ended with ${code} before it was open.`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      url ||= /running at (http:\S+)/.exec(line)?.[1] ?? ''
      const setupCode = /^\s+([A-Z0-9]{4,}(?:-[A-Z0-9]{4,})+)\s*$/.exec(line)?.[1]
      if (url && setupCode) resolve({ url, setupCode })
    })
  })
}

/** The built app with an empty database of its own, as `npm start` runs it; `settings` on top of ours. */
export async function startClinic(settings: Record<string, string> = {}): Promise<ClinicProcess> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mutya-e2e-'))
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill(signal)
    })
  const { url, setupCode } = await opening(child)
  return {
    url,
    setupCode,
    kill,
    stop: async () => {
      await kill('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
