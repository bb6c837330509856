import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { boardContract, type BoardDay, type BoardVisit } from '#shared/appointments/board-contract.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clinicContract } from '#shared/clinic/contract.ts'
import { closedDatesContract } from '#shared/closed-dates/contract.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { useCalendarPage } from '#web/appointments/calendar/use-calendar-page.ts'
import { ANA, BEA, resource, ROOM1 as ROOM } from '#web/test/board-samples.ts'
import { listOf, profile, sampleId, service, visit as sampleVisit } from '#web/test/samples.ts'
import { answer, answerBy, asked, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import { DayBoard } from './day-board.tsx'

afterEach(() => vi.useRealTimers())

const bianca: BoardVisit = {
  ...sampleVisit,
  status: 'confirmed',
  practitioner_id: ANA,
  practitioner_name: 'Ana',
  version: 3,
  resource_ids: [ANA, ROOM],
  occupied: { from: 540, to: 570 },
}
const carlo: BoardVisit = {
  ...bianca,
  id: sampleId(52),
  client_id: sampleId(33),
  name: 'Carlo Cruz',
  practitioner_id: BEA,
  practitioner_name: 'Bea',
  appointment_time: '10:00:00',
  arrived_at: '2026-11-21T08:02:00+08:00',
  resource_ids: [BEA, ROOM],
  occupied: { from: 600, to: 630 },
}

const room1 = resource(ROOM, 'room', 'Room 1')
const practitioners = [ANA, BEA].map((id) => ({ id, kind: 'practitioner' as const }))
const day: BoardDay = {
  date: '2026-11-21',
  start_interval_minutes: 30,
  opening: [{ from: 480, to: 1_080 }],
  is_disabled: false,
  resources: [resource(ANA, 'practitioner', 'Ana'), resource(BEA, 'practitioner', 'Bea'), room1],
  services: [{ id: bianca.service_id, buffer_before: 0, buffer_after: 0, chosen: practitioners }],
  visits: [bianca, carlo],
}

const startTransition = vi.fn()

const Board = () => <DayBoard page={useCalendarPage()} startTransition={startTransition} />

function draw(board: Partial<BoardDay> = {}, at = '/?view=board') {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-21T08:20:00+08:00'))
  answer(boardContract.day, { data: { ...day, ...board } })
  answer(closedDatesContract.holidays, { data: [] })
  return drawScreen(<Board />, { role: 'cashier', at })
}

const visitOf = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}, `) })

test('on the day board each visit is in its practitioner’s column, with its status and waiting time', async () => {
  draw()
  const column = await screen.findByRole('list', { name: 'Visits: Bea' })
  const shown = within(column).getByRole('button')
  expect(shown.getAttribute('aria-label')).toBe(
    'Carlo Cruz, Hydra Glow, 10:00 AM - 10:30 AM, Confirmed, Arrived: 18 min',
  )
  // The card of a half-hour visit omits the status to leave space for the name.
  expect(shown.textContent).toBe('Carlo CruzArrived: 18 minHydra Glow')
})

test('on the day board the line of the current time is drawn behind the columns, so that it crosses no name', async () => {
  draw()
  const [column] = await screen.findAllByRole('list', { name: /^Visits: / })
  const line = document.querySelector('[data-now-line]')!
  expect(line.compareDocumentPosition(column!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(`${line.className} ${line.firstElementChild!.className}`).not.toMatch(/(^| )z-/)
})

test('the day board has columns by practitioner or by room, and the URL keeps the choice', async () => {
  const { person, router } = draw()
  await person.click(await screen.findByRole('radio', { name: 'By room' }))
  const room = await screen.findByRole('list', { name: 'Visits: Room 1' })
  expect(within(room).getAllByRole('button')).toHaveLength(2)
  expect(router.state.location.search).toContain('by=room')
})

test('the day board of a clinic without practitioners has columns by room, and no choice of columns', async () => {
  draw({ resources: [room1] })
  expect(await screen.findByRole('list', { name: 'Visits: Room 1' })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: 'By room' })).toBeNull()
})

test('a visit can be moved with the keyboard; the call sends the version that was displayed, and the toast can undo the move', async () => {
  answer(appointmentsContract.reschedule, { data: { ...sampleVisit, status: 'resched' } })
  draw()
  fireEvent.keyDown(await visitOf('Bianca Garcia'), { key: 'm' })
  fireEvent.keyDown(window, { key: 'ArrowDown' })
  fireEvent.keyDown(window, { key: 'ArrowRight' })
  expect((await screen.findByRole('status')).textContent).toContain('Bianca Garcia: 9:30 AM - 10:00 AM, Bea.')
  fireEvent.keyDown(window, { key: 'Enter' })
  expect(await screen.findByText('Bianca Garcia: 9:30 AM - 10:00 AM, Bea')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'UNDO' })).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({
    appointment_id: bianca.id,
    appointment_date: '2026-11-21',
    appointment_time: '09:30:00',
    practitioner_id: BEA,
  })
  expect(sentVersions.at(-1)).toBe('3')
})

test('after a drag was cancelled with Escape, the next press on the visit opens it', async () => {
  draw()
  const card = await visitOf('Bianca Garcia')
  fireEvent.pointerDown(card, { button: 0, pointerType: 'mouse', pointerId: 1, clientX: 10, clientY: 10 })
  fireEvent.pointerMove(window, { pointerType: 'mouse', pointerId: 1, clientX: 10, clientY: 60 })
  await screen.findByRole('status')
  fireEvent.keyDown(window, { key: 'Escape' })
  fireEvent.pointerUp(window, { pointerId: 1 })
  fireEvent.click(card)
  expect(screen.queryByRole('dialog')).toBeNull()
  await new Promise((resolve) => setTimeout(resolve))
  fireEvent.click(card)
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('a click on the day board in which the pointer moves one pixel selects no time range', async () => {
  draw()
  const column = (await screen.findByRole('list', { name: 'Visits: Bea' })).closest<HTMLElement>('[data-column]')!
  const drawn = column.querySelector<HTMLElement>('[data-drawn]')!
  const move = (clientY: number) => fireEvent.pointerMove(window, { pointerId: 1, clientX: 10, clientY })
  fireEvent.pointerDown(column, { button: 0, pointerType: 'mouse', pointerId: 1, clientX: 10, clientY: 400 })
  move(401)
  expect(drawn.style.display).toBe('')
  move(470)
  expect(drawn.style.display).toBe('block')
  fireEvent.pointerCancel(window, { pointerId: 1 })
})

test('Escape ends the drag of a visit without moving it, and nothing is sent', async () => {
  draw()
  fireEvent.keyDown(await visitOf('Bianca Garcia'), { key: 'm' })
  fireEvent.keyDown(window, { key: 'ArrowDown' })
  await screen.findByRole('status')
  fireEvent.keyDown(window, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(asked.some((call) => call.startsWith('PUT'))).toBe(false)
})

test('while a visit is dragged, the day board says that a time is occupied; with a reason the time is overbooked', async () => {
  answer(appointmentsContract.reschedule, { data: { ...sampleVisit, overbook_reason: 'Quick check' } })
  const { person } = draw()
  fireEvent.keyDown(await visitOf('Bianca Garcia'), { key: 'm' })
  fireEvent.keyDown(window, { key: 'ArrowDown' })
  fireEvent.keyDown(window, { key: 'ArrowDown' })
  fireEvent.keyDown(window, { key: 'ArrowRight' })
  const taken = 'Bea is busy with Carlo Cruz until 10:30 AM.'
  expect((await screen.findByRole('status')).textContent).toContain(taken)
  fireEvent.keyDown(window, { key: 'Enter' })
  const dialog = await screen.findByRole('dialog', { name: 'Book over a taken time?' })
  expect(within(dialog).getByText(new RegExp(taken))).toBeTruthy()
  await person.click(within(dialog).getByRole('button', { name: 'Overbook' }))
  expect(await within(dialog).findByText('Say why you book over a taken time.')).toBeTruthy()
  await person.type(within(dialog).getByLabelText(/Reason/), 'Quick check')
  await person.click(within(dialog).getByRole('button', { name: 'Overbook' }))
  await waitFor(() =>
    expect(sentBodies.at(-1)).toMatchObject({
      overbook: { resource_ids: expect.arrayContaining([BEA]), reason: 'Quick check' },
    }),
  )
})

test('of two users who move a visit at the same time, the slower one sees the visit’s current state', async () => {
  const now = { ...sampleVisit, status: 'confirmed', appointment_time: '15:00:00' } as const
  refuse(appointmentsContract.reschedule, { status: 409, code: 'state_moved', message: 'It was changed.', data: now })
  draw()
  fireEvent.keyDown(await visitOf('Bianca Garcia'), { key: 'm' })
  fireEvent.keyDown(window, { key: 'ArrowUp' })
  fireEvent.keyDown(window, { key: 'Enter' })
  // The board allows the move to 8:30 AM, which is free and in the future, but the server refuses it.
  expect(await screen.findByText('The visit was not moved.')).toBeTruthy()
  expect(screen.getByText('The visit is now confirmed: Nov 21, 2026, 3:00 PM - 3:30 PM.')).toBeTruthy()
})

test('waiting clients are listed beside the day board in order of arrival, each with a START button', async () => {
  const first = { ...bianca, arrived_at: '2026-11-21T07:50:00+08:00' }
  const { person } = draw({ visits: [carlo, first] })
  const queue = await screen.findByRole('region', { name: 'Waiting' })
  expect(
    within(queue)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/^Bianca Garcia30 min/), expect.stringMatching(/^Carlo Cruz18 min/)])
  await person.click(within(queue).getByRole('button', { name: 'START: Bianca Garcia' }))
  expect(startTransition).toHaveBeenCalledWith(expect.objectContaining({ id: first.id }), 'on-going')
})

test('a block of the displayed day is removed after a confirmation', async () => {
  const block = { id: sampleId(81), kind: 'block' as const, from: 720, to: 780, note: 'Lunch', is_one_day: true }
  answer(resourcesContract.removeBlock, { message: 'The block was removed.' })
  const { person } = draw({ resources: [{ ...day.resources[0]!, entries: [block] }, ...day.resources.slice(1)] })
  await person.click(await screen.findByRole('button', { name: 'Lunch, 12:00 PM - 1:00 PM' }))
  await person.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('The block was removed.')).toBeTruthy()
  expect(asked).toContain(`DELETE /api/resources/${ANA}/blocks/${block.id}`)
})

test('the printed day sheet has time, client, service, practitioner, room, phone and unpaid mark, with a page for each column', async () => {
  const { person } = draw({ visits: [bianca, { ...carlo, status: 'completed' }] })
  await person.click(await screen.findByRole('button', { name: 'Print day sheet' }))
  const dialog = await screen.findByRole('dialog', { name: 'Day sheet' })
  const rows = () => within(dialog).getAllByRole('row')
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'Saturday, November 21, 2026',
    'TimeClientServicePhoneNote',
    expect.stringMatching(/^9:00 AM - 9:30 AM ?Bianca GarciaConfirmed.*Hydra Glow ?with Ana ?in Room 1 ?/),
    expect.stringMatching(/^10:00 AM - 10:30 AM ?Carlo CruzCompleted, Unpaid ?Hydra Glow ?with Bea ?in Room 1 ?/),
  ])
  await person.click(within(dialog).getByRole('radio', { name: 'One page per column' }))
  expect(
    within(dialog)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Saturday, November 21, 2026: Ana', 'Saturday, November 21, 2026: Bea'])
})

test('the header of each page of the day sheet has the date and the clinic; a dash stands for a missing phone number', async () => {
  answer(clinicContract.read, { data: profile, sends_email: false })
  const { person } = draw({ visits: [{ ...bianca, contact_number: 'NOT PROVIDED' }, carlo] })
  await person.click(await screen.findByRole('button', { name: 'Print day sheet' }))
  const dialog = await screen.findByRole('dialog', { name: 'Day sheet' })
  const head = (await within(dialog).findByText(profile.name)).closest('thead')
  expect(head?.textContent).toContain('Saturday, November 21, 2026')
  const phones = within(dialog)
    .getAllByRole('row')
    .slice(2)
    .map((row) => row.children[3]?.textContent)
  expect(phones).toEqual(['–', carlo.contact_number])
  expect(dialog.textContent).not.toContain('NOT PROVIDED')
})

test('the next five free times of a service name the free practitioners, and a chosen time opens the booking dialog', async () => {
  answer(catalogueContract.services, listOf(service))
  answerBy(availabilityContract.atDesk, ({ searchParams }) => {
    const times = ['09:00:00', '09:30:00', '10:00:00', '10:30:00', '11:00:00', '11:30:00']
    const isOfAna = searchParams.get('practitioner_id') === ANA
    return {
      data: {
        duration_minutes: 30,
        horizon_days: null,
        minimum_notice_minutes: 0,
        practitioners: [
          { id: ANA, name: 'Ana', title: '', photo: null },
          { id: BEA, name: 'Bea', title: '', photo: null },
        ],
        days: [
          { date: '2026-11-21', starts: [] },
          { date: '2026-11-22', starts: times.map((time) => ({ time, practitioners: isOfAna ? [0] : [1, 0] })) },
        ],
      },
    }
  })
  const { person } = draw()
  await person.click(await screen.findByRole('button', { name: 'Next free time' }))
  const dialog = await screen.findByRole('dialog', { name: 'Find the next free time' })
  await person.type(within(dialog).getByRole('combobox', { name: /Service/ }), 'hydra')
  await person.click(await screen.findByRole('option', { name: /Hydra Glow/ }))
  await within(dialog).findByRole('button', { name: /Sun, Nov 22, 9:00 AM ?Bea/ })
  const times = () => within(within(dialog).getByRole('list', { name: 'The next free times' })).getAllByRole('button')
  expect(times().at(-1)!.textContent).toContain('11:00 AM')
  expect(times()).toHaveLength(5)
  await person.click(within(dialog).getByRole('combobox', { name: 'With whom?' }))
  await person.click(await screen.findByRole('option', { name: 'Ana' }))
  await person.click(await within(dialog).findByRole('button', { name: /Sun, Nov 22, 9:00 AM ?Ana/ }))
  const booking = await screen.findByRole('dialog', { name: /appointment/i })
  const chosen = within(booking).getByRole<HTMLInputElement>('combobox', { name: /Service/ })
  expect(chosen.value).toBe('Hydra Glow')
  expect(booking.textContent).toContain('Sunday, November 22, 2026')
})

test('a day board that cannot be loaded shows an error', async () => {
  refuse(boardContract.day, { status: 400, message: 'No.' })
  drawScreen(<Board />, { role: 'cashier', at: '/?view=board' })
  expect(await screen.findByText('Failed to load the day board.')).toBeTruthy()
})
