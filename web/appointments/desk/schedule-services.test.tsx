import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { client, listOf, profile, sampleId, service, treatment } from '#web/test/samples.ts'
import { answer, answerBy, asked, drawScreen, loseConnection, sentBodies } from '#web/test/screen.tsx'
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
