import { refundContract, type RefundableLine } from '#shared/sales/refunds/refund-contract.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { approvalsContract } from '#shared/approvals/contract.ts'
import { approvalMessages as a } from '#shared/approvals/messages.ts'
import { cashContract, type Till } from '#shared/cash/contract.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { cashTillMessages as c } from '#shared/cash/till-messages.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { Role } from '#shared/people/role.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { refundMessages as s } from '#shared/sales/refunds/messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { sale, sampleId, tillWithoutShifts as till } from '#web/test/samples.ts'
import { answer, asked, choose, drawScreen, loseConnection, refuse, sentBodies } from '#web/test/screen.tsx'
import { RefundDialog } from './refund-dialog.tsx'

const methods = ['cash', 'gcash'] as const
const line = {
  position: 1,
  name: 'Hydra Glow',
  is_add_on: false,
  holder: null,
  price: 1000,
  quantity_sold: 2,
  quantity_left: 2,
  discount_left: 0,
  less_vat_left: 0,
  order_discount_left: 500,
}
const approver = { id: sampleId(41), name: 'Olga Owner' }

function openRefund(
  role: Role,
  terminals: Till['terminals'] = [],
  { lines = [line], withheld_left = 0 }: { lines?: RefundableLine[]; withheld_left?: number } = {},
) {
  answer(cashContract.till, { data: { ...till, is_on: terminals.length > 0, terminals } })
  answer(refundContract.refundable, { data: { sale, lines, left: 1500, withheld_left } })
  answer(refundContract.refund, { data: { ...sale, id: sampleId(77), state: 'refund' } })
  const settings = {
    methods: [...methods],
    discount_limit: null,
    qr_ph: null,
    packages_pro_rata: false,
    approvers: [approver],
    version: 1,
  }
  answer(paymentSettingsContract.read, { data: settings })
  const onRefunded = vi.fn()
  const close = () => undefined
  return {
    ...drawScreen(<RefundDialog open sale={sale} methods={methods} onClose={close} onRefunded={onRefunded} />, {
      role,
    }),
    onRefunded,
  }
}

