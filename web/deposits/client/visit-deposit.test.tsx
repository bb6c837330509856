import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appointmentsContract, type ClientAppointment } from '#shared/appointments/contract.ts'
import { clientDepositMessages as s } from '#shared/deposits/client-messages.ts'
import { ownDepositsContract, type OwnDeposit } from '#shared/deposits/own-contract.ts'
import { formatLongDate } from '#shared/lib/manila-time.ts'
import { profileMessages } from '#shared/profile/messages.ts'
import { sampleClientAppointment } from '#shared/test/samples.ts'
import { MyAppointments } from '#web/profile/my-appointments.tsx'
import { page, sampleId } from '#web/test/samples.ts'
import { answer, answerLater, asked, drawScreen, refuse } from '#web/test/screen.tsx'
import { NO_WAYS, sampleDeposit, sampleReport } from './deposit-fixture.ts'

const visit = (changes: Partial<ClientAppointment> = {}) =>
  sampleClientAppointment({ appointment_id: sampleId(51), appointment_date: '2026-11-30', ...changes })

const ways = { ...NO_WAYS, gcash: '0917 555 0101' }
const deposits = (...data: OwnDeposit[]) => ({ data, ways })

/** Renders the client's appointments in the profile. The responses about deposits must be set before. */
function drawVisits(...appointments: ClientAppointment[]) {
  const policy = { move_notice_hours: 24, cancel_notice_hours: 0 }
  answer(appointmentsContract.mine, {
    appointments,
    total: appointments.length,
    ...page,
    first_visit_hours: null,
    policy,
    clinic_phone: '',
  })
  return drawScreen(<MyAppointments />, { role: 'client' })
}
const upcoming = async () => within(await screen.findByRole('region', { name: new RegExp(profileMessages.upcoming) }))
const payButton = { name: `Pay the deposit for Hydra Glow on ${formatLongDate('2026-11-30')}` }

test('each of a client’s visits that has a deposit shows it, one call reads all deposits, and pressing the button opens the payment panel', async () => {
  answer(ownDepositsContract.list, deposits(sampleDeposit()))
  const { person } = drawVisits(visit(), visit({ appointment_id: sampleId(52) }))
  const list = await upcoming()
  const [button, ...others] = await list.findAllByRole('button', payButton)
  expect(others).toEqual([])
  expect(list.getByText('Deposit: ₱500.00')).toBeTruthy()
  expect(list.getByText('We hold your time until Nov 24, 2026, 10:00 AM.')).toBeTruthy()
  expect(asked.filter((call) => call === 'GET /api/my/deposits')).toHaveLength(1)
  expect(list.queryByRole('textbox')).toBeNull()
  await person.click(button!)
  expect(await list.findByRole('heading', { level: 3, name: 'Pay the deposit of ₱500.00' })).toBeTruthy()
  expect(button!.getAttribute('aria-expanded')).toBe('true')
  const reported = sampleDeposit({ status: 'reported', report: sampleReport() })
  answer(ownDepositsContract.report, { data: reported })
  await person.type(list.getByRole('textbox', { name: s.reference }), '9012345678901')
  await person.click(list.getByRole('button', { name: s.report }))
  expect(await list.findByText(s.checking('9012345678901'))).toBeTruthy()
  expect(asked.filter((call) => call === 'GET /api/my/deposits')).toHaveLength(1)
})

test('a paid deposit is described in a sentence, which does not promise for a cancelled visit that the deposit is deducted', async () => {
  answer(
    ownDepositsContract.list,
    deposits(
      sampleDeposit({ status: 'paid', held_until: null }),
      sampleDeposit({ appointment_id: sampleId(52), status: 'paid', amount: 300, held_until: null }),
    ),
  )
  drawVisits(visit(), visit({ appointment_id: sampleId(52), appointment_status: 'cancelled' }))
  const list = await upcoming()
  expect(await list.findByText(s.isPaid('₱500.00'))).toBeTruthy()
  expect(list.getByText(s.wasPaid('₱300.00'))).toBeTruthy()
  expect(list.queryByRole('button', { name: /deposit/i })).toBeNull()
})

test('if staff have not found a payment that the client reported, the visit shows the reason even before the client opens the deposit panel', async () => {
  answer(ownDepositsContract.list, deposits(sampleDeposit({ refused_reason: 'No such number' })))
  drawVisits(visit())
  const list = await upcoming()
  expect(await list.findByText('We could not find your payment: No such number')).toBeTruthy()
})

test('visits appear together with their deposits, so that nothing moves', async () => {
  const release = answerLater(ownDepositsContract.list, deposits(sampleDeposit()))
  drawVisits(visit())
  const list = await upcoming()
  await waitFor(() => expect(asked).toContain('GET /api/my/deposits'))
  expect(list.queryByText('Hydra Glow')).toBeNull()
  release()
  expect(await list.findByText('Hydra Glow')).toBeTruthy()
  expect(list.getByRole('button', payButton)).toBeTruthy()
})

test('if the deposits cannot be loaded, the visits are shown with an error that can be retried', async () => {
  refuse(ownDepositsContract.list, { status: 403, message: 'No' })
  const { person } = drawVisits(visit())
  const list = await upcoming()
  expect(await list.findByText('Hydra Glow')).toBeTruthy()
  expect(list.getByText(s.ownFailed)).toBeTruthy()
  answer(ownDepositsContract.list, deposits(sampleDeposit()))
  await person.click(list.getByRole('button', { name: 'Try again' }))
  expect(await list.findByRole('button', payButton)).toBeTruthy()
})
