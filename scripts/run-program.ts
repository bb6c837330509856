import { spawn } from 'node:child_process'
import path from 'node:path'
import { childEnvironment } from './child-environment.ts'

type Finished = { code: number; output: string; seconds: number }

type RunOptions = {
  env?: Record<string, string>
  /** What to do with the program's output: `inherit` prints it at once, `collect` returns it. */
  output: 'inherit' | 'collect'
}

/** Returns the path of a program that an npm package installed. */
export const packaged = (name: string): string => path.resolve('node_modules/.bin', name)

/** Runs a program until it ends. A program that cannot be started or was killed returns code 1. */
export function run(program: string, args: string[], options: RunOptions): Promise<Finished> {
  const startedAt = performance.now()
  const stdio = options.output === 'inherit' ? 'inherit' : 'pipe'
  const child = spawn(program, args, { env: childEnvironment(options.env), stdio: ['ignore', stdio, stdio] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (output += part.toString()))
  return new Promise((resolve) => {
    const finish = (code: number, more = '') =>
      resolve({ code, output: output + more, seconds: (performance.now() - startedAt) / 1000 })
    child.once('error', (error) => finish(1, error.message))
    child.once('close', (code) => finish(code ?? 1))
  })
}