test('a cash refund out of a colleague’s open shift waits until the cashier confirms working on that shift; a refund by GCash does not wait', async () => {
  const { person } = openRefund('admin')
  const terminal = { id: sampleId(61), name: 'Front desk', has_open_shift: true }
  const shift = {
    id: sampleId(62),
    cashier_name: 'Carlo Cruz',
    opened_at: '2026-11-21T08:00:00+08:00',
    business_date: '2026-11-21' as CivilDate,
  }
  answer(cashContract.till, {
    data: { ...till, is_on: true, terminals: [terminal], terminal, shift, asks_colleague: true },
  })
  await person.type(await screen.findByRole('textbox', { name: new RegExp(s.reason) }), 'Allergic reaction')
  const send = () => person.click(screen.getByRole('button', { name: s.refundAmount('₱1,500.00') }))
  const call = `POST /api/transactions/${sale.id}/refund`
  const calls = () => asked.filter((one) => one === call)
  await choose(person, screen.getByRole('combobox', { name: new RegExp(s.method) }), 'GCash')
  await person.type(screen.getByRole('textbox', { name: new RegExp(s.reference) }), 'GC-1')
  refuse(refundContract.refund, { status: 409, message: 'No.' })
  await send()
  await waitFor(() => expect(calls()).toHaveLength(1))
  await choose(person, screen.getByRole('combobox', { name: new RegExp(s.method) }), 'Cash')
  await send()
  const question = within(await screen.findByRole('alertdialog', { name: c.colleagueTitle('Carlo Cruz') }))
  await person.click(question.getByRole('button', { name: c.cancel }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls()).toHaveLength(1)
  await send()
  answer(cashContract.joinShift, { message: cashMessages.shiftJoined })
  await person.click(await screen.findByRole('button', { name: c.colleagueYes }))
  await waitFor(() => expect(calls()).toHaveLength(2))
  expect(asked.indexOf(`POST /api/cash/shifts/${shift.id}/colleagues`)).toBeLessThan(asked.lastIndexOf(call))
})

test('in the refund dialog, lines of one service with different Senior or PWD cards name the holder of each card', async () => {
  const holders = ['Corazon Villanueva', 'Bianca Peña', null]
  const lines = holders.map((holder, i) => ({ ...line, position: i + 1, holder }))
  const { person } = openRefund('admin', [], { lines })
  await person.click(await screen.findByRole('button', { name: 'One less Hydra Glow, Bianca Peña' }))
  for (const name of ['Hydra Glow, Corazon Villanueva', 'Hydra Glow, Bianca Peña', 'Hydra Glow'])
    expect(screen.getByText(name)).toBeTruthy()
})

test('a new refund includes all items, shows the total of the selected items, and is sent with its reference number', async () => {
  const { person, onRefunded } = openRefund('admin')
  await person.click(await screen.findByRole('button', { name: s.refundAmount('₱1,500.00') }))
  expect(asked).not.toContain(`POST /api/transactions/${sale.id}/refund`)
  await person.click(screen.getByRole('button', { name: s.less('Hydra Glow') }))
  await choose(person, screen.getByRole('combobox', { name: new RegExp(s.method) }), 'GCash')
  await person.type(screen.getByRole('textbox', { name: new RegExp(s.reason) }), 'Allergic reaction')
  await person.click(screen.getByRole('button', { name: s.refundAmount('₱750.00') }))
  expect(await screen.findByText(saleMessages.referenceRequired)).toBeTruthy()
  await person.type(screen.getByRole('textbox', { name: new RegExp(s.reference) }), 'BACK-1')
  await person.click(screen.getByRole('button', { name: s.refundAmount('₱750.00') }))
  await waitFor(() => expect(onRefunded).toHaveBeenCalledWith(sampleId(77), undefined))
  expect(sentBodies.at(-1)).toMatchObject({
    lines: [{ position: 1, quantity: 1 }],
    total: 750,
    method: 'gcash',
    reference_number: 'BACK-1',
    reason: 'Allergic reaction',
    approval_id: null,
  })
})

test('a refund asks for each refunded product whether its pieces go back on the shelf', async () => {
  const product = { ...line, position: 2, name: 'Vitamin C serum', is_product: true as const }
  const { person } = openRefund('admin', [], { lines: [line, product] })
  expect(await screen.findAllByRole('checkbox')).toHaveLength(1)
  await person.click(screen.getByRole('checkbox', { name: 'Put Vitamin C serum back on the shelf' }))
  await person.type(screen.getByRole('textbox', { name: new RegExp(s.reason) }), 'Unopened')
  await person.click(screen.getByRole('button', { name: s.refundAmount('₱3,000.00') }))
  const lines = [{}, { position: 2, quantity: 2, restock: true }]
  await waitFor(() => expect(sentBodies.at(-1)).toMatchObject({ reason: 'Unopened', lines }))
})

test('a cashier asks an admin for the PIN in the dialog; a wrong one shows an error, and the right one sends the refund', async () => {
  const { person, onRefunded } = openRefund('cashier')
  await person.type(await screen.findByRole('textbox', { name: new RegExp(s.reason) }), 'Allergic reaction')
  await person.click(screen.getByRole('button', { name: s.refundAmount('₱1,500.00') }))
  const dialog = within(await screen.findByRole('dialog', { name: a.title }))
  refuse(approvalsContract.approve, { status: 422, message: a.wrongPin, errors: { pin: [a.wrongPin] } })
  for (const digit of '000000') await person.click(dialog.getByRole('button', { name: a.digit(digit) }))
  await person.click(dialog.getByRole('button', { name: a.approve }))
  expect(await dialog.findByText(a.wrongPin)).toBeTruthy()
  answer(approvalsContract.approve, { data: { id: sampleId(88), approver_name: approver.name } })
  await person.type(dialog.getByLabelText(/^PIN: Olga Owner/), '491705{Enter}')
  await waitFor(() => expect(onRefunded).toHaveBeenCalled())
  expect(sentBodies).toContainEqual({
    approver_id: approver.id,
    pin: '491705',
    kind: 'refund',
    sale_id: sale.id,
    amount: 1500,
  })
  expect(sentBodies.at(-1)).toMatchObject({ approval_id: sampleId(88) })
})

test('a partial refund whose answer was lost stays unchanged, and is repeated with its idempotency key', async () => {
  const keys: (string | null)[] = []
  const { person, onRefunded } = openRefund('admin')
  const fetchOfScreen = globalThis.fetch
  vi.stubGlobal('fetch', (request: Request) => {
    if (request.method === 'POST') keys.push(request.headers.get('idempotency-key'))
    return fetchOfScreen(request)
  })
  await person.type(await screen.findByRole('textbox', { name: new RegExp(s.reason) }), 'Allergic reaction')
  await person.click(screen.getByRole('button', { name: s.less('Hydra Glow') }))
  // The refund is made, but its response is lost; the reloaded sale has fewer pieces left to refund.
  loseConnection(refundContract.refund)
  const rest = { ...line, quantity_left: 1, order_discount_left: 250 }
  answer(refundContract.refundable, {
    data: { sale: { ...sale, refunded: 750 }, lines: [rest], left: 750, withheld_left: 0 },
  })
  await person.click(screen.getByRole('button', { name: s.refundAmount('₱750.00') }))
  expect(await screen.findByText(s.refundUnknown)).toBeTruthy()
  expect(screen.queryByText(s.notRefunded)).toBeNull()
  await waitFor(() => expect(asked.filter((call) => call.endsWith('/refundable'))).toHaveLength(2))
  expect(await screen.findByText(s.refundAgain)).toBeTruthy()
  expect(screen.getByRole('textbox', { name: new RegExp(s.reason) }).matches(':disabled')).toBe(true)
  answer(refundContract.refund, { data: { ...sale, id: sampleId(77), state: 'refund' } })
  const again = () => screen.getByRole('button', { name: s.refundAmount('₱750.00') })
  await waitFor(() => expect(again().getAttribute('aria-disabled')).toBeNull())
  await person.click(again())
  await waitFor(() => expect(onRefunded).toHaveBeenCalledWith(sampleId(77), undefined))
  expect(keys).toEqual([expect.any(String), keys[0]])
  expect(sentBodies.at(-1)).toEqual(sentBodies.at(-2))
})

test('with several terminals the cash drawer for a refund is chosen among those with an open shift', async () => {
  const named = (n: number, name: string, has_open_shift: boolean) => ({ id: sampleId(n), name, has_open_shift })
  const terminals = [named(61, 'Back room', false), named(62, 'Front desk', true)]
  const { person, onRefunded } = openRefund('admin', terminals)
  await person.type(await screen.findByRole('textbox', { name: new RegExp(s.reason) }), 'Allergic reaction')
  const terminal = await screen.findByRole('combobox', { name: new RegExp(s.terminal) })
  await person.click(screen.getByRole('button', { name: s.refundAmount('₱1,500.00') }))
  expect(await screen.findByText(s.terminalRequired)).toBeTruthy()
  await person.click(terminal)
  const option = await screen.findByRole('option', { name: 'Front desk' })
  expect(screen.queryByRole('option', { name: 'Back room' })).toBeNull()
  await person.click(option)
  await waitFor(() => expect(terminal.getAttribute('aria-expanded')).toBe('false'))
  await person.click(screen.getByRole('button', { name: s.refundAmount('₱1,500.00') }))
  await waitFor(() => expect(onRefunded).toHaveBeenCalled())
  expect(sentBodies.at(-1)).toMatchObject({ terminal_id: sampleId(62) })
})

test('the reference number of a refund by transfer is required before the PIN', async () => {
  const { person } = openRefund('cashier')
  await person.type(await screen.findByRole('textbox', { name: new RegExp(s.reason) }), 'Allergic reaction')
  await choose(person, screen.getByRole('combobox', { name: new RegExp(s.method) }), 'GCash')
  await person.click(screen.getByRole('button', { name: s.refundAmount('₱1,500.00') }))
  expect(await screen.findByText(saleMessages.referenceRequired)).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: a.title })).toBeNull()
  await person.type(screen.getByRole('textbox', { name: new RegExp(s.reference) }), 'BACK-1')
  await person.click(screen.getByRole('button', { name: s.refundAmount('₱1,500.00') }))
  expect(await screen.findByRole('dialog', { name: a.title })).toBeTruthy()
})

