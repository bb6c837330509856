import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dashboardContract } from '#shared/dashboard/contract.ts'
import { dashboardMessages as s } from '#shared/dashboard/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { answer, drawScreen, loseConnection, refuse } from '#web/test/screen.tsx'
import DashboardPage from './dashboard-page.tsx'

const refused = { status: 403, message: 'No.' }

type Sales = Output<typeof dashboardContract.monthlySales>
const sales = (
  notices: Sales['notices'] = [],
  failing_jobs: Sales['failing_jobs'] = [],
  figures: Partial<Sales['data']> = {},
) =>
  answer(dashboardContract.monthlySales, {
    data: {
      'Monthly-sales': [{ month: 'November 2026', total_sales: 100 }],
      total_sales: 100,
      monthly_growth_rate: 0,
      Today_sales: 0,
      daily_growth_rate: 0,
      so_far: { month: null, month_compared: { from: '2026-10-01', to: '2026-10-26' }, day: null },
      ...figures,
    },
    notices,
    failing_jobs,
  })
const clients = () =>
  answer(dashboardContract.clients, {
    data: { total_clients: 400, active_clients: 297, catered_clients_this_month: 297, catered_clients_last_month: 290 },
  })

const today = () => {
  const expiring = { expired: 1, expiring_in_7_days: 3, expiring_in_30_days: 4 }
  answer(dashboardContract.today, { data: { visits: 2, requests: 0, unpaid_visits: 0, low_stock: 0, ...expiring } })
}

test.each<[string, () => void, () => void, string]>([
  ['sales', () => refuse(dashboardContract.monthlySales, refused), clients, 'Failed to load monthly sales data.'],
  ['clients', sales, () => refuse(dashboardContract.clients, refused), 'Failed to load clients data.'],
  [
    'sales and clients',
    () => refuse(dashboardContract.monthlySales, refused),
    () => refuse(dashboardContract.clients, refused),
    'Failed to load dashboard data. Please try again.',
  ],
])('a dashboard without its %s names what could not be loaded', async (_, setSales, setClients, sentence) => {
  setSales()
  setClients()
  drawScreen(<DashboardPage />)
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('books that do not add up are reported first on the dashboard, with a link to the differences', async () => {
  sales(['books_differ'])
  clients()
  drawScreen(<DashboardPage />)
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain(s.booksDiffer)
  expect(within(notice).getByRole('link', { name: s.showBooks }).getAttribute('href')).toBe('/reports?report=books')
})

test('failing background jobs are shown to the admin on the dashboard', async () => {
  sales([], ['check-books', 'daily-backup'])
  clients()
  drawScreen(<DashboardPage />)
  const notice = await screen.findByRole('note')
  expect(notice.textContent).toBe(`Mutya could not check the books, make the daily backup${s.jobsFailHint}`)
})

test('an untrusted proxy is shown to an admin on the dashboard', async () => {
  sales(['proxy_not_trusted'])
  clients()
  drawScreen(<DashboardPage />)
  const notice = await screen.findByRole('note')
  expect(notice.textContent).toContain('All visitors seem to come from one address')
  expect(notice.textContent).toContain('TRUSTED_PROXY')
})

const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).closest('dl > div')!

test('the dashboard shows four figures with their notes, the time of the last update, and placeholders while loading', async () => {
  drawScreen(<DashboardPage />)
  expect(document.querySelectorAll('dl > div')).toHaveLength(4)
  expect(document.querySelector('dl .skeleton')).not.toBeNull()
  expect(screen.queryByText(/^Last updated/)).toBeNull()
  cleanup()
  sales()
  clients()
  drawScreen(<DashboardPage />)
  await waitFor(() => expect(document.querySelector('dl .skeleton')).toBeNull())
  // Reads only the first four `dt` elements: those after them are the two months of the ring chart.
  expect([...document.querySelectorAll('dl dt')].slice(0, 4).map(({ textContent }) => textContent)).toEqual([
    'Monthly Sales',
    'Total Sales',
    'Total Clients',
    "Today's Sales",
  ])
  expect(figure('Total Sales').textContent).toContain('All-time revenue')
  expect(figure('Total Clients').textContent).toContain(
    'Active customers: 297 with a visit or sale in the last 12 months',
  )
  expect(figure('Monthly Sales').textContent).toMatch(/₱[\d,]+\.\d\d/)
  expect(screen.getByText(/^Last updated \d{1,2}:\d\d:\d\d [AP]M$/)).toBeTruthy()
})

test('dashboard figures that cannot be loaded show an error and can be tried again; other figures stay', async () => {
  loseConnection(dashboardContract.monthlySales)
  clients()
  today()
  const { person } = drawScreen(<DashboardPage />)
  expect(await screen.findByText('Failed to load monthly sales data.')).toBeTruthy()
  await waitFor(() => expect(figure('Total Clients').textContent).toMatch(/\d/))
  expect(screen.getByRole('link', { name: /^Expire within 30 days/ }).textContent).toBe(
    'Expire within 30 days1 expired, 2 within 7 days4',
  )
  expect(figure('Total Sales').textContent).toContain('—')
  sales()
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('Failed to load monthly sales data.')).toBeNull())
  expect(figure('Total Sales').textContent).toContain('₱')
})

