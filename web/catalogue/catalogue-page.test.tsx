import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { catalogueContract as contract } from '#shared/catalogue/contract.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { addOn, listOf, service, treatment } from '#web/test/samples.ts'
import {
  answer,
  answerLater,
  asked,
  drawScreen,
  loseConnection,
  refuse,
  refuseLater,
  sentVersions,
} from '#web/test/screen.tsx'
import CataloguePage from './catalogue-page.tsx'

const rows = {
  treatments: { list: () => answer(contract.treatments, listOf(treatment)), name: 'Facials' },
  services: { list: () => answer(contract.services, listOf(service)), name: 'Hydra Glow' },
  'add-ons': { list: () => answer(contract.addOns, listOf(addOn)), name: 'Eye Mask' },
}
type Section = keyof typeof rows

function openSection(section: Section) {
  answer(contract.treatments, listOf(treatment))
  rows[section].list()
  return drawScreen(<CataloguePage />, { at: `/settings/treatments?section=${section}` })
}

async function pressDelete(section: Section) {
  const { person } = openSection(section)
  await person.click(await screen.findByRole('button', { name: `Delete ${rows[section].name}` }))
  return person
}

test('an unknown section of the catalogue in the URL is ignored', async () => {
  answer(contract.treatments, listOf(treatment))
  drawScreen(<CataloguePage />, { at: '/settings/treatments?section=users' })
  expect(await screen.findByRole('button', { name: 'Delete Facials' })).toBeTruthy()
})

test.each<[Section, string]>([
  ['treatments', 'Are you sure you want to delete this treatment?'],
  ['services', 'Are you sure you want to delete this service?'],
  ['add-ons', 'Are you sure you want to delete this add-on?'],
])('deleting one of the %s asks for confirmation first', async (section, question) => {
  await pressDelete(section)
  expect(await screen.findByRole('alertdialog', { name: question })).toBeTruthy()
})

const refused = { status: 409, message: 'Not now.' }

const deletions: { when: string; section: Section; call: Endpoint; set: (call: Endpoint) => void; sentence: string }[] =
  [
    {
      when: 'a treatment cannot be deleted',
      section: 'treatments',
      call: contract.deleteTreatment,
      set: (call) => refuse(call, refused),
      sentence: 'Failed to soft delete treatment/service.',
    },
    {
      when: 'a service cannot be deleted',
      section: 'services',
      call: contract.deleteService,
      set: (call) => refuse(call, refused),
      sentence: 'Failed to delete service.',
    },
    {
      when: 'an add-on cannot be deleted',
      section: 'add-ons',
      call: contract.deleteAddOn,
      set: (call) => refuse(call, refused),
      sentence: 'Failed to delete add-on.',
    },
    {
      when: 'a deletion gets no answer',
      section: 'services',
      call: contract.deleteService,
      set: loseConnection,
      sentence: 'An error occurred while deleting.',
    },
    {
      when: 'a service was deleted',
      section: 'services',
      call: contract.deleteService,
      set: () => answer(contract.deleteService, { data: service }),
      sentence: 'Service deleted successfully!',
    },
    {
      when: 'an add-on was deleted',
      section: 'add-ons',
      call: contract.deleteAddOn,
      set: () => answer(contract.deleteAddOn, { data: addOn }),
      sentence: 'Add-on deleted successfully!',
    },
  ]

