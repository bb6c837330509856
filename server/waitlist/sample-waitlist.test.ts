import { expect, onTestFinished, test } from 'vitest'
import { startSampleServer } from '#server/test/sample-server.ts'
import { addWaitlist } from '../../scripts/demo/add-waitlist.ts'
import { defaultLimits } from '#server/lib/http/limits.ts'
import { offerFreeTimes } from './offer-runner.ts'

test('the sample clinic has waitlist entries in every state, and one time is offered soon', async () => {
  const server = await startSampleServer({ isBusy: true })
  onTestFinished(() => server.close())
  const { now } = server.clock
  await addWaitlist(server.db, now)
  const states = async () =>
    (await server.db.selectFrom('waitlist_entries').select('state').orderBy('state').execute()).map(
      ({ state }) => state,
    )
  expect(await states()).toEqual(['expired', 'taken', 'waiting', 'waiting', 'waiting', 'waiting', 'withdrawn'])
  const fail = (error: unknown) => {
    throw error
  }
  const options = { db: server.appDb, clock: () => now, limits: defaultLimits.waitlist }
  expect(await offerFreeTimes({ ...options, publish: () => undefined, warn: fail })).toBe(1)
  expect(await states()).toEqual(['expired', 'offered', 'taken', 'waiting', 'waiting', 'waiting', 'withdrawn'])
})
