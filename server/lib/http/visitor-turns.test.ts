import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { VisitorTurns } from './visitor-turns.ts'

test('requests of visitors start in the order of their arrival, and other work, such as requests of staff, runs between any two', async () => {
  const turns = new VisitorTurns()
  const events: string[] = []
  for (const n of [1, 2, 3]) turns.start(() => void events.push(`visitor ${n}`))
  expect(events).toEqual([])
  for (const n of [1, 2, 3]) {
    await nextTurn()
    events.push(`staff ${n}`)
  }
  expect(events).toEqual(['visitor 1', 'staff 1', 'visitor 2', 'staff 2', 'visitor 3', 'staff 3'])
})

test('a visitor’s request that throws does not delay the requests after it', async () => {
  const turns = new VisitorTurns()
  const events: string[] = []
  const uncaught = new Promise((resolve) => process.once('uncaughtException', resolve))
  turns.start(() => {
    throw new Error('a request that breaks')
  })
  turns.start(() => void events.push('the next one'))
  expect(await uncaught).toMatchObject({ message: 'a request that breaks' })
  await nextTurn()
  expect(events).toEqual(['the next one'])
})
