import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { liveContract } from '#shared/appointments/live-contract.ts'
import { requestMessages } from '#shared/appointments/desk-messages.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashTillMessages } from '#shared/cash/till-messages.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { formatGrowth } from '#shared/lib/numbers.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { TODAY } from '#web/test/clock.ts'
import { sampleId } from '#web/test/samples.ts'
import { queryClient } from '#web/lib/query.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import { add, peel } from './order-samples.ts'
import { beginNextOrder, currentOrder, dispatchOrder } from './order-store.ts'
import { TillHeader } from './till-header.tsx'

const nothing = () => undefined

/** Sets the parked orders as another tab of the till would. */
function storePark(orders: readonly object[]): void {
  localStorage.setItem('mutya.parked-orders', JSON.stringify(orders))
  window.dispatchEvent(new StorageEvent('storage', { key: 'mutya.parked-orders' }))
}

test('on a phone the bar of the till shows today’s sales with their growth below and the date in its menu, and each button is large enough for fingers', async () => {
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

test('the bar of the till shows the date, today’s sales, and their growth against yesterday unless it is zero', async () => {
  vi.setSystemTime(new Date(`${TODAY}T09:00:00+08:00`))
  const draw = async (growth_rate: number) => {
    cleanup()
    queryClient.clear()
    answer(salesContract.dailySales, { data: { date: TODAY, daily_sales: 4321, growth_rate, transaction_count: 1 } })
    drawScreen(<TillHeader onReload={nothing} onKeys={nothing} onBook={nothing} />, { role: 'cashier' })
    const bar = screen.getByRole('banner')
    await waitFor(() => expect(bar.textContent).toContain('₱4,321.00'))
    expect(bar.textContent).toContain('Saturday, November 21, 2026')
    return bar
  }
  for (const [growth, text, colour] of [
    [12.4, '+12.4%', 'text-success'],
    [-8.05, '−8.05%', 'text-danger'],
  ] as const) {
    const bar = await draw(growth)
    expect(screen.getByText(text).closest(`.${colour}`)).not.toBeNull()
    expect(bar.textContent).toContain(`${text} compared with yesterday`)
  }
  expect((await draw(0)).textContent).not.toContain('compared with yesterday')
})

test('the terminal of a device cannot be changed while the device has an unpaid or parked order, and the till says what to do', async () => {
  const [front, back] = [
    { id: sampleId(61), name: 'Front desk', has_open_shift: false },
    { id: sampleId(62), name: 'Back room', has_open_shift: false },
  ]
  const till = {
    is_on: true,
    terminals: [front, back],
    terminal: front,
    shift: null,
    unclosed_date: null,
    asks_colleague: false,
    can_close_day: false,
    z_reading_id: null,
    step: 'open-shift' as const,
  }
  answer(cashContract.till, { data: till })
  const { person } = drawScreen(<TillHeader onReload={nothing} onKeys={nothing} onBook={nothing} />, {
    role: 'cashier',
  })
  beginNextOrder()
  const chooseTerminal = async () => {
    await person.click(await screen.findByRole('button', { name: cashTillMessages.noShift }))
    await person.click(await screen.findByRole('menuitem', { name: cashTillMessages.chooseTerminal }))
  }
  const refusals = () => screen.queryAllByText(cashTillMessages.ordersOfTerminalText('Front desk'))
  act(() => void dispatchOrder(add(peel)))
  await chooseTerminal()
  await waitFor(() => expect(refusals()).toHaveLength(1))
  // The test closes the first toast. On a slow machine the toast would otherwise close by itself before the second one
  // opens.
  await person.click(screen.getByRole('button', { name: uiMessages.dismiss }))
  await waitFor(() => expect(refusals()).toHaveLength(0))
  const parked = [{ name: 'Ana', parkedAt: '2026-11-23T01:00:00Z', clientId: null, order: currentOrder() }]
  act(() => void beginNextOrder())
  act(() => storePark(parked))
  await chooseTerminal()
  await waitFor(() => expect(refusals()).toHaveLength(1))
  await person.click(screen.getByRole('button', { name: uiMessages.dismiss }))
  await waitFor(() => expect(refusals()).toHaveLength(0))
  act(() => storePark([]))
  await chooseTerminal()
  expect(await screen.findByRole('dialog', { name: cashTillMessages.terminalTitle })).toBeTruthy()
  expect(refusals()).toHaveLength(0)
})
