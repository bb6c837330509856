import { describe, expect, test } from 'vitest'
import { periodMessages } from '#shared/lib/messages.ts'
import { periodError, periodOf, QUICK_FILTERS, quickFilterOf } from './period.ts'

describe('quick filters of the transactions', () => {
  test.each([
    ['all', '2026-11-21', {}],
    ['today', '2026-11-21', { from: '2026-11-21', to: '2026-11-21' }],
    ['yesterday', '2027-01-01', { from: '2026-12-31', to: '2026-12-31' }],
    ['this-week', '2026-11-21', { from: '2026-11-16', to: '2026-11-22' }],
    ['this-week', '2026-11-16', { from: '2026-11-16', to: '2026-11-22' }],
    ['this-week', '2026-11-22', { from: '2026-11-16', to: '2026-11-22' }],
    ['this-week', '2027-01-01', { from: '2026-12-28', to: '2027-01-03' }],
    ['last-month', '2026-11-21', { from: '2026-10-01', to: '2026-10-31' }],
    ['last-month', '2027-01-31', { from: '2026-12-01', to: '2026-12-31' }],
    ['last-month', '2028-03-31', { from: '2028-02-01', to: '2028-02-29' }],
  ] as const)('the quick filter %s selects the right dates on %s', (filter, today, period) =>
    expect(periodOf(filter, today)).toEqual(period),
  )

  test('a period is recognised as the quick filter with the same dates', () => {
    for (const filter of QUICK_FILTERS) expect(quickFilterOf(periodOf(filter, '2026-11-21'), '2026-11-21')).toBe(filter)
  })

  test('any other period matches no quick filter', () => {
    expect(quickFilterOf({ from: '2026-11-01', to: '2026-11-21' }, '2026-11-21')).toBeUndefined()
  })
})

test.each([
  ['', '', null],
  ['2026-11-16', '2026-11-22', null],
  ['2026-11-16', '2026-11-16', null],
  ['2026-11-16', '', periodMessages.bothDates],
  ['', '2026-11-22', periodMessages.bothDates],
  ['2026-11-22', '2026-11-16', periodMessages.dateOrder],
])('a period of transactions from %j to %j has the error %s', (from, to, problem) =>
  expect(periodError(from, to)).toBe(problem),
)
