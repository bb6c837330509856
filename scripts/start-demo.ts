import path from 'node:path'
import type { Database } from '#server/db/pool.ts'
import { readEnv } from '#server/lib/env.ts'
import { runProgram } from '#server/run-program.ts'
import { serve } from '#server/serve.ts'
import { addWaitlist } from './demo/add-waitlist.ts'
import { givePictures } from './demo/give-pictures.ts'
import { DEMO_LOGINS, DEMO_PASSWORD, DEMO_PIN, loadDemo, PRACTITIONER_LOGIN } from './demo/load-demo.ts'

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

const prepare = async (db: Database, now: Date) => {
  if (!(await loadDemo(db, now, { isBusy: true, hasTill: true }))) return
  await addWaitlist(db, now)
  await givePictures(db, path.resolve(env.dataDir, 'uploads'))
}

await runProgram(() => serve({ env, clock: () => new Date(), prepare, greeting }))
