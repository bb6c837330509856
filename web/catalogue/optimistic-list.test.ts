import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { optimistically, withChanged, without, type List } from './optimistic-list.ts'

type Row = { id: string; name: string }
const key = [catalogueContract.services.url, { querystring: { page: 1 } }]
const otherKey = [catalogueContract.addOns.url, {}]
const list = (): List<Row> => ({ data: ['a', 'b'].map((id) => ({ id, name: `name ${id}` })), total: 2 })

function queriesWithList(): QueryClient {
  const queries = new QueryClient()
  queries.setQueryData(key, list())
  queries.setQueryData(otherKey, list())
  return queries
}
const names = (queries: QueryClient) => queries.getQueryData<List<Row>>(key)?.data.map((row) => row.name)

test('a change of a list is displayed before the server has answered', async () => {
  const queries = queriesWithList()
  const changed = { id: 'a', name: 'changed' }
  let seen: string[] | undefined
  await optimistically<Row>(
    queries,
    key,
    (before) => withChanged(before, changed),
    () => {
      seen = names(queries)
      return Promise.resolve()
    },
  )
  expect(seen).toEqual(['changed', 'name b'])
  expect(names(queries)).toEqual(['changed', 'name b'])
})

test('when a change of a list fails, the list is restored, everything is reloaded, and the caller gets the error', async () => {
  const queries = queriesWithList()
  const remove = optimistically<Row>(
    queries,
    key,
    (before) => without(before, before.data[0]!),
    () => {
      expect(queries.getQueryData<List<Row>>(key)).toMatchObject({ total: 1, data: [{ id: 'b' }] })
      return Promise.reject(new Error('refused'))
    },
  )
  await expect(remove).rejects.toThrow('refused')
  expect(queries.getQueryData(key)).toEqual(list())
  for (const one of [key, otherKey]) expect(queries.getQueryState(one)?.isInvalidated).toBe(true)
})

test('a list that has not been loaded yet is not put into the cache by a change of one of its rows', async () => {
  const queries = new QueryClient()
  await optimistically<Row>(
    queries,
    key,
    (before) => without(before, { id: 'a', name: '' }),
    () => Promise.resolve(),
  )
  expect(queries.getQueryData(key)).toBeUndefined()
})
