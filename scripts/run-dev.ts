import { spawn, type ChildProcess } from 'node:child_process'
import { childEnvironment } from './child-environment.ts'
import { packaged } from './run-program.ts'

const webAddress = 'http://localhost:5173'

/**
 * When a file is saved, tsx restarts the server and Vite reloads the pages. Ctrl-C reaches both programs through the
 * terminal.
 */
const programs: ChildProcess[] = [
  spawn(packaged('tsx'), ['watch', '--clear-screen=false', '--include=server/db/migrations/*.sql', 'server/main.ts'], {
    // The port to which vite.config.ts forwards API calls.
    env: childEnvironment({ NODE_ENV: 'development', PUBLIC_URL: webAddress, PORT: '3000' }),
    stdio: 'inherit',
  }),
  spawn(packaged('vite'), ['--port=5173', '--strictPort'], { env: childEnvironment(), stdio: 'inherit' }),
]

process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => programs.forEach((program) => program.kill('SIGTERM')))
for (const program of programs) {
  program.on('exit', (code) => {
    for (const other of programs) other.kill('SIGTERM')
    process.exitCode ||= code ?? 0
  })
}
