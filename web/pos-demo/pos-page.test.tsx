import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import DashboardPage from '#web/dashboard/dashboard-page.tsx'
import { listOf, page, sampleId, service, treatment, visit } from '#web/test/samples.ts'
import { answer, answerBy, asked, choose, drawScreen, loseConnection } from '#web/test/screen.tsx'
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
const changes = () => asked.filter((call) => !call.startsWith('GET '))

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
  expect(changes()).toEqual([])
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

/** The lines of the tally as name and quantity. */
const lines = () =>
  within(tally())
    .queryAllByRole('listitem')
    .map((line) => [line.querySelector('p > span')!.textContent, within(line).getByRole('status').textContent])
const press = (person: ReturnType<typeof drawScreen>['person'], name: string) =>
  person.click(screen.getByRole('button', { name }))

test("the demo point-of-sale in the dashboard's menu adds and removes sample treatments, estimates their total, and sends nothing to the server", async () => {
  const { person, router } = drawScreen(
    <Routes>
      <Route path="/dashboard" element={<DashboardPage />} />
      <Route path="/posPage" element={<PosPage />} />
    </Routes>,
    { at: '/dashboard' },
  )
  await press(person, 'More')
  await person.click(await screen.findByRole('menuitem', { name: 'Demo point-of-sale' }))
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Demo point-of-sale')
  expect(router.state.location.pathname).toBe('/posPage')
  expect(screen.getAllByText(NOTICE)[0]).toBeTruthy()
  expect(tally().textContent).toContain('Nothing added')

  await press(person, 'Add Classic Facial')
  expect(lines()).toEqual([['Classic Facial', '1']])
  expect(tally().textContent).toContain('₱800.00')
  await press(person, 'Add Laser Hair Removal')
  await press(person, 'Add Classic Facial')
  expect(lines()[0]).toEqual(['Classic Facial', '2'])
  expect(tally().textContent).toContain('Estimated total₱4,099.50')
  await press(person, 'One more Laser Hair Removal')
  expect(tally().textContent).toContain('4 items')
  expect(tally().textContent).toContain('Estimated total₱6,599.00')

  await press(person, 'Remove Classic Facial')
  expect(lines()).toEqual([['Laser Hair Removal', '2']])
  expect(tally().textContent).toContain('Estimated total₱4,999.00')
  await press(person, 'Checkout')
  expect((await screen.findByRole('dialog', { name: 'Checkout' })).textContent).toContain(
    'The estimate comes to ₱4,999.00',
  )
  await press(person, 'OK')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press(person, 'Remove Laser Hair Removal')
  expect(tally().textContent).toContain('Nothing added')
  expect(tally().textContent).toContain('Estimated total₱0.00')
  expect(changes()).toEqual([])
})

test('the demo point-of-sale adds up services of the clinic and of confirmed appointments, and records nothing', async () => {
  const peels = { ...treatment, id: sampleId(14), treatment_name: 'Peels' }
  const peel = { ...service, id: sampleId(15), service_id: sampleId(15), service_name: 'Soft Peel' }
  answer(catalogueContract.treatments, listOf(treatment, peels))
  answer(catalogueContract.services, listOf(service, { ...peel, treatment_id: peels.id }))
  answerBy(appointmentsContract.list, ({ searchParams }) => {
    expect(searchParams.get('status')).toBe('confirmed')
    return { appointments: [{ ...visit, status: 'confirmed' as const }], total: 1, ...page }
  })
  const { person } = drawScreen(<PosPage />, { at: '/posPage' })
  await person.click(screen.getByRole('tab', { name: 'Services' }))
  const filter = await screen.findByRole('combobox', { name: 'Treatment' })
  await choose(person, filter, 'Peels')
  await screen.findByRole('button', { name: 'Add Soft Peel' })
  expect(screen.queryByRole('button', { name: 'Add Hydra Glow' })).toBeNull()
  await choose(person, filter, 'Facials')
  await press(person, 'Add Hydra Glow')
  await person.click(screen.getByRole('tab', { name: 'Confirmed' }))
  await person.click(await screen.findByRole('button', { name: 'Add Hydra Glow for Bianca Garcia' }))
  expect(lines()).toEqual([['Hydra Glow', '2']])
  expect(tally().textContent).toContain('Estimated total₱3,000.00')
  await press(person, 'Checkout')
  await person.click(await screen.findByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changes()).toEqual([])
})
