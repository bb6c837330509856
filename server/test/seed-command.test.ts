import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { createDatabase } from '#server/db/pool.ts'
import { inSnapshot } from '#server/db/transactions.ts'
import { recountBooks } from '#server/reports/check-books.ts'
import { createEmptyDatabase, createTestPool } from './database.ts'

/** Runs the built `npm run seed`; resolves with its exit code and output. */
async function runSeed(env: Record<string, string>, ...args: string[]) {
  const program = spawn(process.execPath, [path.join(inject('programs'), 'run-seed.js'), ...args], {
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString()
    })
  const [code] = (await once(program, 'close')) as [number | null]
  return { code, said }
}

test('the seed command’s example creates the sample clinic in an empty database, and adds more sales when it runs again', async () => {
  const database = await createEmptyDatabase()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'seeded-'))
  const db = createDatabase(createTestPool({ connectionString: database.appUrl, max: 1, statementMs: 120_000 }))
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
    await rm(folder, { recursive: true })
  })
  const env = { DATABASE_URL: database.appUrl, DATABASE_ADMIN_URL: database.ownerUrl, DATA_DIR: folder }
  const count = async () => {
    const sales = db.selectFrom('documents').select((eb) => eb.fn.countAll<number>().as('n'))
    return (await sales.executeTakeFirstOrThrow()).n
  }
  const example = ['--clients', '1000', '--sales', '5000']
  const first = await runSeed(env, ...example)
  expect(first).toMatchObject({ code: 0, said: expect.stringContaining('sales: 5000 of 5000') })
  const seeded = await count()
  expect(seeded).toBeGreaterThan(6_000)
  expect(await runSeed(env, ...example)).toMatchObject({ code: 0 })
  expect(await count()).toBe(seeded + 5_000)
  const { findings } = await inSnapshot(db, (tx) => recountBooks(tx, MAIN_BRANCH_ID, new Date()))
  expect(findings).toEqual([])
})
