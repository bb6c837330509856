import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { inject, onTestFinished } from 'vitest'

export type Program = {
  process: ChildProcess
  output: () => string
  /**
   * Resolves to the address at which the app listens. Rejects with the app's output if the app ends before it listens.
   */
  address: Promise<URL>
  exited: Promise<number | null>
}

/**
 * Starts the app as a process on any free port with its own database; `openFiles` limits its open files. `programs` is
 * the folder of another build.
 */
export function startMain(
  env: Record<string, string>,
  openFiles?: number,
  programs: string = inject('programs'),
): Program {
  const command = [process.execPath, '--enable-source-maps', path.join(programs, 'main.js')]
  const limited =
    openFiles === undefined ? command : ['sh', '-c', `ulimit -n ${openFiles} && exec "$@"`, 'sh', ...command]
  const program = spawn(limited[0]!, limited.slice(1), {
    env: { PATH: '/usr/bin:/bin', NODE_ENV: 'development', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  // Waits for `close` instead of `exit`, because the last output may arrive after `exit`.
  const exited = once(program, 'close').then(([code]) => code as number | null)
  const address = new Promise<URL>((resolve, reject) => {
    for (const stream of [program.stdout, program.stderr]) {
      stream.on('data', (part: Buffer) => {
        text += part.toString()
        const found = /running at (http:\S+)/.exec(text)
        if (found) resolve(new URL(found[1] ?? ''))
      })
    }
    void exited.then((code) => reject(new Error(`The app ended with ${code} before it was open:\n${text}`)))
  })
  // A test of a start that must fail does not wait for the address.
  address.catch(() => undefined)
  onTestFinished(async () => {
    program.kill('SIGTERM')
    await exited
  })
  return { process: program, output: () => text, address, exited }
}

/** The process id of the PostgreSQL server on a data folder. */
export const postgresPid = (folder: string) =>
  Number(fs.readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
