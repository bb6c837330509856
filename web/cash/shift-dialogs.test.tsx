import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { approvalsContract } from '#shared/approvals/contract.ts'
import { approvalMessages } from '#shared/approvals/messages.ts'
import { cashContract, type Till } from '#shared/cash/contract.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { tillActionsContract } from '#shared/cash/till-actions-contract.ts'
import { cashTillMessages as s } from '#shared/cash/till-messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { sampleId, visit } from '#web/test/samples.ts'
import { answer, asked, choose, drawScreen, loseConnection, refuse, sentBodies } from '#web/test/screen.tsx'
import { CloseShiftDialog } from './close-shift-dialog.tsx'
import { MovementDialog } from './movement-dialog.tsx'
import { OpenShiftDialog, TerminalDialog } from './shift-dialogs.tsx'
import { zReading } from './reading-fixture.ts'
import { ShiftMenu, ShiftStep } from './shift-menu.tsx'
import { ShiftPlace } from './shift-place.tsx'
import { sendTillActions } from './till-actions.ts'

const terminal = { id: sampleId(1), name: 'Front desk', has_open_shift: false }
const shift = {
  id: sampleId(2),
  cashier_name: 'Carlo Cruz',
  opened_at: '2026-11-21T08:00:00+08:00',
  business_date: '2026-11-21',
}
const till: Till = {
  is_on: true,
  terminals: [terminal],
  terminal,
  shift: null,
  unclosed_date: null,
  asks_colleague: false,
  can_close_day: false,
  z_reading_id: null,
  step: 'open-shift',
}
const notes = (note: string) => screen.getByRole('textbox', { name: s.piecesOf(note) })
const noNotes = { '1000': 0, '500': 0, '200': 0, '100': 0, '50': 0, '20': 0 }

test('the float is counted with a running total, and the entered count stays after an error', async () => {
  refuse(cashContract.openShift, { status: 409, code: 'conflict', message: cashMessages.forgottenDay })
  const onClose = vi.fn()
  const { person } = drawScreen(<OpenShiftDialog open terminal={terminal} onClose={onClose} />)
  await person.type(notes('₱500'), '3')
  await person.type(screen.getByRole('textbox', { name: s.coins }), '12.50')
  expect(screen.getByRole('status').textContent).toContain('₱1,512.50')
  await person.click(screen.getByRole('button', { name: s.openShift }))
  expect(await screen.findByText(cashMessages.forgottenDay)).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({
    terminal_id: terminal.id,
    count: { notes: { ...noNotes, '500': 3 }, coins: 12.5 },
  })
  expect(onClose).not.toHaveBeenCalled()
  await person.type(notes('₱20'), 'x')
  expect(screen.getByText(s.notAnAmount)).toBeTruthy()
  expect(screen.getByRole('button', { name: s.openShift }).getAttribute('aria-disabled')).toBe('true')
})

test('a shift cannot be opened without counting the float', async () => {
  const { person } = drawScreen(<OpenShiftDialog open terminal={terminal} onClose={() => undefined} />)
  await person.click(screen.getByRole('button', { name: s.openShift }))
  expect((await screen.findByRole('alert')).textContent).toBe(s.countRequired)
  expect(sentBodies).toEqual([])
  await person.type(notes('₱100'), '0')
  expect(screen.queryByText(s.countRequired)).toBeNull()
  await person.click(screen.getByRole('button', { name: s.openShift }))
  await waitFor(() => expect(sentBodies).toEqual([{ terminal_id: terminal.id, count: { notes: noNotes, coins: 0 } }]))
})