test.each(['4917', '49170582'])(
  'an approval PIN such as %s, which only earlier versions of the app allowed, can be entered and is sent unchanged',
  async (pin) => {
    const { person, onRefunded } = openRefund('cashier')
    await person.type(await screen.findByRole('textbox', { name: new RegExp(s.reason) }), 'Allergic reaction')
    await person.click(screen.getByRole('button', { name: s.refundAmount('₱1,500.00') }))
    const dialog = within(await screen.findByRole('dialog', { name: a.title }))
    answer(approvalsContract.approve, { data: { id: sampleId(88), approver_name: approver.name } })
    await person.type(dialog.getByLabelText(/^PIN: Olga Owner/), `${pin}{Enter}`)
    await waitFor(() => expect(onRefunded).toHaveBeenCalled())
    expect(sentBodies).toContainEqual(expect.objectContaining({ pin }))
  },
)

test('a cashier’s refund without an approval is not sent', async () => {
  const { person } = openRefund('cashier')
  await person.type(await screen.findByRole('textbox', { name: new RegExp(s.reason) }), 'x')
  await person.click(screen.getByRole('button', { name: s.refundAmount('₱1,500.00') }))
  const dialog = within(await screen.findByRole('dialog', { name: a.title }))
  await person.click(dialog.getByRole('button', { name: a.cancel }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: a.title })).toBeNull())
  expect(asked).not.toContain(`POST /api/transactions/${sale.id}/refund`)
})

test('a refund shows how much of it was tax on Form 2307 and is not paid back, and its button names the amount that is paid back', async () => {
  const { person } = openRefund('admin', [], { withheld_left: 30 })
  expect((await screen.findByText(s.withheldPart)).nextElementSibling!.textContent).toBe('−₱30.00')
  expect(screen.getByText(s.inMoney).nextElementSibling!.textContent).toBe('₱1,470.00')
  await person.click(screen.getByRole('button', { name: s.less('Hydra Glow') }))
  expect(screen.getByText(s.inMoney).nextElementSibling!.textContent).toBe('₱735.00')
  expect(screen.getByRole('button', { name: s.refundAmount('₱735.00') })).toBeTruthy()
})
