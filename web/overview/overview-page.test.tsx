import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { overviewContract, type Overview } from '#shared/overview/contract.ts'
import { overviewMessages as s } from '#shared/overview/messages.ts'
import { summaryMessages } from '#shared/overview/summary-messages.ts'
import { answer, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import { DailySummaryCard } from './daily-summary-card.tsx'
import OverviewPage from './overview-page.tsx'

const quiet: Overview['needs'] = {
  requests: 0,
  closures: 0,
  unpaid_visits: 0,
  low_stock: 0,
  expired: 0,
  expiring_in_7_days: 0,
  expiring_in_30_days: 0,
  failed_messages: 0,
  book_differences: 0,
}

const overview = (more: Partial<Overview> = {}): Overview => ({
  date: '2026-11-18',
  today: { booked: 14, arrived: 6, done: 4, sales: 12_500.5, transactions: 5 },
  open_shifts: { is_on: false, shifts: [] },
  week: {
    present: { sales: 90_000, kept: 30, no_shows: 2, new_clients: 7 },
    before: { sales: 80_000, kept: 28, no_shows: 0, new_clients: 9 },
    days: ['16', '17', '18', '19', '20', '21', '22'].map((day, n) => ({
      date: `2026-11-${day}`,
      sales: n < 3 ? 10_000 * n : null,
      sales_before: 20_000,
    })),
  },
  month: { sales: 600_000, monthly_goal: 850_000, version: 3, open_days_left: 10 },
  needs: quiet,
  ...more,
})

const draw = (more?: Partial<Overview>) => {
  answer(overviewContract.read, { data: overview(more) })
  return drawScreen(<OverviewPage />).person
}

test('the owner’s page shows today and this week against last week, and says what each figure means', async () => {
  draw()
  const today = within(await screen.findByRole('region', { name: s.today }))
  const figure = (region: ReturnType<typeof within>, label: string) =>
    region.getByText(label, { selector: 'dt' }).closest('div')!.textContent
  expect(['Booked', 'Arrived', 'Done'].map((label) => figure(today, label))).toEqual(['Booked14', 'Arrived6', 'Done4'])
  expect(figure(today, 'Net sales')).toBe('Net sales₱12,500.505 sales')
  const week = within(screen.getByRole('region', { name: s.week }))
  expect(figure(week, 'Net sales')).toBe('Net sales₱90,000₱80,000 last week')
  expect(figure(week, 'New clients')).toBe('New clients79 last week')
  for (const sentence of [s.todayMeans, s.weekMeans, s.monthMeans]) expect(screen.getByText(sentence)).toBeTruthy()
})

test('each bar of the week’s sales has a label with this and last week’s amount, and the table says which days have not come yet', async () => {
  const person = draw()
  const bars = within(await screen.findByRole('list', { name: s.salesOfDays })).getAllByRole('button')
  expect(bars.map((bar) => bar.getAttribute('aria-label')).slice(1, 3)).toEqual([
    'Tue, Nov 17: ₱10,000, last week ₱20,000',
    'Wed, Nov 18: ₱20,000, last week ₱20,000',
  ])
  expect(bars).toHaveLength(7)
  expect(bars[4]!.getAttribute('aria-label')).toBe('Fri, Nov 20: not yet, last week ₱20,000')
  await person.click(screen.getByRole('button', { name: s.asTable }))
  const rows = within(screen.getByRole('table', { name: s.salesOfDays })).getAllByRole('row')
  expect(rows).toHaveLength(8)
  expect(rows[7]!.textContent).toMatch(/Sun, Nov 22.*not yet.*₱20,000/)
})

test('the owner’s page links each kind of open item to the page where it is settled, and omits kinds without items', async () => {
  const backup_trial = { tried_at: '2026-11-15T03:00:00+08:00', problem: 'The file is damaged.' }
  draw({
    needs: { ...quiet, closures: 1, low_stock: 3, failed_messages: 2, backup: { made_at: null }, backup_trial },
  })
  const card = within(await screen.findByRole('region', { name: s.needsTitle }))
  expect(
    card.getAllByRole('link').map((link) => [link.querySelector('b')!.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['1 request to close an account', '/settings/users?closure=requested'],
    ['3 products with low stock', '/suppliesPage?stock=low'],
    ['2 messages were not sent', '/settings/messages?state=failed'],
    ['There is no backup yet', '/settings/export'],
    ['The backup could not be restored on Nov 15, 2026, 3:00 AM', '/settings/system'],
  ])
})

test('the owner’s page links to the supplies that expire, and has no second link that would only count the same products again', async () => {
  draw({ needs: { ...quiet, expired: 1, expiring_in_7_days: 1, expiring_in_30_days: 4 } })
  const card = within(await screen.findByRole('region', { name: s.needsTitle }))
  expect(
    card.getAllByRole('link').map((link) => [link.querySelector('b')!.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['1 product with expired pieces', '/suppliesPage?stock=expired'],
    ['4 products expire within 30 days or have expired', '/suppliesPage?stock=expires-30'],
  ])
})

test('the owner’s page shows a message when there is nothing to settle', async () => {
  draw()
  expect(await screen.findByText(s.nothing)).toBeTruthy()
})

test('the month card of the owner’s page shows how far the sales are on the way to the goal, and what is left for each open day', async () => {
  draw()
  const bar = await screen.findByRole('progressbar', { name: s.month })
  expect(bar.getAttribute('aria-valuetext')).toBe('70% of the goal')
  expect(screen.getByText('₱250,000 to go · ₱25,000 on each of the 10 open days that are left')).toBeTruthy()
})

test.each([
  ['a reached goal', { sales: 860_000, open_days_left: 0 }, 'Goal reached, ₱10,000 more'],
  ['no open day', { open_days_left: 0 }, '₱250,000 to go · No open day is left this month'],
  ['no goal', { monthly_goal: null }, s.noGoalHint],
])('the month card of the owner’s page explains a month with %s', async (_, month, sentence) => {
  draw({ month: { ...overview().month, ...month } })
  expect(
    await screen.findByText((_text, element) => element?.tagName === 'P' && element.textContent.endsWith(sentence)),
  ).toBeTruthy()
})

test('a month’s sales goal is typed in pesos, sent with the version of the branch, and loaded again', async () => {
  const person = draw({ month: { ...overview().month, monthly_goal: null } })
  await person.click(await screen.findByRole('button', { name: s.setGoal }))
  await person.type(await screen.findByRole('textbox', { name: s.goalField }), '900000')
  answer(overviewContract.saveGoal, { data: { monthly_goal: 900_000, version: 4 } })
  answer(overviewContract.read, { data: overview({ month: { ...overview().month, monthly_goal: 900_000 } }) })
  await person.click(screen.getByRole('button', { name: s.save }))
  expect(await screen.findByText('of ₱900,000')).toBeTruthy()
  expect([sentBodies.at(-1), sentVersions.at(-1)]).toEqual([{ monthly_goal: 900_000 }, '3'])
})

test('an owner’s page that cannot be loaded shows an error and can be loaded again', async () => {
  refuse(overviewContract.read, { message: 'No.' })
  const { person } = drawScreen(<OverviewPage />)
  expect(await screen.findByText(s.failed)).toBeTruthy()
  answer(overviewContract.read, { data: overview() })
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(s.failed)).toBeNull())
  expect(screen.getByRole('region', { name: s.week })).toBeTruthy()
})

test('an admin switches the daily summary on in the profile, which says if the clinic cannot send e-mails', async () => {
  answer(overviewContract.ownSummary, { data: { is_on: false, sends_email: false } })
  const { person } = drawScreen(<DailySummaryCard />)
  const choice = await screen.findByRole('switch', { name: summaryMessages.switch })
  expect(screen.getByText(summaryMessages.noMailServer)).toBeTruthy()
  answer(overviewContract.chooseSummary, { data: { is_on: true, sends_email: true } })
  answer(overviewContract.ownSummary, { data: { is_on: true, sends_email: true } })
  await person.click(choice)
  await waitFor(() => expect(choice.getAttribute('aria-checked')).toBe('true'))
  expect(sentBodies.at(-1)).toEqual({ is_on: true })
  expect(screen.queryByText(summaryMessages.noMailServer)).toBeNull()
})