test('the full ring chart on the dashboard names the numbers of clients of this month and of last month', async () => {
  sales()
  clients()
  drawScreen(<DashboardPage />)
  const ring = await screen.findByRole('img')
  expect(ring.getAttribute('aria-label')).toBe(
    '297 clients this month so far against 290 in all of last month, 100 percent',
  )
  expect(screen.getByText('This month so far').closest('div')!.textContent).toContain('297')
  expect(screen.getByText('All of last month').closest('div')!.textContent).toContain('290')
  expect(screen.getByText('7 clients more than in all of last month')).toBeTruthy()
})

test.each([
  ['no sale today', 0, 'No sales yet (none by this time yesterday)'],
  ['a sale today', 1200, 'No sales by this time yesterday'],
])(
  'when there was no sale yesterday by this time, the dashboard card for today says so (with %s)',
  async (_, sold, note) => {
    sales([], [], { Today_sales: sold })
    clients()
    drawScreen(<DashboardPage />)
    await waitFor(() => expect(figure("Today's Sales").textContent).toContain(note))
    expect(figure('Monthly Sales').textContent).toContain('No sales in Oct 1–26 to compare')
  },
)

test('REFRESH shows the new figures, and the new bar of the current month', async () => {
  sales()
  clients()
  today()
  const { person } = drawScreen(<DashboardPage />)
  await waitFor(() => expect(figure("Today's Sales").textContent).toContain('₱0.00'))
  const months = [{ month: 'November 2026', total_sales: 1600 }]
  sales([], [], { Today_sales: 1500, total_sales: 1700, 'Monthly-sales': months })
  await person.click(screen.getByRole('button', { name: 'REFRESH' }))
  await waitFor(() => expect(figure("Today's Sales").textContent).toContain('₱1,500.00'))
  expect(figure('Total Sales').textContent).toContain('₱1,700.00')
  expect(await screen.findByRole('button', { name: 'November 2026: ₱1,600' })).toBeTruthy()
})

test('a section that a user hides on the dashboard stays hidden for that user', async () => {
  sales()
  clients()
  const { person } = drawScreen(<DashboardPage />)
  await person.click(await screen.findByRole('button', { name: 'Settings' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Dashboard Settings' }))
  await person.click(dialog.getByRole('checkbox', { name: 'Total Clients' }))
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  const isShown = () => screen.queryByText('Total Clients', { selector: 'dt' }) !== null
  await waitFor(() => expect(isShown()).toBe(false))
  cleanup()
  drawScreen(<DashboardPage />)
  await waitFor(() => expect(figure('Total Sales').textContent).toContain('₱'))
  expect(isShown()).toBe(false)
  localStorage.clear()
})

test('the growth of an unfinished month says “so far”, compares the same days of both months, and is not red or green', async () => {
  const compared = { from: '2026-10-01', to: '2026-10-14' }
  sales([], [], { so_far: { month: -100, month_compared: compared, day: null } })
  clients()
  drawScreen(<DashboardPage />)
  await waitFor(() => expect(figure('Monthly Sales').textContent).toContain('−100% so far vs Oct 1–14'))
  expect(figure('Monthly Sales').querySelector('.text-danger, .text-success')).toBeNull()
})
