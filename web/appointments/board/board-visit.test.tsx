import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { alertsContract } from '#shared/alerts/contract.ts'
import { boardContract } from '#shared/appointments/board-contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { signedFormsContract } from '#shared/forms/signing-contract.ts'
import { useCalendarPage } from '#web/appointments/calendar/use-calendar-page.ts'
import { ANA, BEA, day, ROOM1, ROOM2, visit } from '#web/test/board-samples.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, answerBy, asked, drawScreen } from '#web/test/screen.tsx'
import { DayBoard } from './day-board.tsx'

const Board = () => <DayBoard page={useCalendarPage()} startTransition={vi.fn()} />

test('on the day board, an unfinished visit whose client has yet to sign forms has an icon that names them, and two requests read the warnings of all visits', async () => {
  const visits = [
    visit('10:00', ANA, ROOM1, { name: 'Has Forms' }),
    visit('10:00', BEA, ROOM2, { name: 'Has None' }),
    visit('14:00', ANA, ROOM1, { name: 'Is Over', status: 'completed' }),
  ]
  const askedFor: string[][] = []
  answer(boardContract.day, { data: day(visits) })
  answer(closedDatesContract.holidays, { data: [] })
  answer(alertsContract.list, { data: [] })
  answerBy(signedFormsContract.missing, (url) => {
    askedFor.push(url.searchParams.get('appointment_ids')!.split(','))
    const { id, client_id } = visits[0]!
    const forms = [{ form_version_id: sampleId(400), title: 'Consent to peels' }]
    return { data: [{ appointment_id: id, client_id, forms }] }
  })
  drawScreen(<Board />, { role: 'cashier', at: '/?view=board&date=2026-11-21', keepsCharts: true })
  const card = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}, `) })
  const icon = '1 form missing. Not signed yet: Consent to peels'
  expect(await within(await card('Has Forms')).findByRole('img', { name: icon })).toBeTruthy()
  for (const name of ['Has None', 'Is Over']) expect(within(await card(name)).queryByRole('img')).toBeNull()
  expect(askedFor).toEqual([visits.slice(0, 2).map(({ id }) => id)])
  expect(asked.filter((call) => call === 'GET /api/alerts')).toHaveLength(1)
})
