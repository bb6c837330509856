import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { alertsContract } from '#shared/alerts/contract.ts'
import { boardContract } from '#shared/appointments/board-contract.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { walkInsContract } from '#shared/walk-ins/contract.ts'
import { DayBoard } from '#web/appointments/board/day-board.tsx'
import { useCalendarPage } from '#web/appointments/calendar/use-calendar-page.ts'
import { ClientCell } from '#web/appointments/desk/appointment-cells.tsx'
import { ScheduleDialog } from '#web/appointments/desk/schedule-dialog.tsx'
import { ANA, day, ROOM1, visit as boardVisit } from '#web/test/board-samples.ts'
import { TODAY, withMorning } from '#web/test/clock.ts'
import { client, listOf, profile, sampleId, sampleWalkIn, service, visit } from '#web/test/samples.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import { WalkInQueue } from '#web/walk-ins/walk-in-queue.tsx'

withMorning()

const answerAlerts = () =>
  answer(alertsContract.list, {
    data: [{ id: sampleId(50), client_id: client.id, kind: 'allergy', text: 'lidocaine', treatments: [] }],
  })

const Board = () => <DayBoard page={useCalendarPage()} startTransition={() => undefined} />

test('alerts of a client are shown in the lists of the front desk, in the queue of walk-ins, and when booking for the client', async () => {
  answerAlerts()
  answer(bookingCatalogueContract.treatments, { data: [] })
  answer(catalogueContract.services, listOf(service))
  answer(closedDatesContract.disabledDates, { data: [] })
  answer(closedDatesContract.holidays, { data: [] })
  answer(clinicContract.read, { data: profile, sends_email: false })
  const waiting = sampleWalkIn
  answer(walkInsContract.queue, { data: [waiting] })
  const page = (
    <>
      <section aria-label="List">
        <ClientCell appointment={visit} />
      </section>
      <section aria-label="Queue">
        <WalkInQueue />
      </section>
      <ScheduleDialog open onClose={() => undefined} date={TODAY} client={{ ...client, client_id: client.id }} />
    </>
  )
  drawScreen(page, { role: 'cashier', keepsCharts: true })
  // The page behind the dialog is hidden from assistive technology.
  const part = (name: string) => within(document.querySelector<HTMLElement>(`[aria-label="${name}"]`)!)
  expect(await part('List').findByText('Allergy: lidocaine')).toBeTruthy()
  expect(await part('Queue').findByText('Allergy: lidocaine')).toBeTruthy()
  expect(await within(await screen.findByRole('dialog')).findByText('Allergy: lidocaine')).toBeTruthy()
})

test('on the day board alerts are shown in words on tall visits, and as an icon before the name on narrow visits', async () => {
  answerAlerts()
  const tall = boardVisit('10:00', ANA, ROOM1, { client_id: client.id, name: 'Tall Card' })
  // Two visits of one person at the same time share the width of the column.
  const narrow = boardVisit('14:00', ANA, ROOM1, {
    client_id: client.id,
    name: 'Narrow Card',
    overbook_reason: 'Quick',
  })
  const other = boardVisit('14:00', ANA, ROOM1)
  answer(boardContract.day, { data: { ...day([tall, narrow, other]), date: TODAY } })
  answer(closedDatesContract.holidays, { data: [] })
  drawScreen(<Board />, { role: 'cashier', at: `/?view=board&date=${TODAY}`, keepsCharts: true })
  const card = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}, `) })
  expect(await within(await card('Tall Card')).findByText('Allergy: lidocaine')).toBeTruthy()
  const mark = await within(await card('Narrow Card')).findByLabelText('Alerts')
  const name = within(await card('Narrow Card')).getByText('Narrow Card')
  expect(mark.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
