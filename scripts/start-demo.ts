import path from 'node:path'
import type { Database } from '#server/db/pool.ts'
import { readEnv } from '#server/lib/env.ts'
import { runServer } from '#server/run-program.ts'
import { serve } from '#server/serve.ts'
import { DEMO_LOGINS, DEMO_PASSWORD, DEMO_PIN, PRACTITIONER_LOGIN } from './demo/load-demo.ts'
import { prepareDemo } from './demo/prepare-demo.ts'

const greeting = [
  '  This is a sample clinic: nothing here is real. Log in as',
  '',
  ...[...DEMO_LOGINS, PRACTITIONER_LOGIN].map((login) => `    ${login}`),
  '',
  `  each with the password  ${DEMO_PASSWORD}`,
  `  At the till the admin approves with the PIN  ${DEMO_PIN}`,
  '',
]

const env = readEnv()

const prepare = (db: Database, now: Date) => prepareDemo(db, now, path.resolve(env.dataDir, 'uploads'))

await runServer(() => serve({ env, clock: () => new Date(), prepare, greeting }))
