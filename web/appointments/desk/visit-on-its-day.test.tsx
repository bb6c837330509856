import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { visitContract } from '#shared/appointments/visit-contract.ts'
import { sampleId, visit } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { ActionsCell, StatusCell } from './appointment-cells.tsx'

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

test('one tap marks that the client is here, and the toast takes it back', async () => {
  answer(visitContract.setArrived, { data: { ...confirmed, arrived_at: '2026-11-21T08:50:00+08:00' } })
  const { person } = drawAt('08:50:00', confirmed)
  await person.click(await screen.findByRole('button', { name: 'ARRIVED: Bianca Garcia' }))
  expect(await screen.findByText('Bianca Garcia is here.')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'UNDO' }))
  expect(await screen.findByText('The arrival has been taken back.')).toBeTruthy()
  expect(sentBodies.slice(-2)).toEqual([{ arrived: true }, { arrived: false }])
})

test('who is here shows how long they wait, who is not shows as late after a quarter of an hour', async () => {
  drawAt('09:14:00', confirmed)
  expect(screen.queryByText('Late')).toBeNull()
  vi.setSystemTime(new Date('2026-11-21T09:15:01+08:00'))
  expect(await screen.findByText('Late')).toBeTruthy()
})

test('whoever waits is shown with the minutes, and cannot arrive twice', () => {
  drawAt('09:20:00', { ...confirmed, arrived_at: '2026-11-21T09:02:00+08:00' })
  expect(screen.getByText('Here: 18 min')).toBeTruthy()
  expect(screen.queryByText('Late')).toBeNull()
  expect(screen.queryByRole('button', { name: /^ARRIVED/ })).toBeNull()
})

test('on another day nobody arrives', () => {
  drawAt('09:20:00', { ...confirmed, appointment_date: '2026-11-22' })
  expect(screen.queryByRole('button', { name: /^ARRIVED/ })).toBeNull()
})

test('the own last change can be undone for as long as the server says; what the server refuses is told', async () => {
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

test("somebody else's change is not offered to be undone", () => {
  drawAt('09:05:00', { ...confirmed, undo: { by: sampleId(99), until: '2026-11-21T09:10:00+08:00' } })
  expect(screen.queryByRole('button', { name: /^UNDO/ })).toBeNull()
})

test('a note is written in the details of a visit and sent with the version that was seen', async () => {
  answer(visitContract.changeNote, { data: { text: 'Runs late', version: 2 } })
  const { person } = drawAt('08:00:00', confirmed)
  await person.click(await screen.findByRole('button', { name: 'Details: Bianca Garcia' }))
  await person.type(await screen.findByLabelText('Note for staff'), 'Runs late')
  await person.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('The note has been saved.')).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({ note: 'Runs late' })
})
