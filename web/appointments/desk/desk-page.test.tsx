import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { addDays, formatLongDate, manilaDate } from '#shared/lib/manila-time.ts'
import { now } from '#web/lib/use-now.ts'
import { page, sampleId } from '#web/test/samples.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import ManageAppointmentsPage from './manage-appointments-page.tsx'

class SilentEvents extends EventTarget {
  close = () => undefined
}

test('a date that was just disabled can be given another reason at once', async () => {
  vi.stubGlobal('EventSource', SilentEvents)
  const date = addDays(manilaDate(now()), 1)
  const closure = { id: sampleId(71), date, status: 'pending', remark: 'Staff training' }
  answer(appointmentsContract.list, { appointments: [], total: 0, ...page })
  answer(appointmentsContract.calendar, { appointments: [], just_cancelled: [], disabled_dates: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(appointmentsContract.disableDates, { success: true, data: { id: closure.id, ids: [closure.id] } })
  const { person } = drawScreen(<ManageAppointmentsPage />, { role: 'cashier', at: '/cashier/appointments?view=month' })
  await person.click(await screen.findByRole('button', { name: 'SETTINGS' }))
  await person.click(await screen.findByRole('switch', { name: /Edit Mode/ }))
  await person.click(screen.getAllByRole('button', { name: 'Done' }).at(-1)!)
  // By label: names and roles of all that a month holds take seconds to work out in jsdom, each time one is looked for.
  await person.click(await screen.findByLabelText(new RegExp(formatLongDate(date))))
  await person.click(await screen.findByRole('button', { name: 'Disable' }))
  await person.type(await screen.findByLabelText(/^Reason/), 'Staff training')
  answer(appointmentsContract.calendar, { appointments: [], just_cancelled: [], disabled_dates: [closure] })
  await person.click(screen.getByRole('button', { name: 'DISABLE DATE' }))
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  await person.click(await screen.findByLabelText(/Closed: Staff training/))
  const reason = await screen.findByLabelText(/^Reason/)
  await person.clear(reason)
  await person.type(reason, 'Staff outing')
  answer(closedDatesContract.changeRemark, { data: { ...closure, remark: 'Staff outing' } })
  await person.click(screen.getByRole('button', { name: 'Save reason' }))
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
})
