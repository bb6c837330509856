import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientsContract } from '#shared/clients/contract.ts'
import { sampleClient, sampleId } from '#web/test/samples.ts'
import { answerBy, choose, drawScreen } from '#web/test/screen.tsx'
import ClientsPage from './clients-page.tsx'

const names = ['Ada', 'Bel', 'Cai', 'Dan', 'Eli', 'Fay', 'Gil', 'Hal', 'Ivy', 'Jon', 'Kit']
const eleven = names.map((name, n) => sampleClient({ id: sampleId(100 + n), name: `Paged ${name}` }))

test('clients are listed ten to a page, and a new search starts on page one', async () => {
  answerBy(clientsContract.list, ({ searchParams }) => {
    const { search = '', page, per_page } = Object.fromEntries(searchParams)
    const found = eleven.filter(({ name }) => name.toLowerCase().includes(search))
    const [number, size] = [Number(page), Number(per_page)]
    const clients = found.slice((number - 1) * size, number * size)
    return { clients, total: found.length, page: number, per_page: size }
  })
  const { person, router } = drawScreen(<ClientsPage />, { at: '/clientPage' })
  const cards = () => within(screen.getByRole('list', { name: 'Clients' })).getAllByRole('listitem')
  const expectCards = (count: number) => waitFor(() => expect(cards()).toHaveLength(count))
  const query = () => router.state.location.search
  expect(await screen.findByText('11 clients')).toBeTruthy()
  expect(cards()).toHaveLength(10)
  expect(screen.getByText('Page 1 of 2')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Page 2 of 2')).toBeTruthy()
  await expectCards(1)
  expect(query()).toBe('?page=2')
  const box = screen.getByRole('searchbox', { name: 'Search clients' })
  await person.type(box, 'paged fay')
  await waitFor(() => expect(query()).toBe('?search=paged+fay'))
  await waitFor(() => expect(cards().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Fay')]))
  await person.clear(box)
  await expectCards(10)
  await choose(person, screen.getByRole('combobox', { name: 'Items per page' }), '20')
  await expectCards(11)
})

test('the client list keeps its sort order in the URL and requests it', async () => {
  const orders: (string | null)[] = []
  answerBy(clientsContract.list, ({ searchParams }) => {
    orders.push(searchParams.get('sort'))
    return { clients: eleven.slice(0, 2), total: 2, page: 1, per_page: 10 }
  })
  const { person, router } = drawScreen(<ClientsPage />, { at: '/cashier/clients', role: 'cashier' })
  const radio = (name: string) => screen.findByRole('radio', { name })
  const isChecked = async (name: string) => (await radio(name)).getAttribute('aria-checked')
  expect(await isChecked('Last visit')).toBe('true')
  await person.click(await radio('Newest'))
  await waitFor(() => expect(orders.at(-1)).toBe('newest'))
  await person.click(await radio('Name'))
  await waitFor(() => expect(orders.at(-1)).toBe('name'))
  expect(router.state.location.search).toBe('?sort=name')
  cleanup()
  drawScreen(<ClientsPage />, { at: '/cashier/clients?sort=name', role: 'cashier' })
  expect(await isChecked('Name')).toBe('true')
})
