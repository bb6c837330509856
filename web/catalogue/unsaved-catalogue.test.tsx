import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { catalogueContract as contract } from '#shared/catalogue/contract.ts'
import { addOn, listOf, sampleId, service, treatment } from '#web/test/samples.ts'
import { answer, drawScreen, refuseLater } from '#web/test/screen.tsx'
import CataloguePage from './catalogue-page.tsx'

const peels = { ...treatment, id: sampleId(19), treatment_name: 'Peels' }

function openTreatments(...more: (typeof treatment)[]) {
  answer(contract.treatments, listOf(treatment, ...more))
  return drawScreen(<CataloguePage />, { at: '/settings/treatments' })
}

const discard = 'Close without saving?'
const typedInto = (value: string) => screen.findByDisplayValue<HTMLInputElement>(value)

test('leaving the form for a new catalogue item with typed text asks for confirmation first', async () => {
  const { person, router } = openTreatments()
  answer(contract.services, listOf(service))
  await person.type(await screen.findByLabelText(/^Treatment Name/), 'Peels')
  await person.click(screen.getByRole('tab', { name: 'Manage Services' }))
  await screen.findByRole('alertdialog', { name: discard })
  await person.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(await typedInto('Peels')).toBeTruthy()
  void router.navigate('/dashboard')
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await person.click(screen.getByRole('button', { name: 'Stay' }))
  expect(router.state.location.pathname).toBe('/settings/treatments')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await person.click(screen.getByRole('tab', { name: 'Manage Services' }))
  await person.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(await screen.findByRole('button', { name: 'ADD SERVICE' })).toBeTruthy()
})

async function openTwo() {
  const drawn = openTreatments(peels)
  await screen.findByRole('button', { name: 'Edit Peels' })
  return drawn
}

test('editing a second catalogue row asks before the text typed in the first row is lost', async () => {
  const { person } = await openTwo()
  await person.click(screen.getByRole('button', { name: 'Edit Facials' }))
  await person.type(await typedInto('Facials'), ' A')
  await person.click(screen.getByRole('button', { name: 'Edit Peels' }))
  await screen.findByRole('alertdialog', { name: discard })
  await person.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(await typedInto('Facials A')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await person.click(screen.getByRole('button', { name: 'Edit Peels' }))
  await person.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(await typedInto('Peels')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await person.click(screen.getByRole('button', { name: 'Edit Facials' }))
  expect(await typedInto('Facials')).toBeTruthy()
})

test('a late error of one catalogue row does not affect another row that is being edited by then', async () => {
  const { person } = await openTwo()
  const errors = { treatment_name: ['This name is taken.'] }
  const refuseNow = refuseLater(contract.updateTreatment, { status: 422, message: 'Please check.', errors })
  await person.click(screen.getByRole('button', { name: 'Edit Facials' }))
  await person.type(await typedInto('Facials'), ' A')
  await person.click(screen.getByRole('button', { name: 'Save changes' }))
  await person.click(await screen.findByRole('button', { name: 'Edit Peels' }))
  await person.type(await typedInto('Peels'), ' B')
  refuseNow()
  expect(await screen.findByText('Failed to update. Reverting changes.')).toBeTruthy()
  expect(screen.getByDisplayValue('Peels B')).toBeTruthy()
  expect(screen.queryByDisplayValue('Facials A')).toBeNull()
})

test('leaving the catalogue form needs no confirmation after the treatment was added or if nothing was typed', async () => {
  const { person } = openTreatments()
  answer(contract.services, listOf(service))
  answer(contract.addOns, listOf(addOn))
  answer(contract.createTreatment, { data: peels })
  await person.type(await screen.findByLabelText(/^Treatment Name/), 'Peels')
  await person.click(screen.getByRole('button', { name: 'ADD TREATMENT' }))
  await screen.findByText('Peels was added.')
  await person.click(screen.getByRole('tab', { name: 'Manage Services' }))
  await screen.findByRole('button', { name: 'ADD SERVICE' })
  await person.click(screen.getByRole('tab', { name: 'Manage Add-Ons' }))
  expect(await screen.findByRole('button', { name: 'ADD ADD-ON' })).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
