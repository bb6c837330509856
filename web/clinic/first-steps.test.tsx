import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { firstStepsMessages as s } from '#shared/clinic/messages.ts'
import { resourcesContract, type Resource } from '#shared/resources/contract.ts'
import { sharingContract } from '#shared/website/sharing-contract.ts'
import { listOf, profile, sampleId, service } from '#web/test/samples.ts'
import { answer, asked, choose, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import FirstStepsPage from './first-steps-page.tsx'

const room = (n: number, name: string): Resource => ({
  id: sampleId(n),
  kind: 'room',
  name,
  title: '',
  colour: null,
  photo: null,
  is_active: true,
  services: [],
  week: [],
  exceptions: [],
  version: 1,
})
const seeded = room(81, 'Main station')

async function openRooms(...rooms: Resource[]) {
  answer(resourcesContract.list, listOf(...rooms))
  const { person, router } = drawScreen(<FirstStepsPage />, { at: '/settings/first-steps?step=rooms' })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Room 1' })
  return { person, router, field }
}

const changes = () => asked.filter((call) => call.startsWith('POST'))

test('on the page “First steps” the one room of a new clinic is renamed, and other rooms are added', async () => {
  const { person, router, field } = await openRooms(seeded)
  expect(field.value).toBe('Main station')
  answer(resourcesContract.update, { data: room(81, 'Rose room') })
  answer(resourcesContract.create, { data: room(82, 'Jade room') })
  await person.clear(field)
  await person.type(field, 'Rose room')
  await person.click(screen.getByRole('button', { name: 'ADD ROOM' }))
  await person.type(screen.getByRole('textbox', { name: 'Room 2' }), 'Jade room')
  await person.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(router.state.location.search).toBe('?step=ready'))
  expect(changes()).toEqual([`POST /api/resources/${seeded.id}`, 'POST /api/resources'])
  expect(sentVersions).toEqual(['1'])
})

test('on the page “First steps” Next saves nothing if the room names are unchanged, and rejects an empty room name', async () => {
  const { person, router, field } = await openRooms(seeded)
  await person.clear(field)
  await person.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  expect(router.state.location.search).toBe('?step=rooms')
  await person.type(field, 'Main station')
  await person.click(screen.getByRole('button', { name: 'ADD ROOM' }))
  await person.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(router.state.location.search).toBe('?step=ready'))
  expect(changes()).toEqual([])
})

test('on the page “First steps” a rejected room name shows an error, and the typed text stays', async () => {
  const { person, router, field } = await openRooms(seeded)
  refuse(resourcesContract.update, { status: 422, code: 'validation', message: 'This name is already used.' })
  await person.type(field, ' 1')
  await person.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('The rooms could not be saved.')).toBeTruthy()
  expect(screen.getByText('This name is already used.')).toBeTruthy()
  expect(field.value).toBe('Main station 1')
  expect(router.state.location.search).toBe('?step=rooms')
})

test('the first steps list the services that the clinic offers, and a service that the owner adds is selected in the list', async () => {
  const offered = { ...service, treatment_name: 'FACIALS', service_name: 'diamond peel', service_price: 1350 }
  answer(catalogueContract.services, listOf(offered))
  answer(catalogueContract.start, { data: { treatments: 0, services: 1 } })
  const { person, router } = drawScreen(<FirstStepsPage />, { at: '/settings/first-steps?step=services' })
  const facials = await screen.findByRole('group', { name: 'FACIALS' })
  // The list does not suggest a service whose name the clinic's list already has, in upper or lower case.
  expect(within(facials).getByText(/^diamond peel/).parentElement?.textContent).toContain('₱1,350')
  expect(within(facials).queryByRole('checkbox', { name: 'Diamond Peel' })).toBeNull()
  expect(within(facials).getByRole('checkbox', { name: 'Classic Facial' })).toBeTruthy()

  const add = () => person.click(screen.getByRole('button', { name: s.addOwn }))
  await add()
  expect([screen.getByText(s.nameOwn), screen.getByText(s.wrongPrice)]).toHaveLength(2)
  await choose(person, screen.getByRole('combobox', { name: s.ownTreatment }), 'FACIALS')
  await person.type(screen.getByRole('textbox', { name: s.ownName }), 'Classic facial')
  await person.type(screen.getByRole('textbox', { name: s.ownPrice }), '2000')
  await add()
  expect(screen.getByText(s.alreadyListed)).toBeTruthy()
  await person.type(screen.getByRole('textbox', { name: s.ownName }), ' with gold')
  await add()
  const own = within(facials).getByRole('checkbox', { name: 'Classic facial with gold' })
  expect(own.getAttribute('aria-checked')).toBe('true')
  await person.click(screen.getByRole('button', { name: s.addChosen(1) }))
  await waitFor(() => expect(router.state.location.search).toBe('?step=people'))
  expect(sentBodies).toEqual([
    {
      treatments: [
        {
          treatment_name: 'FACIALS',
          services: [{ service_name: 'Classic facial with gold', service_price: 2000, duration_minutes: 60 }],
        },
      ],
    },
  ])
})

test.each([
  [false, s.openWebsite, '/settings/website'],
  [true, s.sharePage, '/settings/share'],
])('after the first steps (website is published: %s), the main link is “%s”', async (is_published, name, path) => {
  answer(sharingContract.read, { data: { address: null, is_published, logo: null, colours: 'lagoon' } })
  answer(clinicContract.read, { data: profile, sends_email: false })
  drawScreen(<FirstStepsPage />, { at: '/settings/first-steps?step=ready' })
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(path)
  expect((await screen.findByRole('link', { name: s.setUpEmail })).getAttribute('href')).toBe('/settings/email')
})
