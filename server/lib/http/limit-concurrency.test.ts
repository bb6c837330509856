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

type Part = Pick<FastifyRequest, 'headers' | 'principal'> & { ip?: string; config?: object; socket?: object }
const requestWith = ({ config = {}, socket = {}, ...part }: Part) =>
  ({ ip: '10.0.0.1', cookies: {}, routeOptions: { config }, raw: { socket }, ...part }) as unknown as FastifyRequest

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

const neverEnds = () => new Promise<void>(() => {})
const isRefused = { status: 429, message: requestRefusals.tooMany }

test('while a flood from many sessions at one address fills the queue, other visitors and a staff session that was not seen before still wait for their turn', async () => {
  const limits = { ...defaultLimits.floods, visitorCallsAtOnce: 1, visitorsWaiting: 8, visitorsWaitingPerAddress: 6 }
  const { queued, lookUpSession } = limitConcurrency(limits, (address) => address)
  const callOf = (session: string, ip: string) =>
    requestWith({
      ip,
      headers: { authorization: `Bearer ${session}` },
      principal: { role: 'client', api_key_id: null, session_id: session } as Principal,
    })
  const refusals: unknown[] = []
  const begun: string[] = []
  const note = (error: unknown) => void refusals.push(error)
  let endFirst = () => {}
  const first = queued(visitor, () => new Promise<void>((resolve) => (endFirst = resolve)))
  for (let n = 0; n < 30; n++) {
    const flood = callOf(`session-${n}`, '10.6.6.6')
    void queued(flood, () => Promise.resolve(void begun.push('flood'))).catch(note)
  }
  await new Promise(setImmediate)
  expect(refusals).toEqual(Array(24).fill(expect.objectContaining(isRefused)))
  const newcomers = ['10.0.0.2', '10.0.0.3', '10.0.0.4'].map((ip) =>
    queued(requestWith({ ip, headers: {}, principal: null }), () => Promise.resolve(void begun.push(ip))),
  )
  const unseenStaff = requestWith({ ip: '10.0.0.5', headers: { authorization: 'Bearer unseen' }, principal: null })
  const lookUp = lookUpSession(unseenStaff, () => Promise.resolve(void begun.push('staff')))
  endFirst()
  await Promise.all([first, lookUp, ...newcomers])
  expect(begun.slice(0, 5)).toEqual(['flood', '10.0.0.2', '10.0.0.3', '10.0.0.4', 'staff'])
  expect(refusals).toHaveLength(26)
})

test('the health checks of other programs start although the visitors’ queue is full', async () => {
  const limits = { ...defaultLimits.floods, visitorsToStart: 2, visitorsToStartPerAddress: 2 }
  const { startInTurn } = limitConcurrency(limits, (address) => address)
  const events: unknown[] = []
  const refusals: unknown[] = []
  for (const name of ['first', 'second', 'third'])
    startInTurn(visitor, (refusal) => void (refusal ? refusals : events).push(name))
  const probe = requestWith({ headers: {}, principal: null, config: { isProbe: true } })
  startInTurn(probe, (refusal) => void (refusal ? refusals : events).push('probe'))
  await new Promise(setImmediate)
  expect([refusals, events]).toEqual([['third'], ['first', 'probe']])
  await new Promise(setImmediate)
})

test('all waits of one request together last at most seven seconds, and those of an upload seven seconds each', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const limits = { ...defaultLimits.floods, visitorCallsAtOnce: 1 }
  const { queued, lookUpSession } = limitConcurrency(limits, (address) => address)
  let endFirst = () => {}
  const first = queued(visitor, () => new Promise<void>((resolve) => (endFirst = resolve)))
  const headers = { authorization: 'Bearer unseen' }
  const requests = [{}, { sends: 'multipart' }].map((config) => requestWith({ headers, principal: null, config }))
  const lookUps = requests.map((request) => lookUpSession(request, () => Promise.resolve('found')))
  await vi.advanceTimersByTimeAsync(6_000)
  endFirst()
  await Promise.all([first, ...lookUps])
  void queued(visitor, neverEnds)
  const refusals: unknown[] = []
  for (const request of requests) void queued(request, neverEnds).catch((error: unknown) => refusals.push(error))
  await vi.advanceTimersByTimeAsync(1_100)
  expect(refusals).toEqual([expect.objectContaining({ status: 503 })])
  await vi.advanceTimersByTimeAsync(6_000)
  expect(refusals).toHaveLength(2)
})

test('the call of a visitor who has disconnected while waiting is never run', async () => {
  const { queued } = limitConcurrency({ ...defaultLimits.floods, visitorCallsAtOnce: 1 }, (address) => address)
  let endFirst = () => {}
  const first = queued(visitor, () => new Promise<void>((resolve) => (endFirst = resolve)))
  const socket = { destroyed: false }
  let isBooked = false
  const gone = requestWith({ headers: {}, principal: null, socket })
  const booking = queued(gone, () => Promise.resolve(void (isBooked = true)))
  socket.destroyed = true
  endFirst()
  await Promise.all([first, expect(booking).rejects.toMatchObject(isRefused)])
  expect(isBooked).toBe(false)
})
