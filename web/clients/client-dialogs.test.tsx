import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientsContract } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { client, sampleClientDetail, sampleId } from '#web/test/samples.ts'
import { answer, drawScreen, refuse } from '#web/test/screen.tsx'
import { AddClientDialog } from './add-client-dialog.tsx'
import { BasicInformation, EditClientDialog } from './basic-information.tsx'

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