test.each(deletions)('the catalogue shows a message when $when', async ({ section, call, set, sentence }) => {
  set(call)
  const person = await pressDelete(section)
  await person.click(await screen.findByRole('button', { name: 'DELETE' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test.each<[Section, Endpoint, string, string]>([
  ['services', contract.updateService, 'Service Name', 'Failed to update service. Reverting changes.'],
  ['treatments', contract.updateTreatment, 'Treatment Name', 'Failed to update. Reverting changes.'],
  ['add-ons', contract.updateAddOn, 'Add-On Name', 'Failed to update. Reverting changes.'],
])(
  'a rejected change of one of the %s is reverted on the screen and reported',
  async (section, call, label, sentence) => {
    refuse(call, refused)
    const { person } = openSection(section)
    const { name } = rows[section]
    await person.click(await screen.findByRole('button', { name: `Edit ${name}` }))
    // The add form beside the list has an input with the same label, so look for the one in the list.
    const input = (await screen.findAllByLabelText<HTMLInputElement>(new RegExp(`^${label}`))).find(
      ({ value }) => value === name,
    )!
    await person.type(input, ' Deluxe')
    await person.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(await screen.findByText(name)).toBeTruthy()
    expect(screen.queryByText(`${name} Deluxe`)).toBeNull()
  },
)

/** Opens a row for editing, types into the field for the treatment name, and saves. */
async function renameTreatment(person: ReturnType<typeof openSection>['person'], from: string, typed: string) {
  await person.click(await screen.findByRole('button', { name: `Edit ${from}` }))
  const inputs = await screen.findAllByLabelText<HTMLInputElement>(/^Treatment Name/)
  await person.type(
    inputs.find(({ value }) => value === from)!,
    typed,
  )
  await person.click(screen.getByRole('button', { name: 'Save changes' }))
}
const named = (treatment_name: string, version: number) => ({ data: { ...treatment, treatment_name, version } })
const puts = () => asked.filter((call) => call.startsWith('PUT'))

const rowInput = (name: string) =>
  within(screen.getByRole('table')).getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const edit = (name: string) => screen.findByRole('button', { name: `Edit ${name}` })

test('a row of the catalogue is edited in place and changes at once; Escape cancels, and a rejected change is reverted and keeps the typed text', async () => {
  const { person } = openSection('treatments')
  await person.click(await edit('Facials'))
  await waitFor(() => expect(document.activeElement).toBe(rowInput('Treatment Name')))
  await person.type(rowInput('Treatment Name'), ' of another kind{Escape}')
  const button = await edit('Facials')
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(puts()).toEqual([])

  await person.keyboard('{Enter}')
  const message = 'A treatment with this name already exists.'
  const errors = { treatment_name: [message] }
  const release = refuseLater(contract.updateTreatment, { status: 422, message, errors })
  await person.clear(rowInput('Treatment Name'))
  await person.type(rowInput('Treatment Name'), 'PEELS')
  await person.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByRole('cell', { name: 'PEELS' })).toBeTruthy()
  release()
  expect(await screen.findByText('Failed to update. Reverting changes.')).toBeTruthy()
  await waitFor(() => expect(rowInput('Treatment Name').value).toBe('PEELS'))
  const described = () => (rowInput('Treatment Name').getAttribute('aria-describedby') ?? '').split(' ')
  await waitFor(() => expect(described().map((id) => document.getElementById(id)?.textContent)).toContain(message))
  await person.type(rowInput('Treatment Name'), '{Escape}')
  expect(await screen.findByRole('cell', { name: 'Facials' })).toBeTruthy()

  const saved = { ...treatment, treatment_price: 1250, version: 2 }
  await person.click(await edit('Facials'))
  await person.clear(rowInput('Price'))
  await person.type(rowInput('Price'), '1250')
  answer(contract.updateTreatment, { data: saved })
  answer(contract.treatments, listOf(saved))
  await person.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Facials was saved.')).toBeTruthy()
  expect(screen.getByRole('row', { name: /Facials/ }).textContent).toContain('₱1,250')
})

test('a catalogue row that is saved without a connection is reverted, and the message says so', async () => {
  const { person } = openSection('treatments')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  loseConnection(contract.updateTreatment)
  await renameTreatment(person, 'Facials', ' offline')
  expect(await screen.findByText('You are offline. Check your connection, then try again.')).toBeTruthy()
  expect(await screen.findByRole('cell', { name: 'Facials' })).toBeTruthy()
})

test('a catalogue row saved twice is sent again only after the answer to the first save, with the new version', async () => {
  const { person } = openSection('treatments')
  const answerFirst = answerLater(contract.updateTreatment, named('Facials A', 2))
  await renameTreatment(person, 'Facials', ' A')
  await waitFor(() => expect(puts()).toHaveLength(1))
  answer(contract.updateTreatment, named('Facials A B', 3))
  answer(contract.treatments, listOf(named('Facials A B', 3).data))
  await renameTreatment(person, 'Facials A', ' B')
  expect(await screen.findByText('Facials A B')).toBeTruthy()
  expect(puts()).toHaveLength(1)
  answerFirst()
  expect(await screen.findByText('Facials A B was saved.')).toBeTruthy()
  expect(sentVersions).toEqual(['1', '2'])
  expect(screen.getByText('Facials A B')).toBeTruthy()
})

test('a catalogue row opened again before the answer to its first save, and saved after it, is sent with the new version', async () => {
  const { person } = openSection('treatments')
  const answerFirst = answerLater(contract.updateTreatment, named('Facials A', 2))
  await renameTreatment(person, 'Facials', ' A')
  await person.click(await screen.findByRole('button', { name: 'Edit Facials A' }))
  answerFirst()
  expect(await screen.findByText('Facials A was saved.')).toBeTruthy()
  answer(contract.updateTreatment, named('Facials A', 3))
  await person.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sentVersions).toEqual(['1', '2']))
})

test('a catalogue row whose first save was rejected is sent again with its previous version', async () => {
  const { person } = openSection('treatments')
  refuse(contract.updateTreatment, refused)
  await renameTreatment(person, 'Facials', ' A')
  expect(await screen.findByText('Failed to update. Reverting changes.')).toBeTruthy()
  answer(contract.updateTreatment, named('Facials B', 2))
  await renameTreatment(person, 'Facials', ' B')
  expect(await screen.findByText('Facials B was saved.')).toBeTruthy()
  expect(sentVersions).toEqual(['1', '1'])
})

test('a catalogue row that another user has changed opens again with the typed text, and current values in all other fields', async () => {
  const { person } = openSection('treatments')
  const newer = { ...treatment, treatment_name: 'Facials Deluxe', treatment_price: 700, version: 4 }
  refuse(contract.updateTreatment, { status: 409, code: 'stale', message: 'Somebody changed this.', data: newer })
  await renameTreatment(person, 'Facials', ' A')
  const note = 'Somebody else changed this to Facials Deluxe. Save again to keep yours.'
  expect(await screen.findByText(note)).toBeTruthy()
  expect(screen.getByDisplayValue('Facials A')).toBeTruthy()
  expect(screen.getByDisplayValue('700.00')).toBeTruthy()
  answer(contract.updateTreatment, named('Facials A', 5))
  await person.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Facials A was saved.')).toBeTruthy()
  expect(sentVersions).toEqual(['1', '4'])
})

test('a treatment that cannot be added shows an error', async () => {
  refuse(contract.createTreatment, refused)
  const { person } = openSection('treatments')
  await person.type(await screen.findByLabelText(/^Treatment Name/), 'Peels')
  await person.click(screen.getByRole('button', { name: 'ADD TREATMENT' }))
  expect(await screen.findByText('Failed to create treatment.')).toBeTruthy()
})

test.each<[Section, string, string]>([
  ['treatments', 'Treatment Name', 'ADD TREATMENT'],
  ['services', 'Service Name', 'ADD SERVICE'],
  ['add-ons', 'Add-On Name', 'ADD ADD-ON'],
])(
  'a price with three decimals for one of the %s is rejected with a message, not rounded',
  async (section, label, add) => {
    const { person } = openSection(section)
    await person.type(await screen.findByLabelText(new RegExp(`^${label}`)), 'Peels')
    const price = screen.getByLabelText<HTMLInputElement>('Price')
    await person.type(price, '10.005')
    await person.click(screen.getByRole('button', { name: add }))
    expect(await screen.findByText('Enter an amount in pesos with at most two decimals.')).toBeTruthy()
    expect(price.value).toBe('10.005')
    expect(asked.filter((call) => call.startsWith('POST'))).toEqual([])
  },
)

test('a treatment without services does not make the catalogue look empty', async () => {
  answer(contract.treatments, listOf(treatment))
  answer(contract.services, listOf())
  drawScreen(<CataloguePage />, { at: `/settings/treatments?section=services&treatment=${treatment.id}` })
  expect(await screen.findByText('No services match your search')).toBeTruthy()
  expect(screen.getByText('Choose another treatment, or all treatments.')).toBeTruthy()
  expect(screen.queryByText('No services found')).toBeNull()
})
