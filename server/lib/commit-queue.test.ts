import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sendThrough } from '#server/test/server.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { strictBody } from '#shared/lib/fields.ts'
import { NO_CHANNELS } from '#shared/messages/message-types.ts'
import { call } from '#shared/lib/http-client.ts'
import { AppError } from './app-error.ts'
import type { CommitHook } from './commit-queue.ts'
import { addRoom, openEndpointFixture, posted, type EndpointFixture } from './http/register-endpoint-fixture.ts'

let endpointFixture: EndpointFixture
beforeAll(async () => {
  endpointFixture = await openEndpointFixture()
})
afterAll(() => endpointFixture.close())

const e = endpoint({ ...posted, body: strictBody({ fails: z.boolean() }), response: z.object({}) })

/** Calls an endpoint that queues two rooms for a hook; returns the items with which the hook was called. */
async function change(names: [string, string], fails: 'nowhere' | 'in the handler' | 'in the hook') {
  const calls: unknown[] = []
  const hook: CommitHook<string> = async ({ tx, channels }, rooms) => {
    calls.push({ rooms, channels })
    for (const room of rooms) await addRoom(tx, room)
    if (fails === 'in the hook') throw new AppError('conflict', 'No.')
  }
  const app = await endpointFixture.serve(e, async (context, { body }) => {
    for (const name of names) context.atCommit(hook, name)
    if (body.fails) throw new AppError('conflict', 'No.')
    return {}
  })
  const answer = call(e, { body: { fails: fails === 'in the handler' } }, { send: sendThrough(app, null) })
  return { answer, calls }
}

test('items that a change queues for a commit hook are handled by one call, in the transaction of the change', async () => {
  const { answer, calls } = await change(['Queued 1', 'Queued 2'], 'nowhere')
  await answer
  expect(calls).toEqual([{ rooms: ['Queued 1', 'Queued 2'], channels: NO_CHANNELS }])
  expect(await endpointFixture.roomNames()).toEqual(expect.arrayContaining(['Queued 1', 'Queued 2']))
})

test('items queued for a commit hook by a rejected change are not handled', async () => {
  const { answer, calls } = await change(['Refused 1', 'Refused 2'], 'in the handler')
  await expect(answer).rejects.toMatchObject({ status: 409 })
  expect(calls).toEqual([])
})

test('a commit hook that fails rolls the change back', async () => {
  const { answer, calls } = await change(['Failed 1', 'Failed 2'], 'in the hook')
  await expect(answer).rejects.toMatchObject({ status: 409 })
  expect(calls).toHaveLength(1)
  expect(await endpointFixture.roomNames()).not.toContain('Failed 1')
})
