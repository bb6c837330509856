import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { queryClient } from '#web/lib/query.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { client, listOf, page, sale, sampleId, service, treatment, visit as sampleVisit } from '#web/test/samples.ts'
import { answer, asked, drawScreen, loseConnection, refuse, sentBodies, sentKeys } from '#web/test/screen.tsx'
import CheckoutPage from './checkout-page.tsx'
import { dispatchOrder } from './order-store.ts'

const visit: StaffAppointment = {
  ...sampleVisit,
  user_id: sampleId(52),
  client_id: sampleId(53),
  name: 'Rosa Lim',
  contact_number: '+639171234567',
  appointment_date: TODAY,
  status: 'confirmed',
}

withMorning()

beforeEach(() => {
  localStorage.clear()
  dispatchOrder({ type: 'next', key: crypto.randomUUID() })
  answer(catalogueContract.treatments, listOf(treatment))
  answer(catalogueContract.services, listOf(service))
  answer(appointmentsContract.payable, { appointments: [visit], total: 1, ...page })
  const bianca = { ...client, last_visit: '2026-11-20', email: 'bianca@mutya.test', contact_number: '+639177654321' }
  answer(clientsContract.list, { clients: [bianca], total: 1, ...page })
})

/** Opens the payment of one service after the connection of a running till is lost. */
async function payOffline() {
  const { person } = drawScreen(<CheckoutPage />, { role: 'cashier', at: '/cashier' })
  const shelf = await screen.findByRole('group', { name: 'Services' })
  // Waits for requests of lazily loaded parts before the connection is lost.
  for (const call of ['GET /api/clients', 'GET /api/appointments/requests/count'])
    await expect.poll(() => asked.includes(call)).toBe(true)
  await person.click(within(shelf).getByRole('button', { name: /Hydra Glow/ }))
  await person.click(screen.getByRole('radio', { name: 'Cash' }))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  const before = asked.length
  await person.click(screen.getByRole('button', { name: 'Process Payment' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Payment Details' }))
  return { person, dialog, before, name: () => dialog.getByRole('combobox', { name: 'Customer Name' }) }
}

test('without a connection the till shows a message, and clients with a visit today can be chosen', async () => {
  const { person, dialog, before, name } = await payOffline()
  await person.type(name(), 'zzz')
  expect(await screen.findByText('You are offline, and no client with a visit today has this name.')).toBeTruthy()
  const hint = 'You are offline. You can only choose clients with a visit today or a recent one.'
  expect(dialog.getByText(hint)).toBeTruthy()
  expect(screen.queryByRole('option', { name: /as walk-in/ })).toBeNull()
  await person.clear(name())
  await person.type(name(), 'rosa')
  await person.click(await screen.findByRole('option', { name: /Rosa Lim/ }))
  expect(dialog.getByText('Today, 9:00 AM: Hydra Glow (Facials), ₱1,500')).toBeTruthy()
  await person.click(dialog.getByRole('button', { name: 'Exact amount' }))
  expect(dialog.getByText(/^You are offline. When the connection is back, press Retry/)).toBeTruthy()
  // Nothing was requested, and no personal data was stored on the device.
  expect(asked.slice(before)).toEqual([])
  expect(JSON.stringify(localStorage)).not.toContain('Rosa')
})

test('without a connection a recent client can be chosen, and the cashier states that there is no appointment', async () => {
  const { person, dialog, name } = await payOffline()
  await person.click(dialog.getByRole('radio', { name: 'Existing Client' }))
  await person.type(name(), 'bianca')
  const option = await screen.findByRole('option', { name: /Bianca Garcia/ })
  expect(option.textContent).toContain('Last visit Nov 20, 2026')
  await person.click(option)
  expect(dialog.getByText('You are offline. Only today’s visits are shown.')).toBeTruthy()
  const none = dialog.getByRole('radio', { name: 'No appointment (walk-in visit)' })
  expect(none.getAttribute('aria-checked')).toBe('false')
})

test('for use without a connection the till stores no mobile number or e-mail of a client', async () => {
  await payOffline()
  const kept = JSON.stringify(queryClient.getQueriesData({ queryKey: [clientsContract.list.url] }))
  expect(kept).toContain('Bianca Garcia')
  expect(kept).not.toContain('639177654321')
  expect(kept).not.toContain('bianca@mutya.test')
})

test('without a connection the order is kept, a message is shown, and the order can be changed and paid later', async () => {
  loseConnection(salesContract.checkout)
  const { person } = await payOffline()
  const press = async (name: string) => person.click(await screen.findByRole('button', { name }))
  const pay = async () => {
    await person.type(screen.getByRole('combobox', { name: 'Customer Name' }), 'rosa')
    await person.click(await screen.findByRole('option', { name: /Rosa Lim/ }))
    await press('Exact amount')
    await press('Confirm Payment')
  }
  await pay()
  expect(await screen.findByText(/^You are offline\. The order is/)).toBeTruthy()
  await press('Retry')
  expect(await screen.findByText('Still no answer. The order is kept. Retry in a moment.')).toBeTruthy()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText(/^You are offline\. The order is/)).toBeNull())
  refuse(salesContract.byKey, { status: 404, message: 'Not found.' })
  await press('Change the order')
  expect(await screen.findByText('Nothing was recorded. You can change the order.')).toBeTruthy()
  await press('One more Hydra Glow')
  answer(salesContract.checkout, { data: sale })
  await press('Process Payment')
  await screen.findByRole('dialog', { name: 'Payment Details' })
  await pay()
  expect(await screen.findByRole('dialog', { name: 'Receipt Preview' })).toBeTruthy()
  const payments = sentBodies.filter((body) => Object.hasOwn(body as object, 'total_after_discount'))
  expect(payments).toMatchObject([1500, 1500, 3000].map((total_after_discount) => ({ total_after_discount })))
  expect(new Set(sentKeys).size).toBe(1)
})
