import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { alertsContract } from '#shared/alerts/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { waitlistContract, type WaitlistEntry } from '#shared/waitlist/contract.ts'
import { sampleContact, sampleId, service } from '#web/test/samples.ts'
import { answer, answerLater, asked, drawScreen, loseConnection, refuse, sentBodies } from '#web/test/screen.tsx'
import { AddEntryDialog } from './add-entry-dialog.tsx'
import WaitlistPage from './waitlist-page.tsx'

const contact = sampleContact({
  user_id: sampleId(61),
  client_id: sampleId(62),
  contact_number: '0917 555 1234',
})

const entry: WaitlistEntry = {
  id: sampleId(71),
  treatment_name: 'Facials',
  service_id: service.id,
  service_name: 'Diamond peel',
  further_services: [],
  duration_minutes: 30,
  practitioner_id: null,
  practitioner_name: null,
  first_date: '2099-11-23',
  last_date: '2099-11-27',
  day_parts: ['morning', 'evening'],
  state: 'waiting',
  created_at: '2026-11-20T09:00:00+08:00',
  offer: null,
  client: contact,
  offers_made: 0,
  offered_online: true,
}

/** The second service of the visit for which the client waits. */
const glow = { ...service, id: sampleId(14), service_name: 'Hydra glow' }
const forTwo: WaitlistEntry = {
  ...entry,
  further_services: [
    { service_id: glow.id, service_name: glow.service_name, treatment_name: 'Facials', duration_minutes: 30 },
  ],
}

const offered: WaitlistEntry = {
  ...entry,
  id: sampleId(72),
  state: 'offered',
  offers_made: 1,
  offer: {
    id: sampleId(73),
    appointment_date: '2099-11-24',
    appointment_time: '09:30:00',
    practitioner_name: 'Dra. Reyes',
    made_at: '2099-11-23T09:00:00+08:00',
    ends_at: '2099-11-23T09:30:00+08:00',
    seconds_left: 1800,
  },
}

const listed = (...entries: WaitlistEntry[]) =>
  answer(waitlistContract.list, {
    data: entries,
    total: entries.length,
    page: 1,
    per_page: 20,
    summary: { waiting: 1, offered: 1, taken: 2, withdrawn: 0, expired: 0 },
  })

const draw = (...entries: WaitlistEntry[]) => {
  listed(...entries)
  answer(visitContract.noShows, { data: { no_shows: 0, last_date: null } })
  return drawScreen(<WaitlistPage />, { role: 'cashier' })
}

test('a waitlist entry shows the client, the service, the days and the waiting time', async () => {
  draw(entry)
  const row = within(await screen.findByRole('row', { name: /Bianca Garcia/ }))
  expect(row.getByText('Mon, Nov 23 to Fri, Nov 27')).toBeTruthy()
  expect(row.getByText('Morning, Evening')).toBeTruthy()
  expect(row.getByText('Waiting')).toBeTruthy()
  expect(screen.getByText('1 waiting, 1 offered')).toBeTruthy()
})

test('an empty waitlist shows that it is empty, and how clients join it', async () => {
  draw()
  expect(await screen.findByText('Nobody is waiting.')).toBeTruthy()
})

test('a waitlist that cannot be loaded shows an error', async () => {
  loseConnection(waitlistContract.list)
  drawScreen(<WaitlistPage />, { role: 'cashier' })
  expect(await screen.findByText('Failed to load the waitlist.')).toBeTruthy()
})

test('staff book the time offered to a waitlist entry for the client after a confirmation', async () => {
  const { person } = draw(offered)
  const row = within(await screen.findByRole('row', { name: /Bianca Garcia/ }))
  expect(row.getByText('Tue, Nov 24, 9:30 AM')).toBeTruthy()
  expect(row.getByText('with Dra. Reyes')).toBeTruthy()
  answer(waitlistContract.take, { data: { ...offered, state: 'taken', offer: null } })
  await person.click(row.getByRole('button', { name: 'Book offered time for Bianca Garcia' }))
  await person.click(await screen.findByRole('button', { name: 'Yes, book this time' }))
  expect(await screen.findByText('The visit has been booked.')).toBeTruthy()
  expect(asked).toContain(`PUT /api/waitlist/${offered.id}/take`)
  expect(sentBodies).toContainEqual({ offer_id: offered.offer!.id })
})

test('the question before staff book the time offered to a waitlist entry shows the client’s no-shows from the start', async () => {
  const { person } = draw(offered)
  const arrive = answerLater(visitContract.noShows, { data: { no_shows: 3, last_date: '2026-11-03' } })
  await person.click(await screen.findByRole('button', { name: 'Book offered time for Bianca Garcia' }))
  await waitFor(() => expect(asked).toContain(`GET /api/clients/${contact.client_id}/no-shows`))
  // A late mark would move the buttons of the question.
  expect(screen.queryByRole('alertdialog')).toBeNull()
  arrive()
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('3 no-shows, the last on Nov 3, 2026')).toBeTruthy()
  expect(question.getByText(/^Diamond peel for Bianca Garcia/)).toBeTruthy()
})

test('staff can book the time offered to a waitlist entry if the client’s no-shows cannot be loaded', async () => {
  const { person } = draw(offered)
  loseConnection(visitContract.noShows)
  await person.click(await screen.findByRole('button', { name: 'Book offered time for Bianca Garcia' }))
  expect(await screen.findByRole('button', { name: 'Yes, book this time' })).toBeTruthy()
})

