import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { ReasonQuestions } from '#web/alerts/reason-questions.tsx'
import { ANA, day, ROOM1, visit } from '#web/test/board-samples.ts'
import { visit as sampleVisit } from '#web/test/samples.ts'
import { answer, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { useDrop } from './use-drop.tsx'

afterEach(() => vi.useRealTimers())

const bianca = visit('09:00', ANA, ROOM1, { name: 'Bianca Garcia' })
const from = { columnId: ANA, start: 540 }
const drag = { visit: bianca, from, target: { columnId: ANA, start: 570 }, by: 'keys' as const, isOut: false }

/** Drops the visit half an hour later, as the board does after a drag. */
function Drop() {
  const { onDrop, dialog } = useDrop({ day: day([bianca]), mode: 'person', nameOf: () => 'Ana', holiday: undefined })
  return (
    <>
      <button onClick={() => onDrop(drag)}>Drop</button>
      {dialog}
      <ReasonQuestions />
    </>
  )
}

test('dragging a visit whose treatment the client should not have because of an alert moves it only with a reason', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-21T08:20:00+08:00'))
  const questions = [{ kind: 'alert', key: 'alert:1', alert_kind: 'isotretinoin', text: null, treatments: ['Peels'] }]
  const refusal = { status: 409, code: 'needs_reason', message: 'Give a reason', data: { questions } } as const
  refuse(appointmentsContract.reschedule, refusal)
  const { person } = drawScreen(<Drop />, { role: 'cashier' })
  await person.click(await screen.findByRole('button', { name: 'Drop' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move this visit anyway?' }))
  expect(dialog.getByText('Isotretinoin speaks against Peels')).toBeTruthy()
  await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Only the chin')
  answer(appointmentsContract.reschedule, { data: { ...sampleVisit, status: 'resched' } })
  await person.click(dialog.getByRole('button', { name: 'Move anyway' }))
  expect(await screen.findByText(/^Bianca Garcia: 9:30 AM/)).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({
    appointment_time: '09:30:00',
    override: { reason: 'Only the chin', questions: ['alert:1'] },
  })
})
