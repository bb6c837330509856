import { expect, test } from 'vitest'
import { collectReads } from './collect-reads.ts'

type Row = { of: string; text: string }

const rows: readonly Row[] = [
  { of: 'a', text: 'first' },
  { of: 'c', text: 'second' },
  { of: 'a', text: 'third' },
]

test('records that are asked for at about the same time are read in requests of at most the given size, and each reader gets the rows of its record', async () => {
  const requests: string[][] = []
  const read = collectReads<Row>({
    most: 2,
    read: async (ids) => {
      requests.push(ids)
      return rows.filter((row) => ids.includes(row.of))
    },
    idOf: (row) => row.of,
  })
  const answers = await Promise.all(['a', 'b', 'c', 'a'].map(read))
  expect(answers.map((found) => found.map(({ text }) => text))).toEqual([
    ['first', 'third'],
    [],
    ['second'],
    ['first', 'third'],
  ])
  expect(requests).toEqual([['a', 'b'], ['c']])
  await read('b')
  expect(requests).toEqual([['a', 'b'], ['c'], ['b']])
})

test('if a request for several records fails, only the readers of these records get the error', async () => {
  const read = collectReads<Row>({
    most: 1,
    read: (ids) => (ids.includes('a') ? Promise.reject(new Error('refused')) : Promise.resolve(rows)),
    idOf: (row) => row.of,
  })
  const [first, second] = await Promise.allSettled(['a', 'c'].map(read))
  expect(first).toMatchObject({ status: 'rejected', reason: { message: 'refused' } })
  expect(second).toMatchObject({ status: 'fulfilled', value: [{ text: 'second' }] })
})
