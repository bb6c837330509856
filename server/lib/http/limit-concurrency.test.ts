import type { FastifyRequest } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import type { Principal } from '#server/lib/context.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { defaultLimits } from './limits.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const requestWith = (part: Pick<FastifyRequest, 'headers' | 'principal'>) =>
  ({ ip: '10.0.0.1', cookies: {}, ...part }) as unknown as FastifyRequest

const cashier = requestWith({
  headers: { authorization: 'Bearer of-the-cashier' },
  principal: { role: 'cashier', api_key_id: null, session_id: 'one' } as Principal,
})
const visitor = requestWith({ headers: {}, principal: null })

test('staff whose answers come from the cache also count as active, and visitors’ calls then run one by one with pauses', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const limits = { ...defaultLimits.floods, visitorCallsAtOnce: 3, visitorCallsBesideStaff: 1 }
  const { queued, startInTurn } = limitConcurrency(limits, (address) => address)
  let running = 0
  const ends: (() => void)[] = []
  const sendVisitor = () =>
    void queued(visitor, () => {
      running++
      return new Promise<void>((resolve) => void ends.push(resolve))
    })
  const endAll = async () => {
    for (const end of ends.splice(0)) end()
    await new Promise(setImmediate)
    running = 0
  }
  await queued(cashier, async () => {})
  vi.advanceTimersByTime(1_000)
  for (const send of [sendVisitor, sendVisitor, sendVisitor]) send()
  expect(running).toBe(3)
  await endAll()

  // An answer from the cache is only started, and never passed to `queued`.
  startInTurn(cashier, () => {})
  sendVisitor()
  sendVisitor()
  expect(running).toBe(1)
  vi.advanceTimersByTime(2)
  await endAll()
  await vi.advanceTimersByTimeAsync(13)
  expect(running).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(running).toBe(1)
  await endAll()
})

test('a visitor’s call that waited in vain is refused as busy, and one for which the queue has no room as too many', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const limits = { ...defaultLimits.floods, visitorCallsAtOnce: 1, visitorsWaitingPerAddress: 1 }
  const { queued } = limitConcurrency(limits, (address) => address)
  const neverEnds = () => new Promise<void>(() => {})
  void queued(visitor, neverEnds)
  const waiting = queued(visitor, neverEnds)
  await expect(queued(visitor, neverEnds)).rejects.toMatchObject({
    status: 429,
    message: requestRefusals.tooMany,
    retryAfter: 2,
  })
  vi.advanceTimersByTime(7_000)
  await expect(waiting).rejects.toMatchObject({ status: 503, message: requestRefusals.busy, retryAfter: 2 })
})
