import { spawn } from 'node:child_process'

/**
 * Runs one of the TypeScript tools and exits with its code. Ctrl-C reaches the tool through the terminal, and this
 * process waits for it to end.
 */
export function runTool(script, args = []) {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], { stdio: 'inherit' })
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code) => process.exit(code ?? 1))
}
