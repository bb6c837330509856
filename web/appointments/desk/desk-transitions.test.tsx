import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { cancelAllContract, visitContract } from '#shared/appointments/desk-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { addDays, instantOf } from '#shared/lib/manila-time.ts'
import { sampleId, visit } from '#web/test/samples.ts'
import {
  answer,
  answerLater,
  asked,
  drawScreen,
  loseConnection,
  refuse,
  sentBodies,
  sentVersions,
} from '#web/test/screen.tsx'
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

test('staff cancel all visits of a client from the cancel dialog, after a confirmation that lists them', async () => {
  const visits = [visit, { ...visit, id: sampleId(52) }, { ...visit, id: sampleId(53) }]
  answer(appointmentsContract.list, { appointments: visits, total: 3, page: 1, per_page: 100 })
  answer(cancelAllContract.cancelAllOf, { data: { cancelled: 3, paid: [] } })
  const closed = vi.fn<() => void>()
  const { person } = drawScreen(<CancelAppointmentDialog open onClose={closed} appointment={visit} />)
  await person.click(await screen.findByRole('button', { name: 'Cancel all 3 visits of this person' }))
  const dialog = await screen.findByRole('dialog', { name: `Do you want to cancel all 3 visits of ${visit.name}?` })
  const list = within(dialog).getByRole('list', { name: `Open visits of ${visit.name}` })
  expect(within(list).getAllByRole('listitem')).toHaveLength(3)
  expect(dialog.textContent).toContain('This cannot be undone.')
  const send = () => person.click(screen.getByRole('button', { name: 'Cancel all 3' }))
  await send()
  expect(screen.getByText('Choose why the appointment is cancelled.')).toBeTruthy()
  expect(asked.filter((call) => !call.startsWith('GET'))).toEqual([])
  const listsBefore = asked.length
  await person.click(screen.getByRole('radio', { name: 'Another reason' }))
  await send()
  expect(await screen.findByText('3 visits have been cancelled.')).toBeTruthy()
  expect(sentBodies).toEqual([{ reason: 'other', appointment_ids: visits.map(({ id }) => id) }])
  expect(closed).toHaveBeenCalledOnce()
  // The lists of visits are loaded again.
  await waitFor(() => expect(asked.slice(listsBefore)).toContain('GET /api/get-appointments-ByAdmin'))
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

const drawCancelling = (appointment = visit) => {
  answer(appointmentsContract.list, { appointments: [appointment], total: 1, page: 1, per_page: 100 })
  answer(appointmentsContract.updateStatus, { data: { ...appointment, status: 'cancelled' } })
  const onClose = vi.fn()
  const { person } = drawScreen(<CancelAppointmentDialog open onClose={onClose} appointment={appointment} />)
  return { onClose, send: () => person.click(screen.getByRole('button', { name: 'Mark as cancelled' })), person }
}

test('a pending booking is declined with a reason, which staff must choose', async () => {
  const { onClose, person, send } = drawCancelling()
  expect(await screen.findByText('Why is the appointment cancelled?')).toBeTruthy()
  await send()
  expect(await screen.findByText('Choose why the appointment is cancelled.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getAllByRole('radio')[0])
  expect(sentBodies).toEqual([])
  await person.click(screen.getByRole('radio', { name: 'The clinic cannot do it' }))
  await send()
  expect(await screen.findByText('Appointment cancelled successfully!')).toBeTruthy()
  expect(sentBodies).toEqual([{ status: 'cancelled', reason: 'clinic' }])
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('a visit that cannot be cancelled keeps its dialog open with the chosen reason, for one visit and for all visits of the client', async () => {
  const { onClose, person, send } = drawCancelling()
  const visits = [visit, { ...visit, id: sampleId(52) }]
  answer(appointmentsContract.list, { appointments: visits, total: 2, page: 1, per_page: 100 })
  const isChosen = () => screen.getByRole('radio', { name: 'The client asked for it' }).ariaChecked
  loseConnection(appointmentsContract.updateStatus)
  await person.click(await screen.findByRole('radio', { name: 'The client asked for it' }))
  await send()
  expect(await screen.findByText('Failed to update appointment. Please try again.')).toBeTruthy()
  expect(isChosen()).toBe('true')
  refuse(cancelAllContract.cancelAllOf, { status: 429, message: 'Too many requests.' })
  await person.click(screen.getByRole('button', { name: 'Cancel all 2 visits of this person' }))
  await person.click(screen.getByRole('button', { name: 'Cancel all 2' }))
  expect(await screen.findByText('Too many requests.')).toBeTruthy()
  expect(isChosen()).toBe('true')
  expect(onClose).not.toHaveBeenCalled()
})

test('the dialog that cancels a visit closes if somebody else has changed the visit', async () => {
  const { onClose, person, send } = drawCancelling()
  const message = 'This appointment was changed by someone else. Please check it again.'
  refuse(appointmentsContract.updateStatus, { status: 409, code: 'state_moved', message, data: visit })
  await person.click(await screen.findByRole('radio', { name: 'The client asked for it' }))
  await send()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(screen.getByText(message)).toBeTruthy()
})

test('before cancelling a paid appointment staff see the receipt number, and that the money is not refunded', async () => {
  const paid = { is_paid: true, paid_receipt_number: 17, paid_document: 'Receipt 000017' }
  const { person, send } = drawCancelling({ ...visit, status: 'confirmed', ...paid })
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('This visit is paid: receipt 000017. Do you want to cancel it anyway?')
  expect(dialog.textContent).toContain('Cancelling does not give the money back.')
  expect(dialog.textContent).not.toMatch(/void/i)
  await person.click(screen.getByRole('radio', { name: 'The client asked for it' }))
  await send()
  expect(await screen.findByText('Appointment cancelled successfully!')).toBeTruthy()
  expect(sentBodies).toEqual([{ status: 'cancelled', reason: 'client' }])
})

test('before cancelling an unpaid appointment staff see nothing about a payment, and can keep the appointment', async () => {
  const { onClose, person } = drawCancelling()
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Why is the appointment cancelled?')
  expect(dialog.textContent).not.toContain('is paid')
  await person.click(screen.getByRole('button', { name: 'Keep appointment' }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(sentBodies).toEqual([])
})
