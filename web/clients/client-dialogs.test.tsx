import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import {
  client,
  listOf,
  page,
  sampleClientDetail,
  sampleContact,
  sampleId,
  service,
  treatment,
} from '#web/test/samples.ts'
import { answer, answerBy, choose, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { AddClientDialog } from './add-client-dialog.tsx'
import { BasicInformation, EditClientDialog } from './basic-information.tsx'
import ClientDetailPage from './client-detail-page.tsx'
import { ManualClientDialog } from './manual-client-dialog.tsx'

const refused = { status: 409, message: 'Not now.' }
const close = () => undefined
const known = sampleClientDetail()

async function addClient() {
  const { person } = drawScreen(<AddClientDialog open onClose={close} />)
  await person.type(await screen.findByLabelText(/^First Name/), 'Bianca')
  await person.click(screen.getByRole('button', { name: 'SAVE CLIENT' }))
}

test('an error is shown when a client cannot be added', async () => {
  refuse(clientsContract.create, refused)
  await addClient()
  expect(await screen.findByText('Failed to add client.')).toBeTruthy()
})

test('after a client was added, a message confirms it', async () => {
  answer(clientsContract.create, { data: client, default_password: null })
  await addClient()
  expect(await screen.findByText('Client added successfully!')).toBeTruthy()
})

test.each<[string, () => void, string]>([
  ['rejected', () => refuse(clientsContract.update, refused), 'Failed to save client. Please try again.'],
  ['saved', () => answer(clientsContract.update, { data: client }), 'Client updated successfully!'],
])('the dialog for changing a client shows a message when the change is %s', async (_, set, sentence) => {
  set()
  const { person } = drawScreen(<EditClientDialog open client={known} onClose={close} />)
  await person.type(await screen.findByLabelText(/^Full Name/), ' Reyes')
  await person.click(screen.getByRole('button', { name: 'SAVE CLIENT' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test.each([
  ['a client', sampleId(77), 'Maria Santos'],
  ['staff', null, 'Liza Ramos'],
])('a note says that the e-mail already belongs to %s, and has a link only to another client', (_, id, name) => {
  const shown = { ...known, email: 'maria@example.ph', email_of: { id, name } }
  drawScreen(<BasicInformation client={shown} onEdit={close} />, { role: 'admin' })
  expect(screen.getByText(s.emailOfAnother(name))).toBeTruthy()
  const link = screen.queryByRole('link', { name: s.openOther })
  expect(link?.getAttribute('href') ?? null).toBe(id && `/clientPage/${id}`)
})

const ella = sampleContact({ name: 'Ella Cruz', email: 'ella@example.ph', contact_number: '0917 123 4567' })
const added = { data: client, default_password: null }

/** Opens Add Client with Use Existing User; the search finds only Ella by her e-mail. */
async function openManualClient() {
  const onClose = vi.fn()
  const searches: (string | null)[] = []
  answerBy(manualClientContract.users, ({ searchParams }) => {
    const search = searchParams.get('search')
    searches.push(search)
    const clients = search === ella.email ? [{ ...ella, id: client.id }] : []
    return { clients, ...page, total: clients.length }
  })
  answer(catalogueContract.treatments, listOf(treatment))
  answer(catalogueContract.treatment, { data: { ...treatment, services: [service], addOns: [] } })
  const { person } = drawScreen(<ManualClientDialog open onClose={onClose} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Client' }))
  await person.click(dialog.getByRole('checkbox', { name: 'Use Existing User' }))
  const field = (label: RegExp) => dialog.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
  const save = () => person.click(dialog.getByRole('button', { name: 'SAVE CLIENT' }))
  const chooseServices = async () => {
    await choose(person, dialog.getByRole('combobox', { name: 'Select Treatment' }), 'Facials')
    const services = dialog.getByRole('combobox', { name: 'Select Services' })
    await waitFor(() => expect(services).toHaveProperty('disabled', false))
    await person.click(services)
    await person.click(await screen.findByRole('option', { name: /^Hydra Glow/ }))
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
  }
  return { person, dialog, field, save, chooseServices, searches, onClose }
}

const described = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
const sentServices = { treatment_id: treatment.id, service_ids: [service.id], add_on_ids: [] }

test('in Add Client, choosing an existing user, who is searched on the server, fills the form; the user keeps name and e-mail', async () => {
  const { person, dialog, field, save, chooseServices, searches, onClose } = await openManualClient()
  const box = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Existing User' })
  await save()
  await waitFor(() => expect(described(box)).toContain('Select a person from the list, or None (Add New User).'))
  await person.type(box, 'ella@example.ph')
  const option = await screen.findByRole('option', { name: /^Ella Cruz/ })
  expect(option.textContent).toContain('ella@example.ph')
  expect(searches).toContain('ella@example.ph')
  expect(screen.getByRole('option', { name: 'None (Add New User)' })).toBeTruthy()
  expect(screen.getAllByRole('option')).toHaveLength(2)
  await person.click(option)
  expect(field(/^Full Name/).value).toBe('Ella Cruz')
  expect([field(/^Full Name/).readOnly, field(/^Email/).readOnly]).toEqual([true, true])
  expect(field(/^Email/).value).toBe('ella@example.ph')
  expect(field(/^Contact Number/).value).toBe('0917 123 4567')
  expect(dialog.queryByText(/Default password/)).toBeNull()
  await person.clear(field(/^Contact Number/))
  await person.type(field(/^Contact Number/), '0918 222 3333')
  await chooseServices()
  answer(manualClientContract.create, added)
  await save()
  expect(await screen.findByText('Client added successfully!')).toBeTruthy()
  expect(sentBodies).toMatchObject([
    { user_id: ella.user_id, name: ella.name, email: ella.email, contact_number: '0918 222 3333', ...sentServices },
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('in Add Client, choosing None as existing user allows typing in a new user; if the typed e-mail belongs to an existing client, that client is offered', async () => {
  const { person, dialog, field, save, chooseServices } = await openManualClient()
  await person.click(dialog.getByRole('combobox', { name: 'Existing User' }))
  await person.click(await screen.findByRole('option', { name: 'None (Add New User)' }))
  expect(field(/^Full Name/).readOnly).toBe(false)
  await person.type(field(/^Full Name/), 'Somebody Else')
  await person.type(field(/^Email/), 'ella@example.ph')
  await chooseServices()
  const { user_id, client_id, name } = ella
  const message = s.emailInUse(name)
  refuse(manualClientContract.create, {
    status: 409,
    code: 'conflict',
    message,
    errors: { email: [message] },
    data: { client_id, user_id, name },
  })
  await save()
  await waitFor(() => expect(described(field(/^Email/))).toContain('belongs to Ella Cruz'))
  await person.click(dialog.getByRole('button', { name: 'Use Ella Cruz' }))
  expect(field(/^Full Name/).value).toBe('Ella Cruz')
  answer(manualClientContract.create, added)
  await save()
  expect(await screen.findByText('Client added successfully!')).toBeTruthy()
  expect(sentBodies).toMatchObject([
    { name: 'Somebody Else', email: 'ella@example.ph', ...sentServices },
    { user_id, name: 'Ella Cruz', email: 'ella@example.ph', ...sentServices },
  ])
  // The stored number of the chosen client is not known here, so it is not sent and stays as it is.
  expect(sentBodies[1]).not.toHaveProperty('contact_number')
})

const withDefault = sampleClientDetail({
  email: 'dina@example.ph',
  log_in: { status: 'Must set password', default_password_until: null },
})

test('renewing a default password does not replace a password that the client has chosen meanwhile, and the page says so', async () => {
  answer(clientsContract.detail, { data: withDefault })
  const { person } = drawScreen(
    <Routes>
      <Route path="/clientPage/:clientId" element={<ClientDetailPage />} />
    </Routes>,
    { at: `/clientPage/${known.id}` },
  )
  const button = await screen.findByRole('button', { name: 'Renew default password' })
  const log_in = { status: 'Own password' as const, default_password_until: null }
  answer(clientsContract.detail, { data: { ...withDefault, log_in } })
  const message = `${known.name} already has their own password.`
  refuse(clientsContract.renewDefaultPassword, { status: 409, message, code: 'conflict' })
  await person.click(button)
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'RENEW' }))
  expect(await screen.findByText(message)).toBeTruthy()
  const information = within(screen.getByRole('region', { name: 'Basic Information' }))
  expect(await information.findByText('Active')).toBeTruthy()
  expect(information.queryByRole('button', { name: /default password/ })).toBeNull()
})
