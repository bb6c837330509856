import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { answer, drawScreen, refuse } from '#web/test/screen.tsx'
import DashboardPage from './dashboard-page.tsx'

const refused = { status: 403, message: 'No.' }

const sales = () =>
  answer(dashboardContract.monthlySales, {
    data: {
      'Monthly-sales': [{ month: 'November 2026', total_sales: 100 }],
      total_sales: 100,
      monthly_growth_rate: 0,
      Today_sales: 0,
      daily_growth_rate: 0,
      so_far: { month: null, month_compared: { from: '2026-10-01', to: '2026-10-21' }, day: null },
    },
    notices: [],
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
