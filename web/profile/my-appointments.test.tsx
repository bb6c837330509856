import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { ownDepositsContract } from '#shared/deposits/own-contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { sampleClientAppointment } from '#shared/test/samples.ts'
import { NO_WAYS } from '#web/deposits/client/deposit-fixture.ts'
import { page, sampleId } from '#web/test/samples.ts'
import { answer, answerBy, drawScreen } from '#web/test/screen.tsx'
import { MyAppointments } from './my-appointments.tsx'
import { MyTransactions } from './my-transactions.tsx'

/** Draws the client's visits at these times of a day, and no past visits. */
function drawVisits(...times: string[]) {
  const visits = times.map((appointment_time, index) =>
    sampleClientAppointment({ appointment_id: sampleId(51 + index), appointment_time, appointment_status: 'pending' }),
  )
  const policy = { move_notice_hours: 24, cancel_notice_hours: 0 }
  answerBy(appointmentsContract.mine, ({ searchParams }) => {
    const rows = searchParams.get('group') === 'past' ? [] : visits
    const start = (Number(searchParams.get('page') ?? 1) - 1) * page.per_page
    const appointments = rows.slice(start, start + page.per_page)
    return { appointments, ...page, total: rows.length, first_visit_hours: null, policy, clinic_phone: '' }
  })
  answer(ownDepositsContract.list, { data: [], ways: NO_WAYS })
  return drawScreen(<MyAppointments />, { role: 'client' })
}
const groupOf = (name: string) => within(screen.getByRole('region', { name }))

test('upcoming appointments are listed five to a page, with their count', async () => {
  const { person } = drawVisits('18:00', '18:30', '19:00', '19:30', '20:00', '20:30')
  const upcoming = groupOf('Upcoming')
  const rows = () => within(upcoming.getByRole('list', { name: 'Upcoming' })).queryAllByRole('listitem')
  await expect.poll(() => rows().length).toBe(5)
  expect(upcoming.getByText('6')).toBeTruthy()
  expect(upcoming.getByText('Page 1 of 2')).toBeTruthy()
  expect(upcoming.getByRole('button', { name: 'Prev' }).getAttribute('aria-disabled')).toBe('true')
  await person.click(upcoming.getByRole('button', { name: 'Next' }))
  await expect.poll(() => rows().length).toBe(1)
  expect(rows()[0]!.textContent).toContain('8:30 PM')
  expect(rows()[0]!.textContent).toContain('Pending')
  await person.click(upcoming.getByRole('button', { name: 'Prev' }))
  await expect.poll(() => rows().length).toBe(5)
  await groupOf('Past').findByText('No past appointments')
})

test('a client without visits and payments reads that there are none', async () => {
  drawVisits()
  await groupOf('Upcoming').findByText('No upcoming appointments')
  await groupOf('Past').findByText('No past appointments')
  answer(salesContract.mine, { data: [], total: 0, ...page })
  drawScreen(<MyTransactions />, { role: 'client' })
  await screen.findByText('No available data')
})
