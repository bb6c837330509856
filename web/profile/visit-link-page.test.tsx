import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ClientAppointment } from '#shared/appointments/contract.ts'
import { visitLinkContract } from '#shared/appointments/self-service-contract.ts'
import { visitLinkMessages as s } from '#shared/appointments/messages.ts'
import { depositLinkContract } from '#shared/deposits/link-contract.ts'
import { clientDepositMessages } from '#shared/deposits/client-messages.ts'
import type { OwnDeposit } from '#shared/deposits/own-contract.ts'
import { profileMessages } from '#shared/profile/messages.ts'
import { NO_WAYS, sampleDeposit, sampleReport } from '#web/deposits/client/deposit-fixture.ts'
import { answer, answerLater, asked, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import VisitLinkPage from './visit-link-page.tsx'
import { sampleClientAppointment } from '#shared/test/samples.ts'

beforeEach(() => deposit(null))
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

const ways = { ...NO_WAYS, gcash: '0917 555 0101, Ana Reyes' }
const deposit = (data: OwnDeposit | null) => answer(depositLinkContract.see, { data, ways })

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
  expect(sentVersions).toEqual([String(shown().data.version)])
  expect(screen.queryByText(/deposit/i)).toBeNull()
})

test('the page of a visit link shows why the visit can be changed only by phone, with the clinic’s phone number', async () => {
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

test('the page of a visit link shows an unpaid deposit with how to pay it, and sends the report and the screenshot by the link', async () => {
  window.location.hash = 'token-4'
  answer(visitLinkContract.see, shown())
  deposit(sampleDeposit({ appointment_id: ID, refused_reason: 'No such number' }))
  const { person } = drawScreen(<VisitLinkPage />)
  expect(await screen.findByRole('heading', { level: 2, name: 'Pay the deposit of ₱500.00' })).toBeTruthy()
  expect(screen.getByText('We hold your time until Nov 24, 2026, 10:00 AM.')).toBeTruthy()
  expect(screen.getByText('0917 555 0101, Ana Reyes')).toBeTruthy()
  expect(screen.getByText('We could not find your payment: No such number')).toBeTruthy()
  expect(screen.getByText(clientDepositMessages.policy(24))).toBeTruthy()
  const reported = sampleDeposit({ appointment_id: ID, status: 'reported', report: sampleReport() })
  answer(depositLinkContract.report, { data: reported })
  answer(depositLinkContract.addPicture, { data: reported })
  await person.type(screen.getByRole('textbox', { name: clientDepositMessages.reference }), '9012345678901')
  const file = new File(['picture'], 'receipt.png', { type: 'image/png' })
  const { picture, choosePicture, report } = clientDepositMessages
  await person.upload(screen.getByLabelText(`${picture}: ${choosePicture}`), file)
  await person.click(screen.getByRole('button', { name: report }))
  expect(await screen.findByText(clientDepositMessages.checking('9012345678901'))).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({ token: 'token-4', method: 'gcash', reference_number: '9012345678901' })
  expect(asked.slice(-2)).toEqual(['POST /api/visit-link/deposit/report', 'POST /api/visit-link/deposit/picture'])
})

test('the page of a visit link says that a deposit is paid, and for a cancelled visit does not promise that it is deducted', async () => {
  window.location.hash = 'token-5'
  answer(visitLinkContract.see, shown())
  deposit(sampleDeposit({ appointment_id: ID, status: 'paid', held_until: null }))
  const { person } = drawScreen(<VisitLinkPage />)
  expect(await screen.findByText(clientDepositMessages.isPaid('₱500.00'))).toBeTruthy()
  answer(visitLinkContract.cancel, shown())
  answer(visitLinkContract.see, shown({ appointment_status: 'cancelled', can_cancel: false, can_move: false }))
  await person.click(screen.getByRole('button', { name: s.cancel }))
  await person.click(await screen.findByRole('button', { name: profileMessages.cancelThis }))
  expect(await screen.findByText(clientDepositMessages.wasPaid('₱500.00'))).toBeTruthy()
})

test('the page of a visit link shows the visit together with its deposit, so that nothing moves', async () => {
  window.location.hash = 'token-6'
  answer(visitLinkContract.see, shown())
  const release = answerLater(depositLinkContract.see, { data: null, ways })
  drawScreen(<VisitLinkPage />)
  await waitFor(() => expect(asked).toContain('POST /api/visit-link'))
  expect(screen.queryByText('Diamond peel')).toBeNull()
  release()
  expect(await screen.findByText('Diamond peel')).toBeTruthy()
})

test('if the deposit of a visit link cannot be loaded, its page shows the visit with an error that can be retried', async () => {
  window.location.hash = 'token-7'
  answer(visitLinkContract.see, shown())
  refuse(depositLinkContract.see, { status: 403, message: 'No' })
  const { person } = drawScreen(<VisitLinkPage />)
  expect(await screen.findByText(clientDepositMessages.linkFailed)).toBeTruthy()
  expect(screen.getByText('Diamond peel')).toBeTruthy()
  deposit(sampleDeposit({ appointment_id: ID }))
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Pay the deposit of ₱500.00' })).toBeTruthy()
})
