import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { listOf, sampleId, service, treatment } from '#web/test/samples.ts'
import { answer, answerBy, answerLater, drawScreen, refuse } from '#web/test/screen.tsx'
import CheckoutPage from '#web/sales/till/checkout-page.tsx'
import { beginNextOrder } from '#web/sales/till/order-store.ts'
import { pinService } from './favourites.tsx'
import { ServiceMenu, useTillCatalogue } from './service-menu.tsx'

const peel = { ...service, id: sampleId(14), service_id: sampleId(14), service_name: 'Diamond Peel' }
const tapped = vi.fn()
const none = new Set<string>()

function Till() {
  return <ServiceMenu catalogue={useTillCatalogue()} ordered={none} onTap={tapped} />
}

beforeEach(() => {
  localStorage.clear()
  for (const { service_id } of [service, peel]) pinService(service_id, false)
  answer(catalogueContract.treatments, listOf(treatment))
  answer(catalogueContract.services, listOf(service, peel))
  answer(salesContract.mostSold, { data: [{ service_id: peel.service_id, quantity: 7 }] })
})

const tab = (name: string) => screen.findByRole('tab', { name })
const cards = async () =>
  within(await screen.findByRole('group', { name: 'Services' }))
    .getAllByRole('button')
    .map((card) => card.textContent.replace(/₱.*/, ''))

test('favourite services are chosen and stored on the device, and their tab comes before those of the treatments', async () => {
  const { person } = drawScreen(<Till />, { role: 'cashier' })
  await screen.findByRole('tab', { name: 'Facials' })
  expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual([
    'Favourites',
    'Most sold',
    'All',
    'Facials',
  ])
  expect(await cards()).toEqual(['Hydra Glow', 'Diamond Peel'])
  await person.click(await tab('Favourites'))
  expect(await screen.findByText('No favourites yet')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Choose favourites' }))
  const dialog = await screen.findByRole('dialog', { name: 'Choose favourites' })
  await person.type(within(dialog).getByRole('searchbox'), 'diamond')
  await person.click(await within(dialog).findByRole('checkbox', { name: /Diamond Peel/ }))
  await person.click(within(dialog).getByRole('button', { name: 'Done' }))
  expect(await cards()).toEqual(['Diamond Peel'])
  expect(JSON.parse(localStorage.getItem('mutya.favourites')!)).toEqual([peel.service_id])
})

test('a till with favourite services shows these first, and its search finds all services', async () => {
  pinService(peel.service_id, true)
  const { person } = drawScreen(<Till />, { role: 'cashier' })
  expect((await tab('Favourites')).getAttribute('aria-selected')).toBe('true')
  expect(await cards()).toEqual(['Diamond Peel'])
  await person.type(screen.getByRole('searchbox'), 'hydra{Enter}')
  expect(tapped).toHaveBeenLastCalledWith(service)
  expect(await cards()).toEqual(['Diamond Peel'])
})

test('best-selling services have a tab of their own at the till', async () => {
  const { person } = drawScreen(<Till />, { role: 'cashier' })
  await person.click(await tab('Most sold'))
  await expect.poll(cards).toEqual(['Diamond Peel'])
})

test.each([
  ['nothing was sold', () => answer(salesContract.mostSold, { data: [] }), 'Nothing was sold in the last 90 days'],
  [
    'they could not be loaded',
    () => refuse(salesContract.mostSold, { status: 409 }),
    'The most sold services could not be loaded.',
  ],
])('the tab of best-selling services shows a message when %s', async (_, prepare, sentence) => {
  prepare()
  const { person } = drawScreen(<Till />, { role: 'cashier' })
  await person.click(await tab('Most sold'))
  expect(await screen.findByText(sentence)).toBeTruthy()
  await person.click(await tab('Facials'))
  expect(await cards()).toEqual(['Hydra Glow', 'Diamond Peel'])
})

test('a service with a picture shows the picture, and a service without a picture has an edge in the colour of its treatment', async () => {
  answer(catalogueContract.services, listOf<Service>({ ...service, service_pic: '/api/service-pictures/a.webp' }, peel))
  drawScreen(<Till />, { role: 'cashier' })
  const [pictured, plain] = within(await screen.findByRole('group', { name: 'Services' })).getAllByRole('button')
  expect(pictured!.querySelector('img')?.getAttribute('src')).toBe('/api/service-pictures/a.webp')
  expect(pictured!.style.borderLeft).toBe('')
  expect(plain!.querySelector('img, svg')).toBeNull()
  expect(plain!.style.borderLeft).toMatch(/^4px solid/)
})

test('the till’s menu of services shows a loading state, a tab for each treatment, and a message when it is empty', async () => {
  act(() => void beginNextOrder())
  const peels = { ...treatment, id: sampleId(15), treatment_name: 'Chemical Peels' }
  const glycolic = { ...peel, treatment_id: peels.id, treatment_name: 'Chemical Peels', service_pic: '/peel.webp' }
  answerBy(catalogueContract.services, () => listOf<Service>(service, glycolic))
  const arrive = answerLater(catalogueContract.treatments, listOf(treatment, peels))
  const { person } = drawScreen(<CheckoutPage />, { role: 'cashier', at: '/cashier' })
  expect(await screen.findByRole('tab', { name: 'Loading treatments...' })).toBeTruthy()
  arrive()
  await person.click(await tab('Chemical Peels'))
  expect(await cards()).toEqual(['Diamond Peel'])
  const card = within(screen.getByRole('group', { name: 'Services' })).getByRole('button')
  expect(card.textContent).toContain('₱1,500')
  expect(card.querySelector('img')?.getAttribute('src')).toBe('/peel.webp')
  const search = screen.getByRole('searchbox', { name: 'Search services...' })
  await person.type(search, 'no such service')
  expect(await screen.findByText('No Services Available')).toBeTruthy()
  await person.keyboard('{Escape}')
  const all = within(await screen.findByRole('group', { name: 'Services' }))
  await person.click(all.getByRole('button', { name: /Diamond Peel/ }))
  expect(await screen.findByRole('button', { name: 'Remove Diamond Peel' })).toBeTruthy()
})
