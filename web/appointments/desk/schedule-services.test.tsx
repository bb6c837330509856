import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { alertsContract } from '#shared/alerts/contract.ts'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { sampleClientAppointment } from '#shared/test/samples.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { client, listOf, profile, sampleContact, sampleId, service, treatment } from '#web/test/samples.ts'
import { answer, answerBy, asked, choose, drawScreen, loseConnection, refuse, sentBodies } from '#web/test/screen.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'

const peel = {
  ...service,
  id: sampleId(91),
  service_id: sampleId(91),
  service_name: 'Diamond Peel',
  duration_minutes: 45,
}
const tomorrow = addDays(TODAY, 1)

withMorning()

test('staff add several services to one visit: durations and prices are added up, and a service can be removed again', async () => {
  answer(bookingCatalogueContract.treatments, { data: [] })
  answer(catalogueContract.services, {
    ...listOf({ ...service, duration_minutes: 30 }),
    data: [{ ...service, duration_minutes: 30 }, peel],
  })
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(clinicContract.read, { data: profile, sends_email: false })
  answerBy(appointmentsContract.unavailableTimes, () => ({ appointment_times: [] }))
  answer(availabilityContract.availability, {
    data: { duration_minutes: 75, practitioners: [], horizon_days: null, minimum_notice_minutes: 0, days: [] },
  })
  const { person: staff } = drawScreen(
    <ScheduleDialog open onClose={() => undefined} date={tomorrow} client={{ ...client, client_id: client.id }} />,
    { role: 'cashier' },
  )
  const pick = async (name: RegExp, typed: string) => {
    await staff.type(await screen.findByRole('combobox', { name: /^Service/ }), typed)
    await staff.click(await screen.findByRole('option', { name }))
  }
  // Searches with a word of the treatment's name and a word of the service's name.
  await pick(/Hydra Glow/, 'Facials Hydra')
  await staff.click(screen.getByRole('button', { name: 'Add another service' }))
  const services = screen.getByRole('list', { name: 'Services of this visit' })
  expect(within(services).getByText('Hydra Glow')).toBeTruthy()
  await pick(/Diamond Peel/, 'Dia')
  expect(screen.getByText(/^75 min · /)).toBeTruthy()
  await waitFor(() => expect(sentBodies.at(-1)).toMatchObject({ service_id: service.id, further_services: [peel.id] }))
  await staff.click(await screen.findByRole('radio', { name: /^9:00 AM/ }))
  expect(await screen.findByText(/, 9:00 AM - 10:15 AM$/)).toBeTruthy()
  await staff.click(screen.getByRole('button', { name: 'SCHEDULE APPOINTMENT' }))
  await waitFor(() => expect(asked).toContain('POST /api/store-appointments'))
  expect(sentBodies.at(-1)).toMatchObject({ service_id: service.id, further_services: [peel.id] })
  await staff.click(within(services).getByRole('button', { name: 'Remove Hydra Glow' }))
  await waitFor(() => expect(sentBodies.at(-1)).toEqual({ date: tomorrow, service_id: peel.id }))
})

test('scheduling a visit on an offline device shows that there is no connection, and not that booking has failed', async () => {
  answer(bookingCatalogueContract.treatments, { data: [] })
  answer(catalogueContract.services, listOf(service))
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(clinicContract.read, { data: profile, sends_email: false })
  answerBy(appointmentsContract.unavailableTimes, () => ({ appointment_times: [] }))
  const { person: staff } = drawScreen(
    <ScheduleDialog open onClose={() => undefined} date={tomorrow} client={{ ...client, client_id: client.id }} />,
    { role: 'cashier' },
  )
  await staff.type(await screen.findByRole('combobox', { name: /^Service/ }), 'Hydra')
  await staff.click(await screen.findByRole('option', { name: /Hydra Glow/ }))
  await staff.click(await screen.findByRole('radio', { name: /^9:00 AM/ }))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  loseConnection(appointmentsContract.book)
  await staff.click(screen.getByRole('button', { name: 'SCHEDULE APPOINTMENT' }))
  expect(await screen.findByText(/^You are offline\./)).toBeTruthy()
  expect(screen.queryByText(/Failed to book/)).toBeNull()
})

