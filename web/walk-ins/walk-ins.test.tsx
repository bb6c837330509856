import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract, type ClientContact } from '#shared/clients/contract.ts'
import { walkInsContract, type StartOption } from '#shared/walk-ins/contract.ts'
import { walkInMessages as s } from '#shared/walk-ins/messages.ts'
import { withMorning } from '#web/test/clock.ts'
import { client, listOf, page, sampleId, sampleWalkIn, service } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { AddWalkInDialog } from './add-walk-in-dialog.tsx'
import { WalkInQueue } from './walk-in-queue.tsx'

withMorning()

const ANA = sampleId(101)
const BEA = sampleId(102)
const regular: ClientContact = {
  user_id: sampleId(61),
  client_id: sampleId(62),
  name: 'Rosario Panganiban',
  contact_number: '0917 555 1234',
  email: null,
  last_visit: null,
}
const waiting = sampleWalkIn
const busy = { id: ANA, name: 'Ana', why: 'busy' as const, until: '10:00:00' }
const options: StartOption[] = [
  { practitioner_id: BEA, name: 'Bea', conflicts: [] },
  { practitioner_id: ANA, name: 'Ana', conflicts: [busy] },
]

function drawDialog({ onFile = [] as ClientContact[] } = {}) {
  answer(clientsContract.contacts, { data: onFile, total: onFile.length, ...page })
  answer(catalogueContract.services, listOf(service))
  answer(clientsContract.create, { data: client, default_password: null })
  answer(walkInsContract.add, { data: waiting })
  answer(walkInsContract.startOptions, { data: { appointment_time: '09:00:00', options, obstacle: null } })
  const onClose = vi.fn()
  return { onClose, ...drawScreen(<AddWalkInDialog open onClose={onClose} />, { role: 'cashier' }) }
}

type Person = ReturnType<typeof drawDialog>['person']
const nameBox = () => screen.findByRole('combobox', { name: /^Full Name/ })
const pickService = async (person: Person) => {
  await person.type(screen.getByRole('combobox', { name: /^Service/ }), 'Hydra')
  await person.click(await screen.findByRole('option', { name: /Hydra Glow/ }))
}
const changes = () => asked.filter((call) => !call.startsWith('GET'))

test('a new walk-in is created and queued with the keyboard: name, Enter, service, Enter, Enter', async () => {
  const { person, onClose } = drawDialog({ onFile: [regular] })
  await person.type(await nameBox(), 'Ro')
  // The first option is a new client with the typed name, so that Enter never picks another person.
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)[0]).toBe('New client: Ro')
  await person.keyboard('{Enter}')
  const serviceBox = screen.getByRole('combobox', { name: /^Service/ })
  await waitFor(() => expect(document.activeElement).toBe(serviceBox))
  await person.keyboard('Hydra')
  await screen.findByRole('option', { name: /Hydra Glow/ })
  await person.keyboard('{Enter}{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(changes()).toEqual(['POST /api/clients', 'POST /api/walk-ins'])
  expect(sentBodies).toMatchObject([{ name: 'Ro' }, { user_id: client.user_id, service_id: service.id }])
  const told = within(await screen.findByRole('group', { name: 'Walk-in number 3' }))
  expect(told.getByText('Bianca Garcia is waiting.')).toBeTruthy()
})

