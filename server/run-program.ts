import { inspect } from 'node:util'
import { announce, tell } from './announce.ts'

/** Errors whose message is a sentence for the operator. */
const toldInASentence = new Set(['StartError', 'EnvironmentError', 'BackupError'])

const explain = (error: unknown): string =>
  error instanceof Error && toldInASentence.has(error.name) ? error.message : inspect(error)

/**
 * Runs a program. Errors that an operator can fix are reported as a sentence, others with their stack; `tellFailure`
 * defaults to the terminal.
 */
export async function runProgram(
  main: () => Promise<void>,
  tellFailure = (text: string) => tell('', text, ''),
): Promise<void> {
  // A terminal that was closed, or a pipe that ended, is no reason to stop serving the clinic.
  process.stdout.on('error', () => undefined)
  try {
    await main()
    process.exit(0)
  } catch (error) {
    tellFailure(explain(error))
    process.exit(1)
  }
}

/** Runs the server. Without a terminal, its failure is written to the log. */
export const runServer = (main: () => Promise<void>): Promise<void> =>
  runProgram(main, (text) => announce('fatal', '', text, ''))

/**
 * The first SIGTERM or SIGINT (or SIGHUP, when a terminal is closed), also one that comes while the clinic is still opening.
 * Later ones change nothing: npm passes Ctrl-C on to a process that already got it from the terminal.
 */
export function stopSignal(): Promise<void> {
  const signals: NodeJS.Signals[] = ['SIGTERM', 'SIGINT']
  // Under nohup, whose output is no terminal, SIGHUP stays ignored.
  if (process.stdout.isTTY) signals.push('SIGHUP')
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve())
  })
}
