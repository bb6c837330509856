import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { addDays, addMonths } from '#shared/lib/manila-time.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { profile, visit } from '#web/test/samples.ts'
import { answer, asked, drawScreen } from '#web/test/screen.tsx'
import { RescheduleDialog } from './reschedule-dialog.tsx'

withMorning()

const booked: StaffAppointment = { ...visit, status: 'confirmed', appointment_date: addDays(TODAY, 2) }

test('a date that is typed too far ahead, or that has passed, says so at its field, offers no time and is not sent', async () => {
  answer(appointmentsContract.unavailableTimes, { appointment_times: [] })
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(clinicContract.read, { data: profile, sends_email: false })
  const { person } = drawScreen(<RescheduleDialog open onClose={() => undefined} appointment={booked} />, {
    role: 'cashier',
  })
  const field = await screen.findByLabelText<HTMLInputElement>(/New date/)
  const time = () => screen.getByRole<HTMLButtonElement>('combobox', { name: /New time/ })
  await waitFor(() => expect(time().ariaDisabled ?? time().disabled).toBeFalsy())
  const before = asked.length
  for (const [typed, sentence] of [
    [addDays(addMonths(TODAY, 12), 1), 'Appointments can be booked up to 12 months ahead.'],
    [addDays(TODAY, -1), 'This day has passed.'],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } })
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(time().textContent).not.toContain('Loading')
    await person.click(screen.getByRole('button', { name: 'RESCHEDULE' }))
    expect(document.activeElement).toBe(field)
  }
  expect(asked.slice(before)).toEqual([])
})
