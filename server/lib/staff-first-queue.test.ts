import { expect, test } from 'vitest'
import { StaffFirstQueue, type StaffFirstLimits } from './staff-first-queue.ts'

/** A queue, the names it has admitted in order, and `enter`, which returns a function that leaves the queue. */
function openQueue(limits: StaffFirstLimits) {
  const queue = new StaffFirstQueue(limits)
  const admitted: string[] = []
  const enter = (name: string) =>
    queue.enter({ isStaff: name.startsWith('staff'), key: name.split(' ')[0]! }, () => void admitted.push(name))
  return { queue, admitted, enter }
}

test('the upload queue admits staff before all waiting clients', () => {
  const { admitted, enter } = openQueue({ atOnce: 1, clientsAtOnce: 1 })
  const leaveAna = enter('ana 1')
  for (const name of ['bea 1', 'cara 1', 'staff 1', 'staff 2']) enter(name)
  leaveAna()
  expect(admitted).toEqual(['ana 1', 'staff 1'])
})

test('the upload queue leaves room for staff and for another client, however many uploads one client sends', () => {
  const { queue, admitted, enter } = openQueue({ atOnce: 3, clientsAtOnce: 2 })
  for (let n = 1; n <= 10; n++) enter(`ana ${n}`)
  expect(admitted).toEqual(['ana 1'])
  for (const name of ['bea 1', 'cara 1', 'staff 1', 'staff 2']) enter(name)
  expect(admitted).toEqual(['ana 1', 'bea 1', 'staff 1'])
  expect(queue.waiting).toBe(11)
})

test('before the second upload of a client is admitted, every other waiting client has one upload admitted', () => {
  const { admitted, enter } = openQueue({ atOnce: 1, clientsAtOnce: 1 })
  const leave = enter('ana 1')
  const others = ['ana 2', 'ana 3', 'bea 1', 'cara 1'].map((name) => ({ name, leave: enter(name) }))
  leave()
  for (let n = 0; n < others.length; n++) others.find(({ name }) => name === admitted.at(-1))!.leave()
  expect(admitted).toEqual(['ana 1', 'bea 1', 'cara 1', 'ana 2', 'ana 3'])
})

test('the upload queue admits the next upload after a failure, and removes waiting ones that disconnect', async () => {
  const { queue, admitted, enter } = openQueue({ atOnce: 1, clientsAtOnce: 1 })
  const failing = queue.run({ isStaff: true, key: 'staff' }, () => Promise.reject(new Error('broken')))
  const leave = enter('ana 1')
  enter('bea 1')
  leave()
  leave()
  expect(queue.waiting).toBe(1)
  await expect(failing).rejects.toThrow('broken')
  expect(admitted).toEqual(['bea 1'])
})
