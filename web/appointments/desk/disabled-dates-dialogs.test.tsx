import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { closedDatesContract, type DisabledDate } from '#shared/closed-dates/contract.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { sampleId, visit } from '#web/test/samples.ts'
import { answer, asked, drawScreen, loseConnection, refuse, sentBodies } from '#web/test/screen.tsx'
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

test('changing the reason of a closed date is saved and confirmed, and closes the dialog', async () => {
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

test('Escape asks before a typed reason of a closed date is lost, and closes the dialog at once if nothing was typed', async () => {
  const { person } = drawScreen(<Calendar />)
  const open = async () => {
    await person.click(screen.getByRole('button', { name: 'December 8' }))
    return screen.findByLabelText<HTMLTextAreaElement>(/^Reason/)
  }
  await open()
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const reason = await open()
  await person.type(reason, ' and repairs')
  await person.keyboard('{Escape}')
  await person.click(await screen.findByRole('button', { name: uiMessages.keepEditing }))
  expect(reason.value).toBe('Staff training and repairs')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await person.keyboard('{Escape}')
  await person.click(await screen.findByRole('button', { name: uiMessages.discard }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('when a date is closed, the clients booked on it are listed with links to call them and to open their pages', async () => {
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
  await person.click(screen.getByRole('button', { name: 'Disable anyway' }))
  const body = { date: ['2026-12-08'], remark: 'Staff training' }
  const seen = { despite_appointments: true, seen_appointments: [booked.id] }
  await waitFor(() => expect(sentBodies).toEqual([body, { ...body, ...seen }]))
})

const NETWORK = 'Network error. Please check your connection.'

test.each([
  ['no answer', () => loseConnection(appointmentsContract.disableDates), NETWORK, 'An error occurred.'],
  ['an error without a message', () => refuse(appointmentsContract.disableDates), 'An error occurred.', NETWORK],
])(
  'closing a date shows an error when the call gets %s, keeps the typed reason, and can be sent again',
  async (_, fail, sentence, other) => {
    const closed: string[] = []
    fail()
    const { person } = drawScreen(
      <DisableDateDialog
        open
        onClose={() => closed.push('dialog')}
        onDisabled={() => closed.push('date')}
        dates={['2026-12-08']}
      />,
    )
    const reason = await screen.findByLabelText<HTMLTextAreaElement>(/^Reason/)
    const send = () => person.click(screen.getByRole('button', { name: 'DISABLE DATE' }))
    await person.type(reason, 'Generator test')
    await send()
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.queryByText(other)).toBeNull()
    expect(reason.value).toBe('Generator test')
    expect(closed).toEqual([])
    answer(appointmentsContract.disableDates, { success: true, data: { id: closure.id, ids: [closure.id] } })
    await send()
    await waitFor(() => expect(closed).toEqual(['dialog', 'date']))
    expect(sentBodies.at(-1)).toMatchObject({ date: ['2026-12-08'], remark: 'Generator test' })
  },
)

test.each([
  ['no answer', () => loseConnection(closedDatesContract.enable)],
  ['an error without a message', () => refuse(closedDatesContract.enable)],
])(
  'enabling a date shows an error when the call gets %s, keeps the date closed, and works when tried again',
  async (_, fail) => {
    fail()
    const { person } = drawScreen(<Calendar />)
    await person.click(screen.getByRole('button', { name: 'December 8' }))
    const dialog = await screen.findByRole('dialog', { name: 'Do you want to undo the disable?' })
    const enable = () => person.click(within(dialog).getByRole('button', { name: 'Yes, enable it!' }))
    await enable()
    expect(await screen.findByText('Failed to enable the date. Please try again.')).toBeTruthy()
    expect(screen.getByRole('dialog')).toBe(dialog)
    const message = 'Success! The date has been enabled and the remark cleared.'
    answer(closedDatesContract.enable, { message })
    await enable()
    expect(await screen.findByText(message)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked.filter((call) => call.includes('Enable-date'))).toHaveLength(2)
  },
)
