import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ClientAppointment } from '#shared/appointments/contract.ts'
import { visitLinkContract } from '#shared/appointments/self-service-contract.ts'
import { visitLinkMessages as s } from '#shared/appointments/messages.ts'
import { profileMessages } from '#shared/profile/messages.ts'
import { answer, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import VisitLinkPage from './visit-link-page.tsx'
import { sampleClientAppointment } from '#shared/test/samples.ts'

afterEach(() => {
  window.location.hash = ''
})

const ID = '01900000-0000-7000-8000-0000000000aa'
const visit = sampleClientAppointment({
  appointment_id: ID,
  service_name: 'Diamond peel',
  appointment_date: '2026-12-01',
  appointment_time: '14:00',
  duration_minutes: 30,
})
const shown = (data: Partial<ClientAppointment> = {}) => ({
  data: { ...visit, ...data },
  policy: { move_notice_hours: 24, cancel_notice_hours: 0 },
  clinic_phone: '0917 555 0100',
})

test('the page of a visit link shows its visit, and cancels it after a confirmation that shows the rules', async () => {
  window.location.hash = 'token-1'
  answer(visitLinkContract.see, shown())
  const { person } = drawScreen(<VisitLinkPage />)
  expect(await screen.findByText('Diamond peel')).toBeTruthy()
  expect(screen.getByText(/Tuesday, December 1, 2026/)).toBeTruthy()
  expect(screen.getByRole('button', { name: s.move })).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.cancel }))
  answer(visitLinkContract.cancel, shown({ appointment_status: 'cancelled', can_cancel: false, can_move: false }))
  await person.click(await screen.findByRole('button', { name: profileMessages.cancelThis }))
  expect(await screen.findByText(profileMessages.cancelledTitle)).toBeTruthy()
  expect(sentBodies.at(0)).toEqual({ token: 'token-1' })
})

test('the page of a visit link shows why the visit can be changed only by phone, with the number', async () => {
  window.location.hash = 'token-2'
  answer(visitLinkContract.see, shown({ can_move: false, cannot_move: 'Too late.', can_cancel: false }))
  drawScreen(<VisitLinkPage />)
  expect(await screen.findByText('Too late.')).toBeTruthy()
  expect(screen.getByRole('link', { name: /0917/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: s.move })).toBeNull()
})

test('the page of an invalid visit link has a link to the log-in', async () => {
  window.location.hash = 'token-3'
  refuse(visitLinkContract.see, { status: 404, message: s.linkVoid })
  drawScreen(<VisitLinkPage />)
  expect(await screen.findByRole('heading', { name: s.linkVoidTitle })).toBeTruthy()
  expect(screen.getByRole('link', { name: s.logIn }).getAttribute('href')).toBe('/login')
})
