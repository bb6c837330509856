import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { visitContract } from '#shared/appointments/visit-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { listOf, sampleId, service, visit } from '#web/test/samples.ts'
import { answer, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import { ChangeServicesDialog } from './change-services-dialog.tsx'

const other = { ...service, id: sampleId(71), service_name: 'Glow Drip', duration_minutes: 45 }
const appointment = { ...visit, status: 'confirmed' as const, version: 3 }

function draw() {
  const onChanged = vi.fn()
  answer(catalogueContract.services, listOf(service, other))
  const dialog = <ChangeServicesDialog open onClose={() => undefined} appointment={appointment} onChanged={onChanged} />
  return { onChanged, ...drawScreen(dialog, { role: 'cashier' }) }
}

const addDrip = async ({ person }: ReturnType<typeof draw>) => {
  await person.type(await screen.findByLabelText('Add a service'), 'Glow')
  await person.click(await screen.findByRole('option', { name: /^Glow Drip/ }))
}

test('a service is added and one taken away; how long the visit takes then is said before it is sent', async () => {
  const drawn = draw()
  const save = await screen.findByRole('button', { name: 'Save services' })
  expect(save.getAttribute('aria-disabled')).toBe('true')
  await addDrip(drawn)
  const list = screen.getByRole('list', { name: 'Services of this visit' })
  expect(within(list).getAllByRole('listitem').map((item) => item.textContent)).toEqual([visit.service_name, 'Glow Drip'])
  expect(screen.getByRole('status').textContent).toBe('9:00 AM - 10:15 AM · 75 min')
  await drawn.person.click(screen.getByRole('button', { name: `Remove ${visit.service_name}` }))
  expect(screen.getByRole('status').textContent).toBe('9:00 AM - 9:45 AM · 45 min')
  answer(visitContract.changeServices, { data: appointment })
  await drawn.person.click(save)
  await waitFor(() => expect(drawn.onChanged).toHaveBeenCalledOnce())
  expect(sentBodies.at(-1)).toEqual({ service_ids: [other.id] })
  expect(sentVersions.at(-1)).toBe('3')
  expect(await screen.findByText('The services have been changed.')).toBeTruthy()
})

test('a visit without a service cannot be sent', async () => {
  const { person } = draw()
  await person.click(await screen.findByRole('button', { name: `Remove ${visit.service_name}` }))
  expect(screen.getByRole('status').textContent).toBe('A visit needs a service.')
  expect(screen.getByRole('button', { name: 'Save services' }).getAttribute('aria-disabled')).toBe('true')
})

test('what is taken is named, and booked over for a reason', async () => {
  const drawn = draw()
  const device = sampleId(80)
  refuse(visitContract.changeServices, {
    status: 409,
    code: 'slot_taken',
    message: 'Taken.',
    data: { conflicts: [{ id: device, name: 'Laser', why: 'busy', until: '10:45:00' }] },
  })
  await addDrip(drawn)
  await drawn.person.click(screen.getByRole('button', { name: 'Save services' }))
  expect(await screen.findByText(/^Laser .*10:45 AM/)).toBeTruthy()
  answer(visitContract.changeServices, { data: appointment })
  await drawn.person.type(screen.getByLabelText(/reason/i), 'Both fit')
  await drawn.person.click(screen.getByRole('button', { name: /overbook|book over/i }))
  await waitFor(() => expect(drawn.onChanged).toHaveBeenCalledOnce())
  expect(sentBodies.at(-1)).toMatchObject({ overbook: { resource_ids: [device], reason: 'Both fit' } })
})
