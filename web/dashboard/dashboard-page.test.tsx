import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { dashboardMessages as s } from '#shared/dashboard/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { answer, drawScreen, refuse } from '#web/test/screen.tsx'
import DashboardPage from './dashboard-page.tsx'

const refused = { status: 403, message: 'No.' }

const sales = (notices: Output<typeof dashboardContract.monthlySales>['notices'] = []) =>
  answer(dashboardContract.monthlySales, {
    data: {
      'Monthly-sales': [{ month: 'November 2026', total_sales: 100 }],
      total_sales: 100,
      monthly_growth_rate: 0,
      Today_sales: 0,
      daily_growth_rate: 0,
      so_far: { month: null, month_compared: { from: '2026-10-01', to: '2026-10-21' }, day: null },
    },
    notices,
  })
const clients = () =>
  answer(dashboardContract.clients, {
    data: { total_clients: 1, catered_clients_this_month: 1, catered_clients_last_month: 1 },
  })

test.each<[string, () => void, () => void, string]>([
  ['sales', () => refuse(dashboardContract.monthlySales, refused), clients, 'Failed to load monthly sales data.'],
  ['clients', sales, () => refuse(dashboardContract.clients, refused), 'Failed to load clients data.'],
  [
    'sales and clients',
    () => refuse(dashboardContract.monthlySales, refused),
    () => refuse(dashboardContract.clients, refused),
    'Failed to load dashboard data. Please try again.',
  ],
])('a dashboard without its %s says which it lacks', async (_, setSales, setClients, sentence) => {
  setSales()
  setClients()
  drawScreen(<DashboardPage />)
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('books that do not add up stand before everything else, with the way to what was found', async () => {
  sales(['books_differ'])
  clients()
  drawScreen(<DashboardPage />)
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain(s.booksDiffer)
  expect(within(notice).getByRole('link', { name: s.showBooks }).getAttribute('href')).toBe('/reports?report=books')
})