test('an existing client who walks in is selected by name and gets no second record', async () => {
  const { person, onClose } = drawDialog({ onFile: [regular] })
  await person.type(await nameBox(), 'rosario')
  await person.click(await screen.findByRole('option', { name: /Rosario Panganiban/ }))
  expect(screen.getByText(/^0917 555 1234 · /)).toBeTruthy()
  expect(screen.queryByLabelText(/^Password/)).toBeNull()
  await person.click(screen.getByRole('button', { name: 'ADD CLIENT' }))
  expect(await screen.findByText(s.serviceRequired)).toBeTruthy()
  await pickService(person)
  await person.click(screen.getByRole('button', { name: 'ADD CLIENT' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(changes()).toEqual(['POST /api/walk-ins'])
  expect(sentBodies).toEqual([{ user_id: regular.user_id, service_id: service.id }])
})

test('a walk-in without a service gets a client record and is not queued', async () => {
  const { person, onClose } = drawDialog()
  await person.type(await nameBox(), 'Rosa Lim')
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/).value).toBe('rosa123')
  await person.click(screen.getByRole('button', { name: 'ADD CLIENT' }))
  expect(await screen.findByText('Walk-in client added successfully!')).toBeTruthy()
  expect(onClose).toHaveBeenCalledOnce()
  expect(changes()).toEqual(['POST /api/clients'])
})

test('a walk-in’s service that was typed but not selected is reported before a client record is created', async () => {
  const { person } = drawDialog()
  await person.type(await nameBox(), 'Rosa Lim')
  await person.type(screen.getByRole('combobox', { name: /^Service/ }), 'Hydr')
  await person.click(screen.getByRole('button', { name: 'ADD CLIENT' }))
  expect(await screen.findByText(s.serviceRequired)).toBeTruthy()
  expect(changes()).toEqual([])
})

test('a walk-in whose client record cannot be created shows an error', async () => {
  const { person } = drawDialog()
  refuse(clientsContract.create, { status: 409, message: 'Not now.' })
  await person.type(await nameBox(), 'Rosa Lim')
  await person.click(screen.getByRole('button', { name: 'ADD CLIENT' }))
  expect(await screen.findByText('Failed to create walk-in client.')).toBeTruthy()
})

test('a new walk-in who is similar to an existing client is queued as that client with one press', async () => {
  const { person, onClose } = drawDialog()
  const data = { candidates: [regular] }
  refuse(clientsContract.create, { status: 409, message: 'Is it?', code: 'possible_duplicate', data })
  await person.type(await nameBox(), 'Rosario P')
  await pickService(person)
  await person.click(screen.getByRole('button', { name: 'ADD CLIENT' }))
  await person.click(await screen.findByRole('button', { name: `Use this client: ${regular.name}` }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sentBodies.at(-1)).toEqual({ user_id: regular.user_id, service_id: service.id })
})

test('creating a walk-in needs a full name; the password is generated and cannot be typed', async () => {
  const { person } = drawDialog()
  await person.type(await nameBox(), '   ')
  await person.click(screen.getByRole('button', { name: 'ADD CLIENT' }))
  const message = 'Validation Error: Full name and password are required!'
  expect(await screen.findByText(message)).toBeTruthy()
  const name = await nameBox()
  await waitFor(() => expect(document.activeElement).toBe(name))
  const described = (name.getAttribute('aria-describedby') ?? '').split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(message)
  await person.clear(name)
  await person.type(name, 'Ñina Cruz')
  const password = screen.getByLabelText<HTMLInputElement>(/^Password/)
  expect(password.value).toBe('nina123')
  expect(password.readOnly).toBe(true)
  expect(changes()).toEqual([])
})

test('a walk-in with the phone number of an existing client is checked for a duplicate, and confirming creates a new record', async () => {
  const { person, onClose } = drawDialog()
  const data = { candidates: [regular] }
  refuse(clientsContract.create, { status: 409, message: 'Is it?', code: 'possible_duplicate', data })
  await person.type(await nameBox(), 'Marites')
  const number = screen.getByLabelText(/^Contact Number/)
  await person.type(number, '+63 917 555 1234')
  await person.click(screen.getByRole('button', { name: 'ADD CLIENT' }))
  const question = () => screen.queryByRole('region', { name: 'Is it one of these clients?' })
  await waitFor(() => expect(question()?.textContent).toContain('Rosario Panganiban0917 555 1234 · No visit yet'))
  await person.type(number, '{Backspace}')
  expect(question()).toBeNull()
  await person.type(number, '4')
  await person.click(screen.getByRole('button', { name: 'ADD CLIENT' }))
  const no = await screen.findByRole('button', { name: 'No, a new client' })
  answer(clientsContract.create, { data: client, default_password: null })
  await person.click(no)
  expect(await screen.findByText('Walk-in client added successfully!')).toBeTruthy()
  expect(onClose).toHaveBeenCalledOnce()
  const typed = { name: 'Marites', contact_number: '+63 917 555 1234' }
  expect(sentBodies).toMatchObject([
    { ...typed, unless_similar: true },
    { ...typed, unless_similar: true },
    { ...typed, unless_similar: false },
  ])
})

test('a walk-in’s phone number must be a Philippine one', async () => {
  const { person } = drawDialog()
  await person.type(await nameBox(), 'Marites')
  await person.type(screen.getByLabelText(/^Contact Number/), '12')
  await person.click(screen.getByRole('button', { name: 'ADD CLIENT' }))
  expect(await screen.findByText(/^Enter a number such as/)).toBeTruthy()
  expect(changes()).toEqual([])
})

test('a walk-in who got a client record but could not be queued gets no second record when tried again', async () => {
  const { person, onClose } = drawDialog()
  refuse(walkInsContract.add, { status: 503, message: 'Later.' })
  await person.type(await nameBox(), 'Bianca Garcia')
  await pickService(person)
  await person.click(screen.getByRole('button', { name: 'ADD CLIENT' }))
  expect(await screen.findByText(s.failedToAdd)).toBeTruthy()
  answer(walkInsContract.add, { data: waiting })
  await person.click(screen.getByRole('button', { name: 'ADD CLIENT' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(changes()).toEqual(['POST /api/clients', 'POST /api/walk-ins', 'POST /api/walk-ins'])
})

test('starting a walk-in’s visit now selects a free practitioner, names busy ones, and overbooks one only with a reason', async () => {
  const { person, onClose } = drawDialog({ onFile: [regular] })
  await person.type(await nameBox(), 'rosario')
  await person.click(await screen.findByRole('option', { name: /Rosario Panganiban/ }))
  await pickService(person)
  await person.click(screen.getByRole('radio', { name: s.takenIn }))
  const whom = within(await screen.findByRole('radiogroup', { name: /^With whom/ }))
  expect(whom.getByRole('radio', { name: /^Bea/ }).getAttribute('aria-checked')).toBe('true')
  expect(whom.getByText('Ana is busy until 10:00 AM.')).toBeTruthy()
  await person.click(whom.getByRole('radio', { name: /^Ana/ }))
  refuse(walkInsContract.add, { status: 409, message: 'Taken', code: 'slot_taken', data: { conflicts: [busy] } })
  await person.click(screen.getByRole('button', { name: 'ADD CLIENT' }))
  await person.type(await screen.findByRole('textbox', { name: /^Reason/ }), 'Asked for Ana')
  answer(walkInsContract.add, { data: { ...waiting, state: 'taken-in', appointment_id: sampleId(90) } })
  await person.click(screen.getByRole('button', { name: 'Overbook' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sentBodies).toMatchObject([
    { now_with: { practitioner_id: ANA } },
    { now_with: { practitioner_id: ANA, overbook: { resource_ids: [ANA], reason: 'Asked for Ana' } } },
  ])
  expect(await screen.findByText(s.begun)).toBeTruthy()
})

test('when no practitioner can start a walk-in’s visit now, the dialog says why and sends nothing', async () => {
  const { person } = drawDialog()
  answer(walkInsContract.startOptions, {
    data: { appointment_time: '09:00:00', options: [], obstacle: s.nobodyOnDuty },
  })
  await person.type(await nameBox(), 'Rosa Lim')
  await pickService(person)
  await person.click(screen.getByRole('radio', { name: s.takenIn }))
  expect(await screen.findByText(s.nobodyOnDuty)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'ADD CLIENT' }))
  expect(changes()).toEqual([])
})

test('the queue shows each walk-in’s number, name, service and waiting time, with a link to the till', async () => {
  answer(walkInsContract.queue, { data: [waiting] })
  drawScreen(<WalkInQueue />, { role: 'cashier' })
  const queue = within(await screen.findByRole('region', { name: s.title }))
  // The page's title is the only heading above the queue, so that no level is left out.
  expect(queue.getByRole('heading', { level: 2 }).textContent).toContain(s.title)
  for (const text of ['No. 3', client.name, service.service_name, '12 min']) expect(queue.getByText(text)).toBeTruthy()
  const pay = queue.getByRole('link', { name: `PAY: ${client.name}` })
  expect(pay.getAttribute('href')).toBe(`/cashier?walkin=${waiting.id}`)
})

test('the queue of walk-ins is hidden while nobody waits', async () => {
  answer(walkInsContract.queue, { data: [] })
  drawScreen(<WalkInQueue />, { role: 'cashier' })
  await waitFor(() => expect(asked).toContain('GET /api/walk-ins'))
  expect(screen.queryByText(s.title)).toBeNull()
})

test('the visit of a walk-in in the queue is started with a free practitioner', async () => {
  answer(walkInsContract.queue, { data: [waiting] })
  answer(walkInsContract.startOptions, { data: { appointment_time: '09:00:00', options, obstacle: null } })
  answer(walkInsContract.takeIn, { data: { ...waiting, state: 'taken-in', appointment_id: sampleId(90) } })
  const { person } = drawScreen(<WalkInQueue />, { role: 'cashier' })
  await person.click(await screen.findByRole('button', { name: `START WITH …: ${client.name}` }))
  await screen.findByRole('radio', { name: /^Bea/ })
  answer(walkInsContract.queue, { data: [] })
  await person.click(screen.getByRole('button', { name: s.takeIn }))
  expect(await screen.findByText(s.begun)).toBeTruthy()
  expect(sentBodies).toEqual([{ practitioner_id: BEA }])
})

test('a walk-in who is marked as having left disappears from the queue, and the toast’s Undo brings the walk-in back', async () => {
  answer(walkInsContract.queue, { data: [waiting] })
  answer(walkInsContract.setLeft, { data: { ...waiting, state: 'left' } })
  const { person } = drawScreen(<WalkInQueue />, { role: 'cashier' })
  await person.click(await screen.findByRole('button', { name: `Has left: ${client.name}` }))
  await person.click(await screen.findByRole('button', { name: s.undo }))
  expect(await screen.findByText(s.isBack(client.name))).toBeTruthy()
  expect(sentBodies).toEqual([{ left: true }, { left: false }])
})
