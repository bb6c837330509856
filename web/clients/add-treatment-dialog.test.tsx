import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import { client, listOf, sampleId, service, treatment } from '#web/test/samples.ts'
import { answer, answerBy, choose, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { AddTreatmentDialog } from './add-treatment-dialog.tsx'

const peels = { ...treatment, id: sampleId(91), treatment_name: 'Chemical Peels' }
const lashes = { ...treatment, id: sampleId(92), treatment_name: 'Lashes' }
const offer = [service, { ...service, id: sampleId(93), service_id: sampleId(93), service_name: 'Glycolic Peel' }]

/** Opens the dialog and, in it, the panel for a new treatment. */
async function openPanel() {
  answer(catalogueContract.treatments, listOf(treatment, peels))
  answerBy(catalogueContract.treatment, ({ pathname }) => {
    const chosen = [treatment, peels, lashes].find(({ id }) => pathname.endsWith(id))!
    return { data: { ...chosen, services: chosen === lashes ? [] : offer, addOns: [] } }
  })
  const onClose = vi.fn()
  const { person } = drawScreen(<AddTreatmentDialog open client={client} onClose={onClose} />, { role: 'cashier' })
  await person.click(await screen.findByRole('button', { name: '+ New Treatment' }))
  const panel = within(await screen.findByRole('region', { name: 'New Treatment' }))
  return {
    person,
    panel,
    onClose,
    name: () => panel.getByRole<HTMLInputElement>('textbox', { name: 'Treatment Name' }),
  }
}
type Opened = Awaited<ReturnType<typeof openPanel>>

const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
const box = (name: string) => screen.getByRole('combobox', { name })

async function pickPeels({ person, panel }: Pick<Opened, 'person' | 'panel'>) {
  await choose(person, panel.getByRole('combobox', { name: 'Treatment' }), 'Chemical Peels')
  await person.click(panel.getByRole('button', { name: 'Select Treatment' }))
}
async function addPeel(person: Opened['person']) {
  await person.type(box('Select Services'), 'Glycolic')
  await person.click(await screen.findByRole('option', { name: /Glycolic Peel/ }))
  await person.click(screen.getByRole('button', { name: 'ADD TO CLIENT HISTORY' }))
}

test('while adding to a client’s history, a treatment can be created and selected, and an existing one is found by name', async () => {
  const { person, panel, name, onClose } = await openPanel()
  await person.click(panel.getByRole('button', { name: 'Create Treatment' }))
  await waitFor(() => expect(descriptionOf(name())).toContain('Treatment name is required'))
  const message = 'A treatment with this name already exists.'
  refuse(catalogueContract.createTreatment, { status: 409, message, errors: { treatment_name: [message] } })
  await person.type(panel.getByLabelText('Price (Optional)'), '1500')
  await person.type(name(), 'Facials{Enter}')
  await waitFor(() => expect(descriptionOf(name())).toContain(message))
  answer(catalogueContract.createTreatment, { data: lashes })
  answer(catalogueContract.treatments, listOf(treatment, peels, lashes))
  await person.clear(name())
  await person.type(name(), 'Lashes')
  await person.click(panel.getByRole('button', { name: 'Create Treatment' }))
  expect(await screen.findByText('Treatment created and selected!')).toBeTruthy()
  await waitFor(() => expect(box('Select Treatment').textContent).toContain('Lashes'))
  const services = box('Select Services')
  await waitFor(() => expect(services.getAttribute('placeholder')).toBe('No services available for this treatment'))
  expect(sentBodies.at(-1)).toMatchObject({ treatment_name: 'Lashes', treatment_price: 1500 })

  await person.click(screen.getByRole('button', { name: '+ New Treatment' }))
  const again = within(screen.getByRole('region', { name: 'New Treatment' }))
  await pickPeels({ person, panel: again })
  expect(await screen.findByText('Treatment selected!')).toBeTruthy()
  await waitFor(() => expect(box('Select Treatment').textContent).toContain('Chemical Peels'))
  answer(manualClientContract.addServices, { data: client })
  await addPeel(person)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sentBodies.at(-1)).toMatchObject({ service_ids: [sampleId(93)] })
})

test('in a client’s history, a treatment that somebody has deleted since the list was loaded cannot be selected, and the message says so', async () => {
  const { person, panel } = await openPanel()
  refuse(catalogueContract.treatment, { status: 404, message: 'Gone.', code: 'not_found' })
  await pickPeels({ person, panel })
  expect(await screen.findByText('Treatment not found')).toBeTruthy()
  expect(box('Select Treatment').textContent).not.toContain('Chemical Peels')
})

test('when creating, selecting or adding a treatment in a client’s history fails, the message names the treatment and the form stays open', async () => {
  const { person, panel, name, onClose } = await openPanel()
  const expectMessage = async (title: string) => {
    expect((await screen.findByRole('alert', { name: title })).textContent).toContain('Not today.')
  }
  refuse(catalogueContract.createTreatment, { status: 409, message: 'Not today.', code: 'conflict' })
  await person.type(name(), 'Never')
  await person.click(panel.getByRole('button', { name: 'Create Treatment' }))
  await expectMessage('Failed to create treatment.')
  refuse(catalogueContract.treatment, { status: 500, message: 'Not today.' })
  await pickPeels({ person, panel })
  await expectMessage('Failed to create/select treatment')
  answer(catalogueContract.treatment, { data: { ...peels, services: offer, addOns: [] } })
  await person.click(panel.getByRole('button', { name: 'Select Treatment' }))
  await waitFor(() => expect(box('Select Treatment').textContent).toContain('Chemical Peels'))
  refuse(manualClientContract.addServices, { status: 409, message: 'Not today.', code: 'conflict' })
  await addPeel(person)
  await expectMessage('Failed to update client services.')
  expect(screen.getByRole('button', { name: 'Remove Glycolic Peel' })).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})
