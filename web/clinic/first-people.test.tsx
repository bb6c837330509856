import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { resourcesContract, type Resource } from '#shared/resources/contract.ts'
import { listOf, sampleId } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse, sentVersions } from '#web/test/screen.tsx'
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

async function openPeople(...rooms: Resource[]) {
  answer(resourcesContract.list, listOf(...rooms))
  const { person, router } = drawScreen(<FirstStepsPage />, { at: '/settings/first-steps?step=people' })
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Room 1' })
  return { person, router, field }
}

const changes = () => asked.filter((call) => call.startsWith('POST'))

test('the first steps rename the one room of a new clinic, and add other rooms', async () => {
  const { person, router, field } = await openPeople(seeded)
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

test('in the first steps unchanged room names lead on without saving, and an empty room name is rejected', async () => {
  const { person, router, field } = await openPeople(seeded)
  await person.clear(field)
  await person.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  expect(router.state.location.search).toBe('?step=people')
  await person.type(field, 'Main station')
  await person.click(screen.getByRole('button', { name: 'ADD ROOM' }))
  await person.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(router.state.location.search).toBe('?step=ready'))
  expect(changes()).toEqual([])
})

test('a rejected room name shows an error and keeps the typed text', async () => {
  const { person, router, field } = await openPeople(seeded)
  refuse(resourcesContract.update, { status: 422, code: 'validation', message: 'This name is already used.' })
  await person.type(field, ' 1')
  await person.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('The rooms could not be saved.')).toBeTruthy()
  expect(screen.getByText('This name is already used.')).toBeTruthy()
  expect(field.value).toBe('Main station 1')
  expect(router.state.location.search).toBe('?step=people')
})
