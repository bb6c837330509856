import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createChangePool, createDatabase } from '#server/db/pool.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { strictBody } from '#shared/lib/fields.ts'
import { openEndpointFixture, posted } from './register-endpoint-fixture.ts'
import type { Handler } from './register-endpoint.ts'

test('at most five requests that change data use the database at once, and further requests follow in the order of their arrival', async () => {
  const fixture = await openEndpointFixture()
  onTestFinished(() => fixture.close())
  const changePool = createChangePool({ connectionString: fixture.appUrl, waitMs: 60_000 })
  const e = endpoint({ ...posted, body: strictBody({ name: z.string() }), response: z.object({}) })
  const begun: string[] = []
  const waiting: (() => void)[] = []
  const change: Handler<typeof e> = async (_context, { body }) => {
    begun.push(body.name)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return {}
  }
  const app = await fixture.serve(e, change, { changeDb: createDatabase(changePool) })
  const names = ['1', '2', '3', '4', '5', '6', '7']
  const answers: Promise<{ statusCode: number }>[] = []
  for (const name of names) {
    answers.push(app.inject({ method: 'POST', url: '/api/t', payload: { name } }))
    // The next change is sent once this one uses or waits for a connection.
    await expect.poll(() => begun.length + changePool.waitingCount).toBe(answers.length)
  }
  expect([...begun].toSorted()).toEqual(names.slice(0, 5))
  for (const next of ['6', '7']) {
    waiting.shift()!()
    await expect.poll(() => begun.at(-1)).toBe(next)
  }
  for (const goOn of waiting) goOn()
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(names.map(() => 200))
  await changePool.end()
})
