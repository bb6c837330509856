import { requireOpenFiles } from './open-files.ts'

requireOpenFiles()
// The imports open hundreds of files at once, so the limit of open files is checked before them.
const [{ readEnv }, { runServer }, { serve }] = await Promise.all([
  import('./lib/env.ts'),
  import('./run-program.ts'),
  import('./serve.ts'),
])

await runServer(() => serve({ env: readEnv(), clock: () => new Date() }))
