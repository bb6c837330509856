import { requireOpenFiles } from './open-files.ts'

requireOpenFiles()
// What follows opens hundreds of files at once: it is loaded only where that is allowed.
const [{ readEnv }, { runServer }, { serve }] = await Promise.all([
  import('./lib/env.ts'),
  import('./run-program.ts'),
  import('./serve.ts'),
])

await runServer(() => serve({ env: readEnv(), clock: () => new Date() }))
