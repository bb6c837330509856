import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { ReasonQuestions } from '#web/alerts/reason-questions.tsx'
import { listOf, sampleId, service, visit } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import { ActionsCell } from './appointment-actions.tsx'
import { StatusCell } from './appointment-cells.tsx'
import { ChangeServicesDialog } from './change-services-dialog.tsx'

afterEach(() => vi.useRealTimers())

const confirmed: StaffAppointment = { ...visit, status: 'confirmed' }

function drawAt(time: string, appointment: StaffAppointment) {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'] })
  vi.setSystemTime(new Date(`2026-11-21T${time}+08:00`))
  return drawScreen(
    <>
      <StatusCell appointment={appointment} />
      <ActionsCell appointment={appointment} startTransition={() => undefined} />
    </>,
    { role: 'cashier' },
  )
}

test('one tap records the client’s arrival, and a button of the toast undoes it', async () => {
  answer(visitContract.setArrived, { data: { ...confirmed, arrived_at: '2026-11-21T08:50:00+08:00' } })
  const { person } = drawAt('08:50:00', confirmed)
  await person.click(await screen.findByRole('button', { name: 'ARRIVED: Bianca Garcia' }))
  expect(await screen.findByText('Bianca Garcia is here.')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'UNDO' }))
  expect(await screen.findByText('The arrival has been undone.')).toBeTruthy()
  expect(sentBodies.slice(-2)).toEqual([{ arrived: true }, { arrived: false }])
})

test('an arrived client shows the waiting time, and one who has not arrived is late after a quarter of an hour', async () => {
  drawAt('09:14:00', confirmed)
  expect(screen.queryByText('Late')).toBeNull()
  vi.setSystemTime(new Date('2026-11-21T09:15:01+08:00'))
  expect(await screen.findByText('Late')).toBeTruthy()
})

test('for a client who has arrived the minutes of waiting are shown, and the arrival cannot be recorded again', () => {
  drawAt('09:20:00', { ...confirmed, arrived_at: '2026-11-21T09:02:00+08:00' })
  expect(screen.getByText('Arrived: 18 min')).toBeTruthy()
  expect(screen.queryByText('Late')).toBeNull()
  expect(screen.queryByRole('button', { name: /^ARRIVED/ })).toBeNull()
})

test('arrivals can be recorded only on the day of the visit', () => {
  drawAt('09:20:00', { ...confirmed, appointment_date: '2026-11-22' })
  expect(screen.queryByRole('button', { name: /^ARRIVED/ })).toBeNull()
})

test('a user’s own last change of a visit can be undone for as long as the server allows; a rejected undo shows an error', async () => {
  const until = '2026-11-21T09:10:00+08:00'
  refuse(visitContract.undo, { status: 409, message: 'The change stays.' })
  const mine = { ...confirmed, undo: { by: sampleId(1), until } }
  const { person } = drawAt('09:05:00', mine)
  await person.click(await screen.findByRole('button', { name: 'UNDO: Bianca Garcia' }))
  expect(await screen.findByText('The change was not undone.')).toBeTruthy()
  expect(screen.getByText('The change stays.')).toBeTruthy()
  expect(asked).toContain(`PUT /api/appointments/${mine.id}/undo`)
  vi.setSystemTime(new Date('2026-11-21T09:10:01+08:00'))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^UNDO/ })).toBeNull())
})

test('a change of a visit by another user cannot be undone', () => {
  drawAt('09:05:00', { ...confirmed, undo: { by: sampleId(99), until: '2026-11-21T09:10:00+08:00' } })
  expect(screen.queryByRole('button', { name: /^UNDO/ })).toBeNull()
})

test('a note that is edited in the details of a visit is sent with the visit’s displayed version', async () => {
  answer(visitContract.changeNote, { data: { text: 'Runs late', version: 2 } })
  const { person } = drawAt('08:00:00', confirmed)
  await person.click(await screen.findByRole('button', { name: 'Details: Bianca Garcia' }))
  await person.type(await screen.findByLabelText('Note for staff'), 'Runs late')
  await person.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('The note has been saved.')).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({ note: 'Runs late' })
})

