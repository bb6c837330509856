import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { catalogueMessages } from '#shared/catalogue/messages.ts'
import { service, treatment } from '#web/test/samples.ts'
import { answer, choose, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { AddServiceForm } from './add-forms.tsx'
import { ServiceBookingDialog } from './service-dialogs.tsx'

const visits = {
  visits: [
    {
      id: service.id,
      client_id: service.id,
      client_name: 'Liza Soriano',
      contact_number: '0917 555 1234',
      email: 'liza@clients.test',
      service_name: 'Hydra Glow',
      appointment_date: '2026-12-08',
      appointment_time: '09:00:00',
      duration_minutes: 30,
    },
  ],
  total: 1,
}

test('a service is added with its duration, which is in a collapsed part of the form', async () => {
  answer(catalogueContract.treatments, { data: [treatment], total: 1, page: 1, per_page: 100 })
  answer(catalogueContract.createService, { data: service })
  // jsdom cannot draw the picture's preview.
  vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined))
  const appended = vi.spyOn(FormData.prototype, 'append')
  const { person } = drawScreen(<AddServiceForm />)
  const folded = (await screen.findByText('Duration and booking')).closest('details')!
  expect(folded.open).toBe(false)
  await person.click(within(folded).getByText('Duration and booking'))
  await choose(person, within(folded).getByRole('combobox', { name: 'Duration' }), '1 h 30 min')
  await person.type(screen.getByRole('textbox', { name: /^Service Name/ }), 'Hydra Glow')
  await choose(person, screen.getByRole('combobox', { name: /^Treatment/ }), treatment.treatment_name)
  await person.upload(screen.getByLabelText(/^Image: /), new File(['x'], 'x.png', { type: 'image/png' }))
  await person.click(screen.getByRole('button', { name: 'ADD SERVICE' }))
  await screen.findByText('Hydra Glow was added.')
  const booking: unknown = appended.mock.calls.find(([field]) => field === 'booking')?.[1]
  expect(JSON.parse(booking as string)).toMatchObject({ duration_minutes: 90, bookable_online: true })
})

test('a service asks up to five questions when it is booked; an empty question is refused with the reason', async () => {
  const asked = { ...service, questions: ['Are you pregnant?', 'Do you have a keloid?'] }
  const { person } = drawScreen(<ServiceBookingDialog open onClose={() => undefined} service={asked} />)
  await person.click(await screen.findByRole('button', { name: 'Remove question 2' }))
  for (let added = 0; added < 4; added++) await person.click(screen.getByRole('button', { name: 'Add a question' }))
  expect(screen.queryByRole('button', { name: 'Add a question' })).toBeNull()
  await person.type(screen.getByRole('textbox', { name: 'Question 2' }), 'Which medicines do you take?')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(catalogueMessages.questionNeeded)).toBeTruthy()
  for (const number of [5, 4, 3]) await person.click(screen.getByRole('button', { name: `Remove question ${number}` }))
  answer(catalogueContract.changeBooking, { data: asked })
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Hydra Glow was saved.')
  expect(sentBodies).toMatchObject([{ questions: ['Are you pregnant?', 'Which medicines do you take?'] }])
})

test('lengthening a service first lists the visits booked with the shorter duration; saving again leaves these visits as booked', async () => {
  refuse(catalogueContract.changeBooking, {
    status: 409,
    code: 'conflict',
    message: catalogueMessages.visitsShorter(1),
    data: visits,
  })
  const { person } = drawScreen(<ServiceBookingDialog open onClose={() => undefined} service={service} />)
  await choose(person, await screen.findByRole('combobox', { name: 'Duration' }), '1 h')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Liza Soriano')
  answer(catalogueContract.changeBooking, { data: { ...service, duration_minutes: 60 } })
  await person.click(screen.getByRole('button', { name: 'Keep the visits and save' }))
  await screen.findByText('Hydra Glow was saved.')
  expect(sentBodies).toMatchObject([
    { duration_minutes: 60, despite_visits: false },
    { duration_minutes: 60, despite_visits: true },
  ])
})
