import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { closedDatesContract, type DisabledDate } from '#shared/closed-dates/contract.ts'
import { sampleId, visit } from '#web/test/samples.ts'
import { answer, drawScreen, refuse } from '#web/test/screen.tsx'
import { useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { DisableDateDialog, DisabledDateDialog } from './disabled-dates-dialogs.tsx'

const closure: DisabledDate = { id: sampleId(71), date: '2026-12-08', status: 'pending', remark: 'Staff training' }

function Calendar() {
  const undo = useDialog(DisabledDateDialog)
  return (
    <>
      <button onClick={() => undo.open({ closure })}>December 8</button>
      {undo.element}
    </>
  )
}

test('another reason for a closed date is saved, told, and closes the dialog', async () => {
  answer(closedDatesContract.changeRemark, { data: { ...closure, remark: 'Staff outing' } })
  const { person } = drawScreen(<Calendar />)
  await person.click(screen.getByRole('button', { name: 'December 8' }))
  const reason = await screen.findByLabelText(/^Reason/)
  await person.clear(reason)
  await person.type(reason, 'Staff outing')
  await person.click(screen.getByRole('button', { name: 'Save reason' }))
  expect(await screen.findByText('The reason has been changed.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('whoever is booked on a date that is being closed can be called and opened from the list', async () => {
  const booked = { ...visit, appointment_date: '2026-12-08', contact_number: '+639171645280', duration_minutes: 90 }
  refuse(appointmentsContract.disableDates, {
    status: 409,
    code: 'conflict',
    message: 'There is 1 appointment.',
    data: { appointments: [booked], total: 1 },
  })
  const { person } = drawScreen(
    <DisableDateDialog open onClose={() => undefined} onDisabled={() => undefined} dates={['2026-12-08']} />,
  )
  await person.type(await screen.findByLabelText(/^Reason/), 'Staff training')
  await person.click(screen.getByRole('button', { name: 'DISABLE DATE' }))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('link', { name: booked.name }).getAttribute('href')).toBe(
    `/clientPage/${booked.client_id}`,
  )
  expect(within(alert).getByRole('link', { name: '0917 164 5280' }).getAttribute('href')).toBe('tel:+639171645280')
  expect(alert.textContent).toContain(`${booked.service_name}, Dec 8, 2026, 9:00 AM - 10:30 AM`)
})
