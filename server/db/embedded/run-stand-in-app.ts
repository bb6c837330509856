import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

type Answer = {
  refused?: string
  ownerUrl: string
  appUrl: string
  pid: number
  first: boolean
  adopted: boolean
  log: string[]
}

const source = path.join(import.meta.dirname, 'stand-in-app.ts')

/** Starts `stand-in-app.ts` in place of the real app and returns the JSON that it prints. */
export async function runStandInApp(
  args: string[],
  command = [process.execPath, '--import', 'tsx', source],
  options: SpawnOptions = {},
): Promise<{ answer: Answer; kill: (signal: NodeJS.Signals) => Promise<void> }> {
  const [program = '', ...rest] = command
  const app = spawn(program, [...rest, ...args], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(app, 'exit')
  const kill = async (signal: NodeJS.Signals) => {
    if (app.exitCode === null && app.signalCode === null) app.kill(signal)
    await exited
  }
  onTestFinished(() => kill('SIGTERM'))
  for await (const line of createInterface(app.stdout)) return { answer: JSON.parse(line) as Answer, kill }
  throw new Error('The stand-in app ended without a word.')
}
