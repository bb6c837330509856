import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { boardContract } from '#shared/appointments/board-contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { useCalendarPage } from '#web/appointments/calendar/use-calendar-page.ts'
import { day, visit, visitOfTwoServices, ANA } from '#web/test/board-samples.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import { DayBoard } from './day-board.tsx'

const Board = () => <DayBoard page={useCalendarPage()} startTransition={vi.fn()} />

test('on the day board, the arrow keys reach each part of a visit that several people do, and the name of each part says what that person does and when', async () => {
  answer(boardContract.day, { data: day([{ ...visitOfTwoServices(), name: 'Lita Cruz' }, visit('11:00', ANA, null)]) })
  answer(closedDatesContract.holidays, { data: [] })
  const { person } = drawScreen(<Board />, { role: 'cashier', at: '/?view=board&date=2026-11-21' })
  const partOf = async (column: string) =>
    within(await screen.findByRole('list', { name: `Visits: ${column}` })).getAllByRole('button')[0]!
  const [first, second] = [await partOf('Ana'), await partOf('Bea')]
  expect([first, second].map((part) => part.getAttribute('aria-label'))).toEqual([
    'Lita Cruz, Hydra Glow, 9:00 AM - 10:00 AM, Room 1, Confirmed',
    'Lita Cruz, Facial, 10:00 AM - 10:30 AM, Room 1, Confirmed',
  ])
  first.focus()
  await person.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(second)
  await person.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(first)
  await person.keyboard('{ArrowDown}')
  expect(document.activeElement?.getAttribute('aria-label')).toContain('11:00 AM')
})
