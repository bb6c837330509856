import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { salesContract } from '#shared/sales/contract.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { listOf } from '#web/test/samples.ts'
import { answerBy, drawScreen } from '#web/test/screen.tsx'
import TransactionsPage from './transactions-page.tsx'

withMorning()

const summary = { total_revenue: 0, transaction_count: 0, average: 0, active_customers: 0, methods: [] }

test('after midnight in Manila the filter “Today” of the transactions is the new day', async () => {
  const asks: URLSearchParams[] = []
  answerBy(salesContract.list, (url) => {
    asks.push(url.searchParams)
    return { ...listOf(), summary }
  })
  const { person } = drawScreen(<TransactionsPage />, { at: `/cashier/transactions?from=${TODAY}&to=${TODAY}` })
  const quick = await screen.findByRole('radio', { name: 'Today' })
  expect(quick.getAttribute('aria-checked')).toBe('true')
  vi.setSystemTime(new Date('2026-11-22T00:00:30+08:00'))
  await waitFor(() => expect(quick.getAttribute('aria-checked')).toBe('false'))
  await person.click(quick)
  await waitFor(() => expect(asks.at(-1)?.get('from')).toBe('2026-11-22'))
})
