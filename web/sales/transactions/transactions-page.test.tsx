import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { salesContract } from '#shared/sales/contract.ts'
import { transactionsMessages as s } from '#shared/sales/messages.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { listOf, sale, sampleId } from '#web/test/samples.ts'
import { answerBy, drawScreen } from '#web/test/screen.tsx'
import TransactionsPage from './transactions-page.tsx'

withMorning()

const summary = { total_revenue: 0, transaction_count: 0, average: 0, active_customers: 0, methods: [] }

test('after midnight in Manila the filter “Today” of the transactions means the new day', async () => {
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

test('a sales slip of today can be voided until its invoice is issued; from then on it opens the invoice', async () => {
  const slip = {
    ...sale,
    mode: 'small_sale' as const,
    document_name: 'Sales slip 000001 (Front desk)',
    business_date: TODAY,
  }
  const cover = { id: sampleId(70), document_name: 'Non-VAT invoice 000009 (Front desk)' }
  const covered = { ...slip, id: sampleId(71), document_name: 'Sales slip 000002 (Front desk)', cover }
  answerBy(salesContract.list, () => ({ ...listOf(slip, covered), summary }))
  drawScreen(<TransactionsPage />, { at: '/settings/Transactions', role: 'admin' })
  expect(await screen.findByRole('button', { name: s.voidThis(slip.document_name) })).toBeTruthy()
  expect(screen.queryByRole('button', { name: s.voidThis(covered.document_name) })).toBeNull()
  expect(screen.getByRole('button', { name: s.coveredBy(cover.document_name) })).toBeTruthy()
})