test('the alerts of a client who is chosen for the waitlist are shown below the name', async () => {
  answer(clientsContract.contacts, { data: [contact], total: 1, page: 1, per_page: 10 })
  answer(alertsContract.list, {
    data: [{ id: sampleId(50), client_id: contact.client_id, kind: 'allergy', text: 'lidocaine', treatments: [] }],
  })
  const { person } = drawScreen(<AddEntryDialog open onClose={() => undefined} />, {
    role: 'cashier',
    keepsCharts: true,
  })
  const box = await screen.findByRole('combobox', { name: /^Client/ })
  await person.type(box, 'Bianca')
  await person.click(await screen.findByRole('option', { name: /Bianca Garcia/ }))
  expect(await screen.findByText('Allergy: lidocaine')).toBeTruthy()
  await person.type(box, ' R')
  await waitFor(() => expect(screen.queryByText('Allergy: lidocaine')).toBeNull())
})

test('staff repeat a waitlist offer, and remove a waitlist entry after a confirmation', async () => {
  const { person } = draw(entry)
  answer(waitlistContract.offerAgain, { data: entry })
  answer(waitlistContract.remove, { data: { ...entry, state: 'withdrawn' } })
  await person.click(await screen.findByRole('button', { name: 'More actions for Bianca Garcia' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Offer again' }))
  expect(await screen.findByText('Matching free times are offered again.')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'More actions for Bianca Garcia' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  const question = within(await screen.findByRole('alertdialog'))
  await person.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('The entry has been removed.')).toBeTruthy()
  expect(asked).toContain(`DELETE /api/waitlist/${entry.id}`)
})

test('booking a time for a waitlist entry opens the dialog for a new appointment with the client and all services', async () => {
  const { person } = draw(forTwo)
  answer(catalogueContract.servicesByIds, { data: [glow, service] })
  const row = within(await screen.findByRole('row', { name: /Bianca Garcia/ }))
  expect(row.getByText('Diamond peel + Hydra glow')).toBeTruthy()
  await person.click(await screen.findByRole('button', { name: 'Book a time for Bianca Garcia' }))
  const dialog = within(await screen.findByRole('dialog'))
  const valueOf = (name: RegExp) => dialog.getByRole<HTMLInputElement>('combobox', { name }).value
  expect([valueOf(/^Client/), valueOf(/^Service/)]).toEqual(['Bianca Garcia', 'Hydra glow'])
  const services = within(dialog.getByRole('list', { name: 'Services of this visit' })).getAllByRole('listitem')
  expect(services.map(({ textContent }) => textContent)).toEqual([service.service_name])
  expect(dialog.getByLabelText<HTMLInputElement>(/^Date/).value).toBe('2099-11-23')
  expect(sentBodies).toContainEqual({ service_ids: [entry.service_id, glow.id] })
})

test('when staff book for a waitlist entry, a message names the service that is no longer offered, and the dialog opens for the other services', async () => {
  const { person } = draw(forTwo)
  answer(catalogueContract.servicesByIds, { data: [service] })
  await person.click(await screen.findByRole('button', { name: 'Book a time for Bianca Garcia' }))
  expect(await screen.findByText('A service of this entry is no longer offered: Hydra glow')).toBeTruthy()
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('staff add a caller to the waitlist for two services; missing values are reported at their field, errors of the server below the form', async () => {
  answer(clientsContract.contacts, { data: [contact], total: 1, page: 1, per_page: 10 })
  answer(catalogueContract.services, { data: [service, glow], total: 2, page: 1, per_page: 30 })
  const closed: string[] = []
  const { person } = drawScreen(<AddEntryDialog open onClose={() => closed.push('closed')} />, { role: 'cashier' })
  await person.click(await screen.findByRole('button', { name: 'ADD TO WAITLIST' }))
  expect(await screen.findByText('Choose a client from the list.')).toBeTruthy()
  expect(screen.getByText('Choose a service.')).toBeTruthy()
  await person.type(screen.getByRole('combobox', { name: /^Client/ }), 'Bianca')
  await person.click(await screen.findByRole('option', { name: /Bianca Garcia/ }))
  await person.click(screen.getByRole('button', { name: 'ADD TO WAITLIST' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^Service/ })))
  await person.type(screen.getByRole('combobox', { name: /^Service/ }), service.service_name.slice(0, 4))
  await person.click(await screen.findByRole('option', { name: new RegExp(service.service_name) }))
  await person.type(screen.getByRole('combobox', { name: /^Add a service/ }), 'Hydra')
  // A chosen service is not offered again.
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Hydra glow'),
  ])
  // A service that was typed but not picked from the list is reported as an error.
  await person.keyboard('{Escape}')
  await person.click(screen.getByRole('button', { name: 'ADD TO WAITLIST' }))
  expect(await screen.findByText(appointmentMessages.unknownService)).toBeTruthy()
  await person.type(screen.getByRole('combobox', { name: /^Add a service/ }), ' g')
  await person.click(await screen.findByRole('option', { name: /Hydra glow/ }))
  await person.click(screen.getByRole('checkbox', { name: 'Afternoon' }))
  refuse(waitlistContract.add, { status: 409, code: 'conflict', message: 'They wait already.' })
  await person.click(screen.getByRole('button', { name: 'ADD TO WAITLIST' }))
  expect(await screen.findByText('They wait already.')).toBeTruthy()
  answer(waitlistContract.add, { data: entry })
  await person.click(screen.getByRole('button', { name: 'ADD TO WAITLIST' }))
  await waitFor(() => expect(closed).toEqual(['closed']))
  expect(sentBodies.at(-1)).toMatchObject({
    user_id: contact.user_id,
    service_id: service.id,
    further_services: [glow.id],
    day_parts: ['morning', 'evening'],
  })
})
