import os from 'node:os'
import { pino } from 'pino'
import type { AddressInfo } from 'node:net'
import { appVersion } from '#server/lib/app-version.ts'
import type { Env } from '#server/lib/env.ts'

/** Prints lines for the person at the terminal. Programs read the log instead. */
export function printLines(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

/**
 * Reports a start to the operator, whatever the log level: as lines on a terminal, and elsewhere as one log entry, so
 * that log collectors receive only JSON.
 */
export function announce(level: 'info' | 'warn' | 'error' | 'fatal', ...lines: string[]): void {
  if (process.stdout.isTTY) return printLines(...lines)
  const said = lines.map((line) => line.trim()).filter((line) => line !== '')
  pino({ level: 'info' })[level](said.join(' '))
}

function lanAddress(): string | undefined {
  const addresses = Object.values(os.networkInterfaces()).flatMap((found) => found ?? [])
  return addresses.find((address) => address.family === 'IPv4' && !address.internal)?.address
}

/** Returns the address that a person types into a browser. */
export function addressOf(env: Pick<Env, 'host' | 'publicUrl'>, bound: Pick<AddressInfo, 'port'>): string {
  if (env.publicUrl !== undefined) return env.publicUrl
  const everywhere = env.host === '0.0.0.0' || env.host === '::'
  const host = everywhere ? (lanAddress() ?? 'localhost') : env.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`
}

/**
 * Returns what the terminal shows after a start: the clinic's address and, while there is no admin yet, how to create
 * one.
 */
export function openingLines(address: string, setupCode: string | null): string[] {
  const open = ['', `  Mutya ${appVersion} is running at ${address}`, '  Stop it with Ctrl-C.', '']
  if (setupCode === null) return open
  return [
    ...open,
    '  This clinic has no admin yet. Open the page below and type the code; it works once.',
    '',
    `    ${address}/setup`,
    `    ${setupCode}`,
    '',
  ]
}
