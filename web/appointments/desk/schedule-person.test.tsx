import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { client, listOf, profile, sampleId, service } from '#web/test/samples.ts'
import { answer, answerBy, drawScreen, loseConnection, sentBodies, sentKeys } from '#web/test/screen.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'

const [ana, bea] = [sampleId(81), sampleId(82)]
const tomorrow = addDays(TODAY, 1)

withMorning()

test('staff choose the practitioner and see the duration; after a lost response the booking is sent again with the same idempotency key', async () => {
  answer(bookingCatalogueContract.treatments, { data: [] })
  answer(catalogueContract.services, listOf({ ...service, duration_minutes: 90 }))
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(clinicContract.read, { data: profile, sends_email: false })
  answerBy(appointmentsContract.unavailableTimes, () => ({
    appointment_times: ['10:00:00', '11:00:00'],
    held_times: ['10:00:00'],
  }))
  const person = (id: string, name: string) => ({ id, name, title: 'Dermatologist', photo: null })
  answer(availabilityContract.availability, {
    data: {
      duration_minutes: 90,
      practitioners: [person(ana, 'Dr. Ana'), person(bea, 'Dr. Bea')],
      horizon_days: null,
      minimum_notice_minutes: 0,
      days: [],
    },
  })
  const { person: staff } = drawScreen(
    <ScheduleDialog open onClose={() => undefined} date={tomorrow} client={{ ...client, client_id: client.id }} />,
    { role: 'cashier' },
  )
  await staff.type(await screen.findByRole('combobox', { name: /^Service/ }), 'Hydra')
  await staff.click(await screen.findByRole('option', { name: /Hydra Glow/ }))
  await staff.click(await screen.findByRole('combobox', { name: 'With whom?' }))
  await staff.click(await screen.findByRole('option', { name: 'Dr. Bea, Dermatologist' }))
  await waitFor(() => expect(sentBodies.at(-1)).toMatchObject({ service_id: service.id, practitioner_id: bea }))
  // A time that somebody else has reserved is marked as being booked and cannot be chosen.
  const held = await screen.findByRole('radio', { name: /^10:00 AM ?Being booked$/ })
  expect(held.getAttribute('aria-disabled') ?? held.hasAttribute('disabled')).toBeTruthy()
  expect(screen.getByRole('radio', { name: /^11:00 AM ?Booked$/ })).toBeTruthy()
  await staff.click(await screen.findByRole('radio', { name: /^9:00 AM/ }))
  expect(await screen.findByText(/, 9:00 AM - 10:30 AM$/)).toBeTruthy()
  loseConnection(appointmentsContract.book)
  const schedule = () => staff.click(screen.getByRole('button', { name: 'SCHEDULE APPOINTMENT' }))
  await schedule()
  await waitFor(() => expect(sentKeys).toHaveLength(1))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'SCHEDULE APPOINTMENT' })).toHaveProperty('disabled', false),
  )
  await schedule()
  // A booking that is sent again after a lost response has the same idempotency key.
  await waitFor(() => expect(sentKeys).toHaveLength(2))
  expect(new Set(sentKeys).size).toBe(1)
  const booking = { practitioner_id: bea, appointment_time: '09:00:00', status: 'confirmed' }
  expect(sentBodies).toContainEqual(expect.objectContaining(booking))
})
