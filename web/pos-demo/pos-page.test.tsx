import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { listOf, page, service } from '#web/test/samples.ts'
import { answer, asked, drawScreen, loseConnection } from '#web/test/screen.tsx'
import PosPage from './pos-page.tsx'

const alertOf = async (sentence: string) =>
  within((await screen.findByText(sentence)).closest<HTMLElement>('[role=alert]')!)

test('the demo point-of-sale names data that it cannot load, shows sample treatments instead, and can try again', async () => {
  for (const call of [catalogueContract.treatments, catalogueContract.services, appointmentsContract.list])
    loseConnection(call)
  const { person } = drawScreen(<PosPage />, { at: '/posPage' })
  const tryAgain = async (sentence: string) =>
    person.click((await alertOf(sentence)).getByRole('button', { name: 'Try again' }))
  await person.click(screen.getByRole('tab', { name: /Services/ }))
  expect(await screen.findByText('Failed to fetch treatments.')).toBeTruthy()
  expect(await screen.findByText('Failed to fetch services.')).toBeTruthy()
  answer(catalogueContract.services, listOf(service))
  await tryAgain('Failed to fetch services.')
  // The treatments could not be loaded, so there is no filter by treatment and all services are listed.
  await person.click(await screen.findByRole('button', { name: 'Add Hydra Glow' }))
  expect(screen.queryByText('Failed to fetch services.')).toBeNull()
  expect(screen.getByText('Failed to fetch treatments.')).toBeTruthy()

  await person.click(screen.getByRole('tab', { name: /Confirmed/ }))
  expect(await screen.findByText('Failed to fetch confirmed appointments.')).toBeTruthy()
  answer(appointmentsContract.list, { appointments: [], total: 0, ...page })
  await tryAgain('Failed to fetch confirmed appointments.')
  await waitFor(() => expect(screen.queryByText('Failed to fetch confirmed appointments.')).toBeNull())
  await person.click(screen.getByRole('tab', { name: /Samples/ }))
  await person.click(await screen.findByRole('button', { name: 'Add Back Massage' }))
  const tally = within(screen.getByRole('region', { name: 'Tally Box' }))
  const line = tally.getAllByRole('listitem').find(({ textContent }) => textContent?.includes('Back Massage'))
  expect(line?.textContent).toContain('₱600.00')
})

const NOTICE = 'Demo. Nothing is recorded, not a receipt'
const tally = () => screen.getByRole('region', { name: 'Tally Box' })

test('Checkout and Logout of the demo point-of-sale only show an alert: no request is sent and the session stays', async () => {
  const { person } = drawScreen(<PosPage />, { at: '/posPage' })
  await person.click(screen.getByRole('button', { name: 'Add Glow Drip' }))
  await person.click(within(tally()).getByRole('button', { name: 'Checkout' }))
  const checkout = await screen.findByRole('dialog', { name: 'Checkout' })
  expect(checkout.textContent).toContain(NOTICE)
  expect(checkout.textContent).toContain('The estimate comes to ₱2,800.00. No sale was made')
  await person.click(within(checkout).getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(within(tally()).getByRole('listitem').textContent).toContain('Glow Drip')

  await person.click(screen.getByRole('button', { name: 'Logout' }))
  expect((await screen.findByRole('dialog', { name: 'Logout' })).textContent).toContain('You are still logged in')
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.filter((call) => !call.startsWith('GET '))).toEqual([])
  // Nothing is stored: the reopened page has an empty tally.
  cleanup()
  drawScreen(<PosPage />, { at: '/posPage' })
  expect(tally().textContent).toContain('Nothing added')
})

test('the demo point-of-sale works with the keyboard alone, and announces what was added and removed', async () => {
  const { person } = drawScreen(<PosPage />, { at: '/posPage' })
  const said = () => screen.getAllByRole('status')[0]?.textContent
  screen.getByRole('button', { name: 'Add Diamond Peel' }).focus()
  await person.keyboard('{Enter}{Enter}')
  expect(said()).toBe('Diamond Peel: 2 in the tally')
  screen.getByRole('button', { name: 'Remove Diamond Peel' }).focus()
  await person.keyboard('{Enter}')
  expect(said()).toBe('Diamond Peel removed')
  await person.tab()
  expect(document.activeElement).toBe(within(tally()).getByRole('button', { name: 'Checkout' }))
})