test('the dialog for scheduling a visit says which data could not be loaded, and Try again loads this data', async () => {
  const lost = [
    bookingCatalogueContract.treatments,
    catalogueContract.services,
    clientsContract.contacts,
    appointmentsContract.unavailableTimes,
  ]
  for (const call of lost) loseConnection(call)
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(clinicContract.read, { data: profile, sends_email: false })
  const { person: staff } = drawScreen(<ScheduleDialog open onClose={() => undefined} date={tomorrow} />, {
    role: 'cashier',
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule New Appointment' }))
  const tryAgain = async (sentence: string) => {
    const trouble = (await dialog.findByText(sentence)).closest<HTMLElement>('[role=alert]')!
    await staff.click(within(trouble).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(dialog.queryByText(sentence)).toBeNull())
  }
  for (const what of ['treatments', 'clients', 'services'])
    expect(await dialog.findByText(`Failed to load ${what}.`)).toBeTruthy()

  answer(appointmentsContract.unavailableTimes, { appointment_times: [] })
  await tryAgain('Failed to check time conflict.')
  answer(clientsContract.contacts, listOf())
  await tryAgain('Failed to load clients.')
  answer(bookingCatalogueContract.treatments, { data: [{ ...treatment, treatment_pic: null }] })
  await tryAgain('Failed to load treatments.')
  await staff.click(await dialog.findByRole('combobox', { name: 'Treatment' }))
  expect(await screen.findByRole('option', { name: 'Facials' })).toBeTruthy()
  await staff.keyboard('{Escape}')
  answer(catalogueContract.services, listOf(service))
  await tryAgain('Failed to load services.')
  const field = await dialog.findByRole<HTMLInputElement>('combobox', { name: /^Service/ })
  await staff.type(field, 'Hydra')
  await staff.click(await screen.findByRole('option', { name: /Hydra Glow/ }))
  expect(field.value).toBe('Hydra Glow')
  expect(dialog.queryByRole('alert')).toBeNull()
})

/** Opens the dialog without a client on a day on which 9:00 AM is booked. */
async function openDialog() {
  answer(bookingCatalogueContract.treatments, { data: [{ ...treatment, treatment_pic: null }] })
  answer(catalogueContract.services, listOf(service))
  answer(clientsContract.contacts, listOf(sampleContact()))
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(clinicContract.read, { data: profile, sends_email: false })
  answer(appointmentsContract.unavailableTimes, { appointment_times: ['09:00:00'] })
  answer(availabilityContract.availability, {
    data: { duration_minutes: 30, practitioners: [], horizon_days: null, minimum_notice_minutes: 0, days: [] },
  })
  answer(appointmentsContract.book, { data: sampleClientAppointment() })
  answer(visitContract.noShows, { data: { no_shows: 0, last_date: null } })
  answer(alertsContract.list, { data: [] })
  const { person } = drawScreen(<ScheduleDialog open onClose={() => undefined} date={tomorrow} />, { role: 'cashier' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule New Appointment' }))
  const send = () => person.click(dialog.getByRole('button', { name: 'SCHEDULE APPOINTMENT' }))
  const name = await dialog.findByRole('combobox', { name: /^Client/ })
  return { person, dialog, send, name }
}

test('staff book an appointment for a client; occupied times are marked as occupied and cannot be chosen', async () => {
  const { person, dialog, send, name } = await openDialog()
  const booked = await dialog.findByRole('radio', { name: '9:00 AM Booked' })
  expect(booked.getAttribute('aria-disabled') ?? booked.hasAttribute('disabled')).toBeTruthy()
  await send()
  expect(await dialog.findByText('Please complete all selections before submitting.')).toBeTruthy()
  expect(document.activeElement).toBe(name)
  const described = name.getAttribute('aria-describedby')!.split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Choose a client.')
  await person.type(name, 'nobody at all')
  await person.keyboard('{Escape}')
  await send()
  expect(await dialog.findByText('Invalid customer selected.')).toBeTruthy()
  await person.clear(name)
  await person.type(name, client.name)
  await person.click(await screen.findByRole('option', { name: new RegExp(client.name) }))
  await choose(person, dialog.getByRole('combobox', { name: 'Treatment' }), 'Facials')
  await person.click(dialog.getByRole('combobox', { name: /^Service/ }))
  await person.click(await screen.findByRole('option', { name: /Hydra Glow/ }))
  await person.click(await dialog.findByRole('radio', { name: '9:30 AM' }))
  await send()
  expect(await screen.findByText('Appointment scheduled successfully!')).toBeTruthy()
  expect(sentBodies).toContainEqual(
    expect.objectContaining({
      user_id: client.user_id,
      treatment_id: treatment.id,
      service_id: service.id,
      appointment_date: tomorrow,
      appointment_time: '09:30:00',
    }),
  )
})

test('when the caller is a new client, one client record is created, and the visit is booked for it', async () => {
  const { person, dialog, send } = await openDialog()
  const candidates = [sampleContact()]
  refuse(clientsContract.create, { status: 409, code: 'possible_duplicate', message: 'Similar', data: { candidates } })
  await person.click(dialog.getByRole('button', { name: 'New client' }))
  await person.type(dialog.getByRole('textbox', { name: /^Full Name/ }), client.name)
  await person.click(dialog.getByRole('combobox', { name: /^Service/ }))
  await person.click(await screen.findByRole('option', { name: /Hydra Glow/ }))
  await person.click(await dialog.findByRole('radio', { name: '9:30 AM' }))
  await send()
  const asNew = await dialog.findByRole('button', { name: 'No, a new client' })
  const added = { ...client, id: sampleId(38), user_id: sampleId(39) }
  answer(clientsContract.create, { data: added, default_password: null })
  await person.click(asNew)
  expect(await screen.findByText('Appointment scheduled successfully!')).toBeTruthy()
  const created = { name: client.name, contact_number: '' }
  expect(sentBodies.filter((body) => Object.hasOwn(body as object, 'unless_similar'))).toEqual([
    { ...created, unless_similar: true },
    { ...created, unless_similar: false },
  ])
  expect(sentBodies).toContainEqual(expect.objectContaining({ user_id: added.user_id, appointment_time: '09:30:00' }))
})

test('the dialog for scheduling a visit asks before it discards a new client who was typed', async () => {
  const { person, dialog } = await openDialog()
  await person.click(dialog.getByRole('button', { name: 'New client' }))
  await person.type(dialog.getByRole('textbox', { name: /^Full Name/ }), client.name)
  await person.keyboard('{Escape}')
  expect(await screen.findByRole('alertdialog')).toBeTruthy()
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Full Name/, hidden: true }).value).toBe(client.name)
})
