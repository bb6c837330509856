import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { closuresContract } from '#shared/closures/contract.ts'
import { page } from '#web/test/samples.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import ManageAppointmentsPage from './manage-appointments-page.tsx'

class SilentEvents extends EventTarget {
  close = () => undefined
}

test('the desk shows its tables and its calendar', async () => {
  vi.stubGlobal('EventSource', SilentEvents)
  answer(appointmentsContract.list, { appointments: [], total: 0, ...page })
  answer(appointmentsContract.calendar, { appointments: [], disabled_dates: [] })
  answer(closuresContract.holidays, { data: [] })
  drawScreen(<ManageAppointmentsPage />, { role: 'cashier', at: '/cashier/appointments' })
  expect(await screen.findByRole('heading', { name: 'Completed Treatments Today' })).toBeTruthy()
  expect(await screen.findByRole('grid')).toBeTruthy()
})
