import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { LoaderFunction } from 'react-router'
import { expect, test, vi } from 'vitest'
import { INVENTORY_PAGE_SIZES, inventoryContract, type Product } from '#shared/inventory/contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { queryClient } from '#web/lib/query.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, answerBy, drawScreen, refuse } from '#web/test/screen.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { PageSizeSelect, Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { useList } from './use-list.ts'
import { sampleProduct } from '#shared/test/samples.ts'

const contract = inventoryContract.products

const named = (name: string): Product => sampleProduct({ id: sampleId(name.length), name })
const pageOf = (page: number, total: number, ...names: string[]): Output<typeof contract> => ({
  data: names.map(named),
  total,
  page,
  per_page: 5,
})

function Supplies() {
  const list = useList(contract, {
    names: { per_page: 'size' },
    pageSizes: INVENTORY_PAGE_SIZES,
    failed: 'Not loaded.',
  })
  return (
    <>
      <SearchBox label="Search" {...list.searchBox} />
      <p>{list.isLoading ? 'Nothing yet' : `Of ${list.total}`}</p>
      <DataTable
        label="Supplies"
        columns={[{ key: 'name', header: 'Name', cell: (row) => row.name }]}
        rowKey={(row) => row.id}
        empty="None"
        {...list.table}
      />
      <PageSizeSelect {...list.pageSize} />
      <Pager variant="steps" keep {...list.pager} />
    </>
  )
}

const open = (at = '/', loader?: LoaderFunction) => drawScreen(<Supplies />, { at, loader })
const next = () => screen.getByRole('button', { name: 'Next' })

test('a list shows that it is loading', () => {
  open()
  expect(screen.getByText('Nothing yet')).toBeTruthy()
  expect(screen.getByRole('table', { name: 'Supplies' }).getAttribute('aria-busy')).toBe('true')
})

test('a list shows the page, search and page size from its URL', async () => {
  const queries: string[] = []
  answerBy(contract, (url) => {
    queries.push(url.search)
    return pageOf(2, 30, 'Gloves')
  })
  open('/?search=glo&size=10&page=2')
  expect(await screen.findByText('Gloves')).toBeTruthy()
  expect(queries).toEqual(['?page=2&per_page=10&search=glo'])
  expect(screen.getByText('Page 2 of 3')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('glo')
})

test('changing the page of a list keeps its rows until the next ones are loaded, and updates the URL', async () => {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  answerBy(contract, async (url) => {
    if (url.searchParams.get('page') !== '2') return pageOf(1, 10, 'Gloves')
    await held
    return pageOf(2, 10, 'Needles')
  })
  const { person, router } = open()
  await screen.findByText('Gloves')
  await person.click(next())
  expect(router.state.location.search).toBe('?page=2')
  expect(screen.getByText('Gloves')).toBeTruthy()
  await act(async () => release())
  expect(await screen.findByText('Needles')).toBeTruthy()
  expect(screen.queryByText('Gloves')).toBeNull()
})

test('text typed into the search of a list is searched once, when typing pauses, from page 1', async () => {
  const queries: string[] = []
  answerBy(contract, (url) => {
    queries.push(`${url.searchParams.get('search')} ${url.searchParams.get('page')}`)
    return pageOf(1, 20, 'Gloves')
  })
  const { router } = open('/?page=3')
  await screen.findByText('Gloves')
  const box = screen.getByRole('searchbox')
  // Makes all changes at once, because on a busy machine typing would pause in between.
  for (const value of ['n', 'ne', 'nee', 'need', 'needl', 'needle']) fireEvent.change(box, { target: { value } })
  await waitFor(() => expect(router.state.location.search).toBe('?search=needle'))
  await waitFor(() => expect(queries.at(-1)).toBe('needle 1'))
  expect(queries).toEqual([' 3', 'needle 1'])
})

test('a search whose typing pause ends right after the person has followed a link does not lead back to the list', async () => {
  answer(contract, pageOf(1, 20, 'Gloves'))
  let arrive: () => void = () => undefined
  const arrived = new Promise<null>((resolve) => {
    arrive = () => resolve(null)
  })
  const { router } = open('/', ({ request }) => (new URL(request.url).pathname === '/product' ? arrived : null))
  await screen.findByText('Gloves')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'glo' } })
  // The pause ends before the screen has been rendered with the navigation that has just begun.
  await act(async () => {
    void router.navigate('/product')
    vi.runAllTimers()
  })
  expect(router.state.navigation.location?.pathname).toBe('/product')
  await act(async () => arrive())
  expect(router.state.location.pathname).toBe('/product')
})

test('a slow answer to an earlier search does not replace the results of the new search', async () => {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  answerBy(contract, async (url) => {
    if (url.searchParams.get('search') !== 'old') return pageOf(1, 1, 'New')
    await held
    return pageOf(1, 1, 'Old')
  })
  const { router } = open('/?search=old')
  await act(() => router.navigate('/?search=new'))
  expect(await screen.findByText('New')).toBeTruthy()
  await act(async () => release())
  expect(screen.queryByText('Old')).toBeNull()
  expect(screen.getByText('New')).toBeTruthy()
})

test('the URL of a list page that no longer exists redirects to the last page', async () => {
  answerBy(contract, (url) =>
    url.searchParams.get('page') === '9' ? pageOf(9, 7) : pageOf(Number(url.searchParams.get('page')), 7, 'Gloves'),
  )
  const { router } = open('/?page=9')
  await screen.findByText('Gloves')
  expect(router.state.location.search).toBe('?page=2')
})

test('a list that cannot be loaded shows its own error, and «Try again» reloads it', async () => {
  refuse(contract, { status: 403, message: 'No.' })
  const { person } = open()
  expect(await screen.findByText('Not loaded.')).toBeTruthy()
  answer(contract, pageOf(1, 1, 'Gloves'))
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Gloves')).toBeTruthy()
  expect(screen.queryByText('Not loaded.')).toBeNull()
})

test('when reloading a list fails, its rows stay visible, with the time at which they were loaded', async () => {
  answer(contract, pageOf(1, 10, 'Gloves'))
  open()
  await screen.findByText('Gloves')
  refuse(contract, { status: 403, message: 'No.' })
  await act(() => queryClient.invalidateQueries({ queryKey: [contract.url] }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Not loaded\..*\d:\d\d [AP]M/)
  expect(screen.getByText('Gloves')).toBeTruthy()
})
