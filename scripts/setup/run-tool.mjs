import { spawn } from 'node:child_process'

/** Runs one of the TypeScript tools and ends as it ends. Ctrl-C reaches it by the terminal; this process waits for it. */
export function runTool(script, args = []) {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], { stdio: 'inherit' })
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code) => process.exit(code ?? 1))
}
