import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ownWaitlistContract as contract, type OwnWaitlistEntry } from '#shared/waitlist/contract.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, asked, drawScreen, letPass, refuse, sentBodies, stopTime } from '#web/test/screen.tsx'
import { MyWaitlist } from './my-waitlist.tsx'
import { sampleClientAppointment } from '#shared/test/samples.ts'

const entry: OwnWaitlistEntry = {
  id: sampleId(71),
  treatment_name: 'Facials',
  service_id: sampleId(12),
  service_name: 'Diamond peel',
  further_services: [],
  duration_minutes: 30,
  practitioner_id: null,
  practitioner_name: null,
  first_date: '2026-11-23',
  last_date: '2026-11-23',
  day_parts: ['morning', 'afternoon', 'evening'],
  state: 'waiting',
  created_at: '2026-11-20T09:00:00+08:00',
  offer: null,
}
const offered: OwnWaitlistEntry = {
  ...entry,
  state: 'offered',
  offer: {
    id: sampleId(73),
    appointment_date: '2026-11-23',
    appointment_time: '09:30:00',
    practitioner_name: null,
    made_at: '2026-11-22T09:00:00+08:00',
    ends_at: '2026-11-22T09:30:00+08:00',
    seconds_left: 1_790,
  },
}
const visit = sampleClientAppointment({
  service_name: 'Diamond peel',
  appointment_time: '09:30',
  duration_minutes: 30,
  appointment_status: 'pending',
})

const draw = (...entries: OwnWaitlistEntry[]) => {
  answer(contract.mine, { data: entries })
  return drawScreen(<MyWaitlist />, { role: 'client' })
}

test('a waitlist offer shows a countdown and is accepted with one tap', async () => {
  vi.setSystemTime(new Date('2026-11-22T09:00:10+08:00'))
  const { person } = draw(offered)
  const offer = within(await screen.findByRole('region', { name: 'A time is free for you' }))
  expect(offer.getByText('Monday, November 23, 2026, 9:30 AM')).toBeTruthy()
  expect(offer.getByRole('timer').textContent).toBe('Reserved for you for 29:50')
  answer(contract.take, { data: visit })
  answer(contract.mine, { data: [] })
  await person.click(offer.getByRole('button', { name: /^Book this time/ }))
  expect(await screen.findByText('Your visit is booked. We look forward to seeing you.')).toBeTruthy()
  expect(sentBodies).toEqual([{ offer_id: offered.offer!.id }])
  await waitFor(() => expect(screen.queryByText('Diamond peel')).toBeNull())
})

test('accepting a waitlist offer that has ended shows a message, and the entry keeps waiting', async () => {
  const { person } = draw(offered)
  refuse(contract.take, { status: 409, code: 'conflict', message: 'This offer has expired. The time has gone.' })
  await person.click(await screen.findByRole('button', { name: /^Book this time/ }))
  expect(await screen.findByText('This offer has expired. The time has gone.')).toBeTruthy()
})

test('a waitlist offer that expires while it is displayed can no longer be accepted', async () => {
  stopTime()
  answer(contract.mine, { data: [{ ...offered, offer: { ...offered.offer!, seconds_left: 2 } }] })
  drawScreen(<MyWaitlist />, { role: 'client' })
  await letPass(1)
  expect(screen.getByRole('timer').textContent).toMatch(/0:0[12]$/)
  answer(contract.mine, { data: [entry] })
  await letPass(3)
  await letPass(1)
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.getByText('We’ll tell you here as soon as a time is free.')).toBeTruthy()
})

test('a client declines a waitlist offer, and leaves the waitlist after a confirmation', async () => {
  const { person } = draw(offered)
  answer(contract.decline, { data: entry })
  answer(contract.mine, { data: [entry] })
  await person.click(await screen.findByRole('button', { name: 'No, thanks' }))
  expect(await screen.findByText('The time is offered to the next person. You stay on the waitlist.')).toBeTruthy()
  answer(contract.withdraw, { data: { ...entry, state: 'withdrawn' } })
  await person.click(screen.getByRole('button', { name: 'Leave the waitlist for Diamond peel' }))
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave the waitlist' }))
  expect(await screen.findByText('You have left the waitlist.')).toBeTruthy()
  expect(asked).toContain(`DELETE /api/my/waitlist/${entry.id}`)
})

test('a client without waitlist entries sees no waitlist in the profile', async () => {
  draw()
  await waitFor(() => expect(asked).toContain('GET /api/my/waitlist'))
  expect(screen.queryByText('Waitlist')).toBeNull()
})