test('when a shift is closed with a difference, the cash can be counted again, and closing requires a reason', async () => {
  const counted = { expected: 2000, counted: 1900, difference: -100, next_shift: null }
  answer(cashContract.closeShift, { data: { ...counted, state: 'needs-reason' } })
  const onClose = vi.fn()
  const { person } = drawScreen(<CloseShiftDialog open shift={shift} isHandOver={false} onClose={onClose} />)
  expect(screen.queryByText('₱2,000.00')).toBeNull()
  // Pressing Close Shift without a typed count does not show the expected amount.
  await person.click(screen.getByRole('button', { name: s.closeShift }))
  expect(screen.getByText(s.countRequired)).toBeTruthy()
  expect(sentBodies).toEqual([])
  await person.type(notes('₱100'), '19')
  expect(screen.queryByText(s.countRequired)).toBeNull()
  await person.click(screen.getByRole('button', { name: s.closeShift }))
  const shown = await screen.findByRole('alert')
  expect(within(shown).getByText(s.differs(s.short('₱100.00')))).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.countAgain }))
  expect((notes('₱100') as HTMLInputElement).value).toBe('19')
  await person.click(screen.getByRole('button', { name: s.closeShift }))
  await person.click(await screen.findByRole('button', { name: s.closeAsItIs }))
  expect(await screen.findByText(s.reasonRequired)).toBeTruthy()
  answer(cashContract.closeShift, { data: { ...counted, state: 'closed' } })
  await person.type(screen.getByRole('textbox', { name: new RegExp(s.reason) }), 'A torn note')
  await person.click(screen.getByRole('button', { name: s.closeAsItIs }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sentBodies.at(-1)).toEqual({ count: { notes: { ...noNotes, '100': 19 }, coins: 0 }, reason: 'A torn note' })
  expect(screen.getByText(s.closedWith(s.short('₱100.00')))).toBeTruthy()
})

