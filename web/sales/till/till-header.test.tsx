import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { liveContract } from '#shared/appointments/live-contract.ts'
import { requestMessages } from '#shared/appointments/desk-messages.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { formatGrowth } from '#shared/lib/numbers.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import { TillHeader } from './till-header.tsx'

const nothing = () => undefined

test('on a phone the bar of the till shows the growth under the amount and the date in its menu, and each button is large enough for fingers', async () => {
  const sales = { date: '2026-11-23' as CivilDate, daily_sales: 12_345, growth_rate: 12.4, transaction_count: 9 }
  answer(salesContract.dailySales, { data: sales })
  answer(liveContract.requestCount, { data: { requests: 0 } })
  const { person } = drawScreen(<TillHeader onReload={nothing} onKeys={nothing} onBook={nothing} />, {
    role: 'cashier',
  })
  const growth = await screen.findByText(formatGrowth(12.4))
  expect(growth.closest('.max-\\[42rem\\]\\:flex-col')?.textContent).toContain('₱12,345.00')
  const requests = await screen.findByRole('button', { name: requestMessages.noneWaiting })
  for (const box of [requests, requests.closest('[data-keep-clear]')!, screen.getByRole('button', { name: s.menu })])
    expect(box.className.split(' ')).toContain('size-touch')
  await person.click(screen.getByRole('button', { name: s.menu }))
  const menu = await screen.findByRole('menu')
  expect(menu.textContent).toMatch(/^\w+day, \w+ \d+, \d{4}/)
})