test('the details of a visit open with the focus on the most frequent action, not on the note', async () => {
  const { person } = drawAt('09:05:00', confirmed)
  await person.click(await screen.findByRole('button', { name: 'Details: Bianca Garcia' }))
  const details = within(await screen.findByRole('dialog', { name: 'Visit' }))
  await waitFor(() => expect(document.activeElement).toBe(details.getByRole('button', { name: 'ARRIVED' })))
})

/** Opens a visit's details with an unsaved note. */
async function withTypedNote(appointment: StaffAppointment) {
  const drawn = drawAt('09:05:00', appointment)
  await drawn.person.click(await screen.findByRole('button', { name: 'Details: Bianca Garcia' }))
  const note = await screen.findByLabelText('Note for staff')
  await drawn.person.type(note, 'Runs late')
  const details = within(screen.getByRole('dialog', { name: 'Visit' }))
  // The dialog's cross is also named "Close", so take the last button.
  const button = (name: string) => details.getAllByRole('button', { name }).at(-1)!
  return { ...drawn, note, press: (name: string) => drawn.person.click(button(name)) }
}

test('a note that is being typed in the details of a visit is kept when the client arrives, and can be saved afterwards', async () => {
  answer(visitContract.setArrived, { data: { ...confirmed, arrived_at: '2026-11-21T09:05:00+08:00' } })
  answer(visitContract.changeNote, { data: { text: 'Runs late', version: 2 } })
  const { note, press } = await withTypedNote(confirmed)
  await press('ARRIVED')
  expect(await screen.findByText('Bianca Garcia is here.')).toBeTruthy()
  const details = within(screen.getByRole('dialog', { name: 'Visit' }))
  await waitFor(() => expect(details.queryByRole('button', { name: 'ARRIVED' })).toBeNull())
  expect(document.activeElement).toBe(note)
  await press('Save note')
  await waitFor(() => expect(sentBodies.at(-1)).toEqual({ note: 'Runs late' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Visit' })).toBeNull())
})

test('the details of a visit ask for confirmation before Close or UNDO discards a typed note', async () => {
  const mine = { ...confirmed, undo: { by: sampleId(1), until: '2026-11-21T09:10:00+08:00' } }
  const { note, person, press } = await withTypedNote(mine)
  const keep = async () => {
    expect(await screen.findByText('Close without saving?')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByText('Close without saving?')).toBeNull())
    expect(note).toHaveProperty('value', 'Runs late')
  }
  await press('Close')
  await keep()
  await press('UNDO')
  await keep()
  expect(asked).not.toContain(`PUT /api/appointments/${mine.id}/undo`)
  answer(visitContract.undo, { data: confirmed })
  await press('UNDO')
  await person.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(asked).toContain(`PUT /api/appointments/${mine.id}/undo`))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Visit' })).toBeNull())
})

const drip = { ...service, id: sampleId(71), service_name: 'Glow Drip', duration_minutes: 45 }

function drawServices() {
  const onChanged = vi.fn()
  answer(catalogueContract.services, listOf(service, drip))
  const dialog = (
    <>
      <ChangeServicesDialog
        open
        onClose={() => undefined}
        appointment={{ ...confirmed, version: 3 }}
        onChanged={onChanged}
      />
      <ReasonQuestions />
    </>
  )
  return { onChanged, ...drawScreen(dialog, { role: 'cashier' }) }
}

const addDrip = async ({ person }: ReturnType<typeof drawServices>) => {
  await person.type(await screen.findByLabelText('Add a service'), 'Glow')
  await person.click(await screen.findByRole('option', { name: /^Glow Drip/ }))
}

test('staff add and remove services of a visit in a dialog, which shows the new duration before saving', async () => {
  const drawn = drawServices()
  const save = await screen.findByRole('button', { name: 'Save services' })
  expect(save.getAttribute('aria-disabled')).toBe('true')
  await addDrip(drawn)
  const list = screen.getByRole('list', { name: 'Services of this visit' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([visit.service_name, 'Glow Drip'])
  expect(await screen.findByText('9:00 AM - 10:15 AM · 75 min')).toBeTruthy()
  await drawn.person.click(screen.getByRole('button', { name: `Remove ${visit.service_name}` }))
  expect(await screen.findByText('9:00 AM - 9:45 AM · 45 min')).toBeTruthy()
  answer(visitContract.changeServices, { data: confirmed })
  await drawn.person.click(save)
  await waitFor(() => expect(drawn.onChanged).toHaveBeenCalledOnce())
  expect(sentBodies.at(-1)).toEqual({ service_ids: [drip.id] })
  expect(sentVersions.at(-1)).toBe('3')
  expect(await screen.findByText('The services have been changed.')).toBeTruthy()
})

test('services that the client should not have because of an alert are added to a visit only with a reason', async () => {
  const questions = [{ kind: 'alert', key: 'alert:1', alert_kind: 'pregnancy', text: null, treatments: ['Drips'] }]
  const refusal = { status: 409, code: 'needs_reason', message: 'Give a reason', data: { questions } } as const
  refuse(visitContract.changeServices, refusal)
  const drawn = drawServices()
  await addDrip(drawn)
  await drawn.person.click(screen.getByRole('button', { name: 'Save services' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the services anyway?' }))
  expect(dialog.getByText('Pregnancy speaks against Drips')).toBeTruthy()
  await drawn.person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Vitamins only')
  answer(visitContract.changeServices, { data: confirmed })
  await drawn.person.click(dialog.getByRole('button', { name: 'Change anyway' }))
  await waitFor(() => expect(drawn.onChanged).toHaveBeenCalledOnce())
  expect(sentBodies.at(-1)).toMatchObject({ override: { reason: 'Vitamins only', questions: ['alert:1'] } })
})

test('when a visit’s services are changed, a service that was typed but not selected shows an error instead of being ignored', async () => {
  const { person } = drawServices()
  await person.type(await screen.findByLabelText('Add a service'), 'Glow')
  await person.keyboard('{Escape}')
  await person.click(screen.getByRole('button', { name: 'Save services' }))
  expect(await screen.findByText(appointmentMessages.unknownService)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Add a service'))
  expect(sentVersions).toEqual([])
})

test('a change that leaves a visit without a service cannot be sent', async () => {
  const { person } = drawServices()
  await person.click(await screen.findByRole('button', { name: `Remove ${visit.service_name}` }))
  expect(await screen.findByText('A visit needs a service.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save services' }).getAttribute('aria-disabled')).toBe('true')
})

test('when a visit becomes longer and overlaps an occupied time, the conflict is named, and staff can overbook with a reason', async () => {
  const drawn = drawServices()
  const device = sampleId(80)
  refuse(visitContract.changeServices, {
    status: 409,
    code: 'slot_taken',
    message: 'Taken.',
    data: { conflicts: [{ id: device, name: 'Laser', why: 'busy', until: '10:45:00' }] },
  })
  await addDrip(drawn)
  await drawn.person.click(screen.getByRole('button', { name: 'Save services' }))
  expect(await screen.findByText(/^Laser .*10:45 AM/)).toBeTruthy()
  answer(visitContract.changeServices, { data: confirmed })
  await drawn.person.type(screen.getByLabelText(/reason/i), 'Both fit')
  await drawn.person.click(screen.getByRole('button', { name: /overbook|book over/i }))
  await waitFor(() => expect(drawn.onChanged).toHaveBeenCalledOnce())
  expect(sentBodies.at(-1)).toMatchObject({ overbook: { resource_ids: [device], reason: 'Both fit' } })
})