test('a shift is handed over to a chosen cashier', async () => {
  answer(cashContract.cashiers, { data: [{ id: sampleId(7), name: 'Joy Manalo' }] })
  const next = { ...shift, id: sampleId(3), cashier_name: 'Joy Manalo' }
  answer(cashContract.handOver, {
    data: { state: 'closed', expected: 2000, counted: 2000, difference: 0, next_shift: next },
  })
  const onClose = vi.fn()
  const { person } = drawScreen(<CloseShiftDialog open shift={shift} isHandOver onClose={onClose} />)
  await person.type(notes('₱1,000'), '2')
  await person.click(screen.getByRole('button', { name: s.handOver }))
  expect(await screen.findByText(s.cashierRequired)).toBeTruthy()
  await choose(person, screen.getByRole('combobox', { name: new RegExp(s.handOverTo) }), 'Joy Manalo')
  await person.click(screen.getByRole('button', { name: s.handOver }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sentBodies.at(-1)).toMatchObject({ cashier_id: sampleId(7), reason: null })
  expect(screen.getByText(s.handedOver('Joy Manalo'))).toBeTruthy()
})

test('a pay-in or pay-out is entered with an amount and a reason', async () => {
  answer(cashContract.move, { message: cashMessages.moved.in })
  const onClose = vi.fn()
  const { person } = drawScreen(<MovementDialog open shift={shift} onClose={onClose} />)
  await person.click(screen.getByRole('button', { name: s.record }))
  expect(await screen.findByText(cashMessages.amountRequired)).toBeTruthy()
  expect(screen.getByText(cashMessages.movementReasonRequired)).toBeTruthy()
  await person.click(screen.getByRole('radio', { name: s.directions.in }))
  await person.type(screen.getByRole('textbox', { name: new RegExp(s.amount) }), '500')
  await person.type(screen.getByRole('textbox', { name: new RegExp(s.what) }), 'Change')
  await person.click(screen.getByRole('button', { name: s.record }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sentBodies.at(-1)).toEqual({ kind: 'in', amount: 500, reason: 'Change', approval_id: null })
})

test('a pay-in or pay-out whose answer was lost is not reported as failed, and is repeated with its idempotency key', async () => {
  const keys: (string | null)[] = []
  const { person } = drawScreen(<MovementDialog open shift={shift} onClose={() => undefined} />)
  const fetchOfScreen = globalThis.fetch
  vi.stubGlobal('fetch', (request: Request) => {
    if (request.method === 'POST') keys.push(request.headers.get('idempotency-key'))
    return fetchOfScreen(request)
  })
  loseConnection(cashContract.move)
  await person.type(screen.getByRole('textbox', { name: new RegExp(s.amount) }), '500')
  await person.type(screen.getByRole('textbox', { name: new RegExp(s.what) }), 'Water')
  await person.click(screen.getByRole('button', { name: s.record }))
  expect(await screen.findByText(s.recordUnknown)).toBeTruthy()
  expect(screen.queryByText(s.notRecorded)).toBeNull()
  answer(cashContract.move, { message: cashMessages.moved.out })
  await waitFor(() => expect(screen.getByRole('button', { name: s.record }).getAttribute('aria-disabled')).toBeNull())
  await person.click(screen.getByRole('button', { name: s.record }))
  expect(await screen.findByText(s.recorded.out)).toBeTruthy()
  expect(keys).toEqual([expect.any(String), keys[0]])
})

test('a bank drop has the number of its slip, and above the limit is sent again once an admin has entered the PIN', async () => {
  const approvers = [{ id: sampleId(8), name: 'Olga Owner' }]
  const rules = { discount_limit: null, qr_ph: null, packages_pro_rata: false }
  answer(paymentSettingsContract.read, { data: { ...rules, methods: ['cash'], approvers, version: 1 } })
  answer(approvalsContract.approve, { data: { id: sampleId(11), approver_name: 'Olga Owner' } })
  refuse(cashContract.move, {
    status: 403,
    message: approvalMessages.needed,
    errors: { approval_id: [approvalMessages.needed] },
  })
  const onClose = vi.fn()
  const { person } = drawScreen(<MovementDialog open shift={shift} onClose={onClose} />, { role: 'cashier' })
  await person.click(screen.getByRole('radio', { name: s.directions.drop }))
  await person.type(screen.getByRole('textbox', { name: new RegExp(s.amount) }), '5000')
  await person.click(screen.getByRole('button', { name: s.record }))
  expect(await screen.findByText(cashMessages.slipNumberRequired)).toBeTruthy()
  await person.type(screen.getByRole('textbox', { name: new RegExp(s.slipNumber) }), 'BPI-0042')
  await person.click(screen.getByRole('button', { name: s.record }))
  const pin = within(await screen.findByRole('dialog', { name: approvalMessages.title }))
  expect(pin.getByText(approvalMessages.kinds.drop('₱5,000.00'))).toBeTruthy()
  answer(cashContract.move, { message: cashMessages.moved.drop })
  await person.type(pin.getByLabelText(/^PIN/), '491705')
  await person.click(pin.getByRole('button', { name: approvalMessages.approve }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sentBodies.at(-2)).toMatchObject({ kind: 'drop', shift_id: shift.id, amount: 5000 })
  expect(sentBodies.at(-1)).toEqual({ kind: 'drop', amount: 5000, slip_number: 'BPI-0042', approval_id: sampleId(11) })
})

test('working on a colleague’s shift must be confirmed once; the question names the colleague and the opening time', async () => {
  const mine = { ...till, shift, step: 'ready' as const }
  answer(cashContract.till, { data: { ...mine, asks_colleague: true } })
  const { person } = drawScreen(<ShiftPlace isUnanswered={false} hasOrders={false} />, { role: 'cashier' })
  const openMovement = async () => {
    await person.click(await screen.findByRole('button', { name: s.shiftOn(shift.cashier_name, terminal.name) }))
    await person.click(await screen.findByRole('menuitem', { name: s.movement }))
  }
  await openMovement()
  const question = within(await screen.findByRole('alertdialog', { name: s.colleagueTitle('Carlo Cruz') }))
  expect(question.getByText(s.colleagueText('Nov 21, 2026, 8:00 AM'))).toBeTruthy()
  await person.click(question.getByRole('button', { name: s.cancel }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
  await openMovement()
  answer(cashContract.joinShift, { message: cashMessages.shiftJoined })
  answer(cashContract.till, { data: { ...mine, asks_colleague: false } })
  await person.click(await screen.findByRole('button', { name: s.colleagueYes }))
  const dialog = within(await screen.findByRole('dialog', { name: s.movementTitle }))
  expect(asked).toContain(`POST /api/cash/shifts/${shift.id}/colleagues`)
  await person.click(dialog.getByRole('button', { name: s.cancel }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openMovement()
  expect(await screen.findByRole('dialog', { name: s.movementTitle })).toBeTruthy()
})

test('opening the drawer without a sale needs a reason, and is recorded without waiting for the server', async () => {
  const { person } = drawScreen(<ShiftMenu till={{ ...till, shift, step: 'ready' }} isUnanswered={false} />, {
    role: 'cashier',
  })
  await person.click(screen.getByRole('button', { name: s.shiftOn(shift.cashier_name, terminal.name) }))
  await person.click(await screen.findByRole('menuitem', { name: s.openDrawer }))
  const dialog = within(await screen.findByRole('dialog', { name: s.openDrawer }))
  await person.click(dialog.getByRole('button', { name: s.record }))
  expect(dialog.getByText(s.openDrawerReason)).toBeTruthy()
  await person.type(dialog.getByRole('textbox'), 'Change for a client{Enter}')
  expect(await screen.findByText(s.drawerRecorded)).toBeTruthy()
  answer(tillActionsContract.record, { message: cashMessages.actionsRecorded })
  await sendTillActions()
  expect(sentBodies.at(-1)).toMatchObject({
    actions: [{ kind: 'drawer_opened', description: 'Change for a client', amount: 0 }],
  })
})

test('a device remembers its chosen terminal', async () => {
  const other = { id: sampleId(9), name: 'Back room', has_open_shift: false }
  const onClose = vi.fn()
  const { person } = drawScreen(
    <TerminalDialog open till={{ ...till, terminals: [terminal, other], terminal: null }} onClose={onClose} />,
  )
  await person.click(await screen.findByRole('button', { name: 'Back room' }))
  expect(localStorage.getItem('mutya.terminal')).toBe(JSON.stringify(other.id))
  expect(onClose).toHaveBeenCalled()
})

test('the shift menu opens the latest Z-reading again', async () => {
  answer(cashContract.zReading, { data: { ...zReading, id: sampleId(5) } })
  const closed = { ...till, step: 'day-closed' as const, z_reading_id: sampleId(5) }
  const { person } = drawScreen(<ShiftMenu till={closed} isUnanswered={false} />)
  await person.click(screen.getByRole('button', { name: s.dayClosed }))
  await person.click(await screen.findByRole('menuitem', { name: s.lastZReading }))
  expect(await screen.findByRole('dialog', { name: /^Z-reading 0/ })).toBeTruthy()
  expect(asked).toContain(`GET /api/cash/readings/${sampleId(5)}`)
})

test('the shift menu of a terminal that has no Z-reading yet has no entry for the last Z-reading', async () => {
  const { person } = drawScreen(<ShiftMenu till={till} isUnanswered={false} />)
  await person.click(screen.getByRole('button', { name: s.noShift }))
  expect(await screen.findByRole('menuitem', { name: s.openShift })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: s.lastZReading })).toBeNull()
})

test.each<[Till['step'], Partial<Till>, string, string | null]>([
  ['open-shift', {}, s.openShiftFirst, s.openShift],
  [
    'choose-terminal',
    { terminal: null, terminals: [terminal, { ...terminal, id: sampleId(9) }] },
    s.chooseTerminalFirst,
    s.chooseTerminal,
  ],
  ['close-shift', { shift }, s.closeShiftFirst('Nov 21, 2026'), s.closeShift],
  ['close-day', { unclosed_date: '2026-11-20' }, s.closeDayFirst('Nov 20, 2026'), s.closeDay],
  ['day-closed', {}, s.sellTomorrow, null],
])('before a payment the till shows the state %s of cash control, and what to do next', (step, more, note, label) => {
  drawScreen(<ShiftStep till={{ ...till, ...more, step }} isUnanswered={false} />)
  expect(screen.getByText(note)).toBeTruthy()
  const button = screen.getByRole('button', { name: label ?? s.dayClosed })
  expect(button.getAttribute('aria-disabled')).toBe(label === null ? 'true' : null)
})

test.each<[Till['step'], Partial<Till>, string]>([
  ['close-shift', { shift }, s.closeShift],
  ['close-day', { unclosed_date: '2026-11-20' }, s.closeDay],
])(
  'while the answer to a payment is missing, %s cannot be started at the till, and a message says why',
  async (step, more, label) => {
    const { person } = drawScreen(<ShiftStep till={{ ...till, ...more, step }} isUnanswered />)
    await person.click(screen.getByRole('button', { name: label }))
    expect(await screen.findByText(s.unansweredTitle)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  },
)

test('closing a day first shows how many visits of the day are still booked', async () => {
  const booked = { ...visit, appointment_date: '2026-11-20' }
  answer(appointmentsContract.list, { appointments: [booked], total: 3, page: 1, per_page: 1 })
  const closing: Till = { ...till, step: 'close-day', unclosed_date: '2026-11-20' }
  const { person } = drawScreen(<ShiftStep till={closing} isUnanswered={false} />)
  await person.click(screen.getByRole('button', { name: s.closeDay }))
  const question = await screen.findByRole('alertdialog', { name: s.closeDayQuestion('Nov 20, 2026') })
  expect(question.textContent).toContain('3 visits of this day are still booked')
})
