import { describe, expect, test } from 'vitest'
import { salesContract } from '#shared/sales/contract.ts'
import { parseListQuery } from '#web/data/list-endpoint.ts'

const state = { search: '', from: '', to: '', page: 1 }
const queryOf = (typed: typeof state) =>
  parseListQuery(
    salesContract.list,
    new URLSearchParams(Object.entries(typed).map(([name, value]) => [name, String(value)])),
  )

describe('the filters of the transactions in the URL', () => {
  test('a URL without filters requests the first page of all transactions', () =>
    expect(queryOf(state)).toEqual({ search: '', page: 1, per_page: 12 }))

  test('the filters of the transactions contain a period if both of its dates are set', () =>
    expect(queryOf({ ...state, from: '2026-11-16', to: '2026-11-22' })).toMatchObject({
      from: '2026-11-16',
      to: '2026-11-22',
    }))

  test.each([
    ['a single date', '2026-11-16', ''],
    ['a date that does not exist', '2026-02-30', '2026-03-01'],
    ['an end before the start', '2026-11-22', '2026-11-16'],
    ['text that is no date', "' or 1=1", 'x'],
  ])('the filters of the transactions contain no valid period if it is %s', (_, from, to) => {
    expect(queryOf({ ...state, from, to })).not.toHaveProperty('from')
    expect(queryOf({ ...state, from, to })).not.toHaveProperty('to')
  })

  test.each([
    [0, 1],
    [7, 7],
    [999_999_999, 1_000_000],
  ])('the filters of the transactions with the page number %i request page %i', (typed, page) =>
    expect(queryOf({ ...state, page: typed }).page).toBe(page),
  )

  test('the filters of the transactions contain a search that is trimmed and limited in length', () =>
    expect(queryOf({ ...state, search: `  ${'a'.repeat(200)}` }).search).toBe('a'.repeat(100)))
})
