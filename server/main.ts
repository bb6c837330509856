import { readEnv } from './lib/env.ts'
import { runProgram } from './run-program.ts'
import { serve } from './serve.ts'

await runProgram(() => serve({ env: readEnv(), clock: () => new Date() }))
