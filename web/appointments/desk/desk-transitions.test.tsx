import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { cancelAllContract, visitContract } from '#shared/appointments/desk-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { addDays, instantOf } from '#shared/lib/manila-time.ts'
import { visit } from '#web/test/samples.ts'
import { answer, answerLater, asked, drawScreen, loseConnection, sentBodies, sentVersions } from '#web/test/screen.tsx'
import { useChangeStatus } from './appointment-changes.ts'
import { CancelAllButton, CancelAppointmentDialog } from './cancel-dialogs.tsx'
import { useReschedule } from './reschedule-dialog.tsx'

function Confirming() {
  const change = useChangeStatus()
  return <button onClick={() => void change(visit, 'confirmed')}>CONFIRM</button>
}

function Moving() {
  const move = useReschedule(visit)
  return <button onClick={() => void move.run({ date: '2026-11-22', time: '10:00:00' })}>MOVE</button>
}

async function ask() {
  const { person } = drawScreen(<Confirming />)
  await person.click(await screen.findByRole('button', { name: 'CONFIRM' }))
  const question = await screen.findByRole('alertdialog', {
    name: 'Do you want to mark this appointment as confirmed?',
  })
  expect(question).toBeTruthy()
  return (name: string) => person.click(screen.getByRole('button', { name }))
}

test('a change of an appointment’s status asks for confirmation, shows progress, and then a toast', async () => {
  const answerNow = answerLater(appointmentsContract.updateStatus, { data: { ...visit, status: 'confirmed' } })
  const press = await ask()
  await press('Yes, change the status')
  expect(await screen.findByRole('button', { name: 'Updating...' })).toBeTruthy()
  answerNow()
  expect(await screen.findByText('Updated!')).toBeTruthy()
})

test('in the confirmation of a status change the Yes button has the focus, and Enter confirms, because nothing is lost', async () => {
  answer(appointmentsContract.updateStatus, { data: { ...visit, status: 'confirmed' } })
  const { person } = drawScreen(<Confirming />)
  screen.getByRole('button', { name: 'CONFIRM' }).focus()
  await person.keyboard('{Enter}')
  const yes = await screen.findByRole('button', { name: 'Yes, change the status' })
  await waitFor(() => expect(document.activeElement).toBe(yes))
  // An Enter key that is held down (`repeat`) must not confirm the dialog.
  expect(fireEvent.keyDown(yes, { key: 'Enter', repeat: true })).toBe(false)
  await person.keyboard('{Enter}')
  expect(await screen.findByText('Updated!')).toBeTruthy()
})

test('declining the confirmation of a status change changes nothing and shows a message', async () => {
  const press = await ask()
  await press('No')
  expect(await screen.findByText('Cancelled')).toBeTruthy()
  expect(screen.getByText('The appointment status was not changed.')).toBeTruthy()
  expect(asked).toEqual([])
})

test('the Undo button of a toast undoes the change that it reports', async () => {
  answer(appointmentsContract.updateStatus, { data: { ...visit, status: 'confirmed', version: visit.version + 1 } })
  answer(visitContract.undo, { data: visit })
  const press = await ask()
  await press('Yes, change the status')
  await screen.findByText('Updated!')
  await press('UNDO')
  await waitFor(() => expect(asked).toContain(`PUT /api/appointments/${visit.id}/undo`))
  expect(sentVersions).toEqual([String(visit.version), String(visit.version + 1)])
})

test('cancelling all visits of a client cancels exactly the visits that the confirmation listed', async () => {
  answer(appointmentsContract.list, { appointments: [visit], total: 1, page: 1, per_page: 100 })
  answer(cancelAllContract.cancelAllOf, { data: { cancelled: 1, paid: [] } })
  const { person } = drawScreen(<CancelAllButton client={{ id: visit.client_id, name: visit.name }} />)
  await person.click(await screen.findByRole('button', { name: /^Cancel/ }))
  await person.click(await screen.findByRole('radio', { name: 'Another reason' }))
  await person.click(screen.getByRole('button', { name: 'Cancel 1 visit' }))
  await waitFor(() => expect(sentBodies).toEqual([{ reason: 'other', appointment_ids: [visit.id] }]))
})

test.each([
  { when: 'has begun', daysAfter: 0, isOffered: true },
  { when: 'is still to come', daysAfter: -1, isOffered: false },
])(
  'whether “did not come” is offered as the reason for cancelling a visit that $when: $isOffered',
  async ({ daysAfter, isOffered }) => {
    vi.setSystemTime(instantOf(addDays(visit.appointment_date, daysAfter), visit.appointment_time))
    drawScreen(<CancelAppointmentDialog open onClose={() => undefined} appointment={visit} />)
    expect(await screen.findByText('The client asked for it')).toBeTruthy()
    expect(screen.queryByText('The client did not come') !== null).toBe(isOffered)
  },
)

test('a status change to which the server does not answer shows an error', async () => {
  loseConnection(appointmentsContract.updateStatus)
  const press = await ask()
  await press('Yes, change the status')
  expect(await screen.findByText('Error!')).toBeTruthy()
  expect(screen.getByText('Failed to update appointment. Please try again.')).toBeTruthy()
})

test('a reschedule to which the server does not answer shows an error', async () => {
  loseConnection(appointmentsContract.reschedule)
  const { person } = drawScreen(<Moving />)
  await person.click(await screen.findByRole('button', { name: 'MOVE' }))
  expect(await screen.findByText('Error!')).toBeTruthy()
  expect(screen.getByText('Network error or unexpected issue.')).toBeTruthy()
})
