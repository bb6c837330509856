import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#shared/people/role.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { searchContract, type Found } from '#shared/search/contract.ts'
import { client, sampleId, service } from '#web/test/samples.ts'
import { answer, answerBy, answerLater, asked, drawScreen, refuse } from '#web/test/screen.tsx'
import { SearchButton } from './search-button.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-21T09:00:00+08:00'))
})
afterEach(() => vi.useRealTimers())

const nothing: Found = { clients: [], visits: [], receipts: [], services: [] }
const bianca = { id: client.id, name: 'Bianca Garcia', contact_number: '+639171234567', email: null, last_visit: null }
const found: Found = {
  clients: [bianca],
  visits: [
    {
      id: sampleId(51),
      name: 'Bianca Garcia',
      service_name: 'Hydra Glow',
      practitioner_name: 'Dra. Reyes',
      appointment_date: '2026-11-23',
      appointment_time: '09:00:00',
      status: 'confirmed',
    },
  ],
  receipts: [
    {
      id: sampleId(61),
      receipt_number: 2080,
      document_name: 'Receipt 002080',
      customer_name: 'Bianca Garcia',
      business_date: '2026-11-20',
      total: 1500,
      reference_number: null,
    },
  ],
  services: [
    { id: service.id, service_name: 'Hydra Glow', treatment_name: 'Facials', price: 1500, duration_minutes: 30 },
  ],
}

async function openSearch(role: Role = 'admin') {
  const drawn = drawScreen(<SearchButton />, { role })
  await openAgain(drawn.person)
  return drawn
}

async function openAgain(person: ReturnType<typeof drawScreen>['person']) {
  await person.keyboard('{Control>}k{/Control}')
  const box = await screen.findByRole('combobox')
  // Waits until the box has the focus, because the tests type into the focused element.
  await waitFor(() => expect(document.activeElement).toBe(box))
}

const options = () => screen.getAllByRole('option').map((option) => option.textContent)
const highlighted = () => screen.getByRole('option', { selected: true }).textContent

test('the keyboard shortcut does not open the search over an open dialog, but opens the search while a closed dialog is still fading', async () => {
  const { person } = drawScreen(<SearchButton />, { role: 'cashier' })
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.dataset.open = ''
  document.body.append(dialog)
  try {
    await person.keyboard('{Control>}k{/Control}')
    expect(screen.queryByRole('combobox')).toBeNull()
    delete dialog.dataset.open
    dialog.dataset.closed = ''
    await openAgain(person)
  } finally {
    dialog.remove()
  }
})

test.each<[Role, string[], string[]]>([
  ['admin', ['New appointment', 'Inventory', 'User Management'], ['Make a sale']],
  ['cashier', ['Make a sale', 'Add client', 'Transactions'], ['Inventory', 'User Management']],
])(
  'the keyboard shortcut opens the search for a user of the role %s, with the pages and actions of the role',
  async (role, offered, others) => {
    await openSearch(role)
    expect(options()).toEqual(expect.arrayContaining(offered))
    for (const other of others) expect(options()).not.toContain(other)
    expect(asked).toEqual([])
  },
)

test('a client has no button for the search', () => {
  drawScreen(<SearchButton />, { role: 'client' })
  expect(screen.queryByRole('button')).toBeNull()
})

test('arrow keys move through the results of the search, Enter opens the highlighted one, and the next search lists it first', async () => {
  answer(searchContract.find, { data: found })
  const { person, router } = await openSearch('cashier')
  // The text is pasted at once: on a busy machine, results for partial text could arrive while the arrow keys are used.
  await person.paste('bianca')
  await screen.findByRole('option', { name: /^Receipt 002080/ })
  expect(highlighted()).toMatch(/^Bianca Garcia/)
  await person.keyboard('{ArrowDown}')
  expect(highlighted()).toBe('Bianca Garcia, Nov 23, 2026, 9:00 AMHydra Glow · Dra. Reyes · Confirmed')
  await person.keyboard('{Enter}')
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe(
      `/cashier/appointments?date=2026-11-23&visit=${sampleId(51)}`,
    ),
  )
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  await person.keyboard('{Meta>}k{/Meta}')
  expect(await screen.findByRole('group', { name: 'Recently opened' })).toBeTruthy()
  expect(highlighted()).toMatch(/^Bianca Garcia, Nov 23/)
})

test('Enter pressed before the search is answered opens the first result once it arrives', async () => {
  const release = answerLater(searchContract.find, { data: { ...nothing, clients: [bianca] } })
  const { person, router } = await openSearch()
  await person.keyboard('bianca{Enter}')
  release()
  await waitFor(() => expect(router.state.location.pathname).toBe(`/clientPage/${client.id}`))
})

test('a receipt found by the search opens in the list of transactions', async () => {
  answer(searchContract.find, { data: { ...nothing, receipts: found.receipts } })
  const { person, router } = await openSearch()
  await person.paste('2080')
  await person.click(await screen.findByRole('option', { name: /^Receipt 002080/ }))
  await waitFor(() => expect(router.state.location.search).toBe(`?search=%23002080&receipt=${sampleId(61)}`))
})

test('if a user who cannot change the catalogue chooses a service in the search, the booking dialog opens with this service', async () => {
  answer(searchContract.find, { data: { ...nothing, services: found.services } })
  answer(catalogueContract.servicesByIds, { data: [service] })
  const { person } = await openSearch('cashier')
  await person.paste('hydra')
  await person.click(await screen.findByRole('option', { name: /^Book Hydra Glow/ }))
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Service/ })
  expect(field.value).toBe('Hydra Glow')
})

test('for a search that is only a day, the first result opens that day', async () => {
  answer(searchContract.find, { data: nothing })
  const { person, router } = await openSearch()
  await person.keyboard('nov 25')
  expect(highlighted()).toBe('Appointments for November 25, 2026')
  await person.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?date=2026-11-25'))
})

test('without results the search says what can be found, and a single letter sends no request', async () => {
  answerBy(searchContract.find, () => ({ data: nothing }))
  const { person } = await openSearch()
  await person.keyboard('z')
  expect(await screen.findByText('Nothing found for “z”')).toBeTruthy()
  expect(asked).toEqual([])
  await person.keyboard('zz')
  expect(await screen.findByText('Nothing found for “zzz”')).toBeTruthy()
  expect(screen.getByText(/receipts by number or reference/)).toBeTruthy()
  expect(screen.queryAllByRole('option')).toEqual([])
})

test('a search that fails shows an error and can be tried again', async () => {
  refuse(searchContract.find)
  const { person } = await openSearch()
  await person.paste('bianca')
  expect(await screen.findByText('The search failed. Try again.')).toBeTruthy()
  answer(searchContract.find, { data: found })
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('option', { name: /^Receipt 002080/ })).toBeTruthy()
})

test('the search lists a recently opened record once, so that arrow keys do not reach it twice', async () => {
  const { person } = await openSearch()
  await person.click(screen.getByRole('option', { name: 'Inventory' }))
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  await openAgain(person)
  await screen.findByRole('group', { name: 'Recently opened' })
  expect(options().filter((option) => option === 'Inventory')).toHaveLength(1)
  const walked = []
  for (const _ of options()) {
    walked.push(highlighted())
    await person.keyboard('{ArrowDown}')
  }
  expect(walked).toEqual(options())
})
