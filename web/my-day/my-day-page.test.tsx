import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { alertsContract } from '#shared/alerts/contract.ts'
import { visitMessages as v } from '#shared/appointments/desk-messages.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { myDayContract, type OwnVisit } from '#shared/my-day/contract.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, answerLater, drawScreen, personOfRole, refuseLater, sentVersions } from '#web/test/screen.tsx'
import MyDayPage from './my-day-page.tsx'

withMorning()

const visit = (n: number, more: Partial<OwnVisit>): OwnVisit => ({
  id: sampleId(n),
  client_id: sampleId(n + 100),
  name: `Client ${n}`,
  appointment_date: TODAY,
  appointment_time: '09:00:00',
  starts_at: `${TODAY}T${more.appointment_time ?? '09:00:00'}+08:00`,
  duration_minutes: 30,
  status: 'completed',
  version: 1,
  service_name: 'Diamond peel',
  further_services: [],
  room_name: 'Room 1',
  whole: null,
  arrived_at: null,
  note: { text: null, version: 1 },
  client_note: null,
  undo: null,
  overdue: false,
  ...more,
})

const draw = (...visits: OwnVisit[]) => {
  answer(myDayContract.day, { data: { practitioner_name: 'Dra. Reyes', visits } })
  return drawScreen(<MyDayPage />, { role: 'practitioner' })
}

test('completed visits of today are collapsed above the other visits, except visits whose completion can still be undone', async () => {
  const inTenMinutes = `${TODAY}T09:10:00+08:00`
  const { person } = draw(
    visit(1, {}),
    visit(2, {}),
    visit(3, { undo: { by: sampleId(99), until: inTenMinutes } }),
    visit(4, { status: 'on-going' }),
    visit(5, { status: 'confirmed', appointment_time: '23:30:00' }),
  )
  const left = within(await screen.findByRole('list', { name: /^Visits of/ }))
  expect(left.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Client 3',
    'Client 4',
    'Client 5',
  ])
  const done = screen.getByText('2 completed').closest('details')!
  expect(done.open).toBe(false)
  await person.click(screen.getByText('2 completed'))
  expect(done.open).toBe(true)
  expect(within(done).getAllByRole('heading')).toHaveLength(2)
})

test('Undo in My day undoes the change that the visit’s card shows, not a later one', async () => {
  const undo = { by: personOfRole('practitioner').id, until: `${TODAY}T09:10:00+08:00` }
  const { person } = draw(visit(3, { version: 4, undo }))
  answer(myDayContract.undo, { data: visit(3, { version: 5, status: 'on-going' }) })
  await person.click(await screen.findByRole('button', { name: /^UNDO/ }))
  expect(await screen.findByText(v.undone)).toBeTruthy()
  expect(sentVersions).toEqual(['4'])
})

test('in My day the shown date is in the address, except today', async () => {
  const { person, router } = draw()
  const dateOf = () => new URLSearchParams(router.state.location.search).get('date')
  await person.click(screen.getByRole('button', { name: 'Next day' }))
  await expect.poll(dateOf).toBe(addDays(TODAY, 1))
  await person.click(screen.getByRole('button', { name: 'Today' }))
  await expect.poll(dateOf).toBeNull()
})

test('My day shows a message when the day has no visits', async () => {
  draw()
  expect(await screen.findByText('No visits on this day')).toBeTruthy()
})

test('in My day a visit shared with other practitioners shows the practitioner’s own part, and the time of the whole visit', async () => {
  draw(
    visit(1, {
      status: 'confirmed',
      appointment_time: '23:30:00',
      service_name: 'Facial',
      whole: { appointment_time: '22:30:00', duration_minutes: 90 },
    }),
  )
  expect(await screen.findByText('11:30 PM - 12:00 AM')).toBeTruthy()
  expect(screen.getByText('Your part of a visit, 10:30 PM - 12:00 AM')).toBeTruthy()
})

test('in My day a part of a visit that starts after midnight is upcoming, and is not late in the morning', async () => {
  draw(
    visit(1, {
      status: 'confirmed',
      appointment_time: '00:15:00',
      starts_at: `${addDays(TODAY, 1)}T00:15:00+08:00`,
      duration_minutes: 15,
      whole: { appointment_time: '23:30:00', duration_minutes: 60 },
    }),
  )
  const list = await screen.findByRole('list', { name: /^Visits of/ })
  expect(list.firstElementChild?.hasAttribute('data-now-line')).toBe(true)
  expect(screen.queryByText(v.late)).toBeNull()
})

test('in My day, visits are shown when the alerts of their clients are known, so that these move no button, and stay while failed alerts are loaded again', async () => {
  answer(myDayContract.day, { data: { practitioner_name: 'Dra. Reyes', visits: [visit(1, { status: 'confirmed' })] } })
  const fail = refuseLater(alertsContract.list)
  const { person } = drawScreen(<MyDayPage />, { role: 'practitioner', keepsCharts: true })
  await screen.findByText(/· 1 visit/)
  expect(screen.queryByRole('heading', { name: 'Client 1' })).toBeNull()
  fail()
  expect(await screen.findByRole('heading', { name: 'Client 1' })).toBeTruthy()
  const again = await screen.findByRole('button', { name: 'Try again' })
  const send = answerLater(alertsContract.list, {
    data: [{ id: sampleId(50), client_id: visit(1, {}).client_id, kind: 'allergy', text: 'latex', treatments: [] }],
  })
  await person.click(again)
  expect(screen.getByRole('heading', { name: 'Client 1' })).toBeTruthy()
  send()
  expect(await screen.findByText('Allergy: latex')).toBeTruthy()
})
