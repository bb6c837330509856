import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ownWaitlistContract, type OwnWaitlistEntry } from '#shared/waitlist/contract.ts'
import { sampleId, service } from '#web/test/samples.ts'
import { answer, asked, drawScreen, personOfRole, refuse, sentBodies } from '#web/test/screen.tsx'
import { JoinWaitlistDialog } from './booking-waitlist.tsx'
import { newBooking } from './booking.ts'
import type { BookingModel } from './use-booking.ts'

HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

const people = ['Dr. Ana Reyes', 'Dr. Bea Cruz'].map((name, i) => ({
  id: sampleId(31 + i),
  name,
  title: '',
  photo: null,
}))
const entry = { id: sampleId(71), state: 'waiting' } as OwnWaitlistEntry

const modelFor = (booker: object | null) =>
  ({
    booking: { ...newBooking, treatment: service.treatment_id, service: service.id, date: '2099-11-24' },
    people,
    horizonDays: null,
    now: new Date('2099-11-20T09:00:00+08:00'),
    sources: {
      treatments: { status: 'ready', data: [] },
      services: { status: 'ready', data: [service] },
      booker: { status: 'ready', data: booker },
    },
  }) as unknown as BookingModel

const draw = (booker: object | null = personOfRole('client')) =>
  drawScreen(<JoinWaitlistDialog model={modelFor(booker)} onClose={() => undefined} />, { role: 'client' })

test('a client joins the waitlist for the displayed day, with a practitioner and some parts of the day', async () => {
  answer(ownWaitlistContract.join, {
    data: {
      ...entry,
      treatment_name: '',
      service_id: service.id,
      service_name: service.service_name,
      further_services: [],
      duration_minutes: 30,
      practitioner_id: null,
      practitioner_name: null,
      first_date: '2099-11-24',
      last_date: '2099-11-26',
      day_parts: ['morning'],
      created_at: '2099-11-20T09:00:00+08:00',
      offer: null,
    },
  })
  const { person } = draw()
  await person.selectOptions(await screen.findByLabelText('With whom?'), 'Dr. Bea Cruz')
  const last = screen.getByLabelText('Last day')
  await person.clear(last)
  await person.type(last, '2099-11-26')
  await person.click(screen.getByRole('checkbox', { name: /Afternoon/ }))
  await person.click(screen.getByRole('checkbox', { name: /Evening/ }))
  await person.type(screen.getByLabelText('Mobile number (optional)'), '0917 555 1234')
  await person.click(screen.getByRole('button', { name: 'Join the waitlist' }))
  expect(await screen.findByRole('heading', { name: 'You are on the waitlist' })).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({
    service_id: service.id,
    practitioner_id: people[1]!.id,
    first_date: '2099-11-24',
    last_date: '2099-11-26',
    day_parts: ['morning'],
    contact_number: '0917 555 1234',
  })
})

test('a client joins the waitlist for every service chosen for the visit', async () => {
  refuse(ownWaitlistContract.join, { status: 409, code: 'conflict', message: 'You wait already.' })
  const model = modelFor(personOfRole('client'))
  const earlier = { treatment: sampleId(11), treatmentName: 'Facials', service: sampleId(14), name: 'Glow' }
  const booking = { ...model.booking, earlier: [{ ...earlier, minutes: 30, price: 100 }] }
  const { person } = drawScreen(<JoinWaitlistDialog model={{ ...model, booking }} onClose={() => undefined} />, {
    role: 'client',
  })
  expect(await screen.findByText(`Glow + ${service.service_name}`)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Join the waitlist' }))
  expect(await screen.findByText('You wait already.')).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({ service_id: sampleId(14), further_services: [service.id] })
})

test('the waitlist form shows errors at their fields before sending, and the server’s message', async () => {
  const { person } = draw()
  for (const part of [/Morning/, /Afternoon/, /Evening/])
    await person.click(await screen.findByRole('checkbox', { name: part }))
  await person.click(screen.getByRole('button', { name: 'Join the waitlist' }))
  expect(await screen.findByText('Choose at least one time of day.')).toBeTruthy()
  expect(asked).not.toContain('POST /api/my/waitlist')
  refuse(ownWaitlistContract.join, { status: 409, code: 'conflict', message: 'You wait already.' })
  await person.click(screen.getByRole('checkbox', { name: /Morning/ }))
  await person.click(screen.getByRole('button', { name: 'Join the waitlist' }))
  expect((await screen.findByText('You wait already.')).closest('[role=alert]')).toBeTruthy()
})

test('joining the waitlist redirects a visitor to the log-in, and staff to their own page', async () => {
  const { person } = draw(null)
  await person.click(await screen.findByRole('button', { name: 'Join the waitlist' }))
  expect(await screen.findByText('Please log in first, so we know who the time is for.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'I have an account' })).toBeTruthy()
  expect(asked).not.toContain('POST /api/my/waitlist')
})
