import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { VisitorTurns } from './visitor-turns.ts'

const limits = { maxWaiting: 6, maxWaitingPerAddress: 4, longestPauseMs: 200 }
const requestOf = (start: () => void, address = 'one address') => ({
  sender: { address, session: 'one session' },
  start,
  refuse: () => {},
  isGone: () => false,
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('requests of visitors start in the order of their arrival, and other work, such as requests of staff, runs between any two', async () => {
  const turns = new VisitorTurns(() => false, limits)
  const events: string[] = []
  for (const n of [1, 2, 3]) turns.start(requestOf(() => void events.push(`visitor ${n}`)))
  expect(events).toEqual([])
  for (const n of [1, 2, 3]) {
    await nextTurn()
    events.push(`staff ${n}`)
  }
  expect(events).toEqual(['visitor 1', 'staff 1', 'visitor 2', 'staff 2', 'visitor 3', 'staff 3'])
})

test('a visitor’s request that throws does not delay the requests after it', async () => {
  const turns = new VisitorTurns(() => false, limits)
  const events: string[] = []
  const uncaught = new Promise((resolve) => process.once('uncaughtException', resolve))
  turns.start(
    requestOf(() => {
      throw new Error('a request that breaks')
    }),
  )
  turns.start(requestOf(() => void events.push('the next one')))
  expect(await uncaught).toMatchObject({ message: 'a request that breaks' })
  await nextTurn()
  expect(events).toEqual(['the next one'])
})

test('while staff are active, the process pauses after each visitor’s request five times as long as it worked on this request, and not longer than the limit', () => {
  vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout'] })
  let workedMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => workedMs)
  let isStaffActive = true
  const turns = new VisitorTurns(() => isStaffActive, limits)
  const events: string[] = []
  const startVisitor = (name: string) =>
    turns.start(
      requestOf(() => {
        events.push(name)
        workedMs += 30
      }),
    )
  startVisitor('first')
  startVisitor('second')
  vi.advanceTimersByTime(145)
  expect(events).toEqual(['first'])
  vi.advanceTimersByTime(10)
  expect(events).toEqual(['first', 'second'])
  startVisitor('slow')
  // Other work keeps the process busy for a second, which would be a pause of five seconds without the limit.
  workedMs += 1_000
  vi.advanceTimersByTime(205)
  expect(events.splice(2)).toEqual(['slow'])
  isStaffActive = false
  startVisitor('third')
  startVisitor('fourth')
  // While no staff are active, no time passes between the requests.
  vi.advanceTimersToNextTimer().advanceTimersToNextTimer()
  expect(events).toEqual(['first', 'second', 'third', 'fourth'])
})

test('waiting requests are limited in total and for each address, the addresses take turns, and a full queue refuses only requests of the address with the most', async () => {
  const turns = new VisitorTurns(() => false, limits)
  const events: string[] = []
  const refused: string[] = []
  const send = (name: string) => {
    const request = requestOf(() => void events.push(name), name.slice(0, 1))
    turns.start({ ...request, refuse: () => void refused.push(name) })
  }
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2']) send(name)
  expect(refused.splice(0)).toEqual(['a5'])
  for (const name of ['b3', 'c1']) send(name)
  expect(refused).toEqual(['a4', 'a3'])
  for (let n = 0; n < 6; n++) await nextTurn()
  expect(events).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'b3'])
  send('a6')
  expect(refused).toEqual(['a4', 'a3'])
})

test('the request of a visitor who has disconnected is never started', async () => {
  const turns = new VisitorTurns(() => false, limits)
  const events: string[] = []
  let hasGone = false
  turns.start({ ...requestOf(() => void events.push('gone')), isGone: () => hasGone })
  turns.start(requestOf(() => void events.push('here')))
  hasGone = true
  await nextTurn()
  expect(events).toEqual(['here'])
})
