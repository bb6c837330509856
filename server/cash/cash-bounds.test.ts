import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { givePassword } from '#server/test/factories.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { approvalsContract, APPROVAL_SUBJECTS, type ApprovalKind } from '#shared/approvals/contract.ts'
import { approvalMessages } from '#shared/approvals/messages.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { movementContract } from '#shared/cash/movement-contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { errorOf, openCashClinic, type CashClinic } from './cash-fixture.ts'

const PIN = '491705'
let clinic: CashClinic
beforeEach(async () => {
  clinic = await openCashClinic()
  const current_password = 'a long enough password'
  await givePassword(clinic.server.db, clinic.admin.id, current_password)
  await clinic.asAdmin(approvalsContract.setPin, { body: { pin: PIN, current_password } })
})
afterEach(() => clinic.server.close())

const approve = async (kind: ApprovalKind, subject: string, amount: number) => {
  const body = { approver_id: clinic.admin.id, pin: PIN, kind, amount, [APPROVAL_SUBJECTS[kind]]: subject }
  return (await clinic.asCashier(approvalsContract.approve, { body })).data.id
}
const movements = () => clinic.server.db.selectFrom('cash_movements').selectAll().execute()

describe('a pay-out or bank drop above the limit of the clinic', () => {
  test.each([
    ['pay-out', 'out', 'pay_out'],
    ['bank drop', 'drop', 'drop'],
  ] as const)('needs an approval as a %s, but none up to the limit', async (_, kind, approvalKind) => {
    const shift = await clinic.open(9000)
    await clinic.move(shift.id, kind, 2000)
    const above = (approval_id?: string) =>
      clinic.move(shift.id, kind, 2000.01, 'BPI 1', approval_id ? { approval_id } : {})
    expect(await errorOf(above())).toMatchObject({ status: 403, errors: { approval_id: [approvalMessages.needed] } })
    const approval_id = await approve(approvalKind, shift.id, 2000.01)
    await above(approval_id)
    expect((await lastLogEntry(clinic.server.db)).action).toMatch(/2,000\.01.*, approved by Olga Owner$/)
    expect(await errorOf(above(approval_id))).toMatchObject({ status: 403, message: approvalMessages.used })
    expect((await movements()).map((row) => row.approval_id)).toEqual([null, approval_id])
  })

  test('needs an approval that was given for exactly this shift, kind, amount and person', async () => {
    const other = (
      await clinic.asAdmin(cashManagementContract.createTerminal, { body: { name: 'Back', is_active: true } })
    ).data
    const [front, back] = [await clinic.open(9000), await clinic.open(9000, other.id)]
    const refused = async (approval_id: string) =>
      (await errorOf(clinic.move(front.id, 'out', 3000, 'Rent', { approval_id }))).message
    expect(await refused(await approve('pay_out', back.id, 3000))).toBe(approvalMessages.notFor)
    expect(await refused(await approve('drop', front.id, 3000))).toBe(approvalMessages.notFor)
    expect(await refused(await approve('pay_out', front.id, 2999.99))).toBe(approvalMessages.notFor)
    const mine = await approve('pay_out', front.id, 3000)
    const byColleague = clinic.asOther(
      cashContract.move,
      { params: { id: front.id }, body: { kind: 'out', amount: 3000, reason: 'Rent', approval_id: mine } },
      { idempotencyKey: randomUUID() },
    )
    expect((await errorOf(byColleague)).message).toBe(approvalMessages.notFor)
    await clinic.move(front.id, 'out', 3000, 'Rent', { approval_id: mine })
    expect(await errorOf(approve('pay_out', randomUUID(), 1))).toMatchObject({ status: 404, message: s.shiftNotFound })
  })

  test('is compared with the limit that was saved last, and needs no approval if an admin makes it; saving the settings without the field for the limit keeps the limit', async () => {
    const shift = await clinic.open(9000)
    const save = async (approval_limit?: number) =>
      (
        await clinic.asAdmin(cashManagementContract.saveSettings, {
          body: { is_on: true, allowed_difference: 50, approval_limit },
        })
      ).data
    expect(await save()).toMatchObject({ approval_limit: 2000 })
    expect(await save(100)).toMatchObject({ approval_limit: 100 })
    expect((await lastLogEntry(clinic.server.db)).action).toContain('limit of pay-outs without approval')
    expect(await save()).toMatchObject({ approval_limit: 100 })
    expect(await errorOf(clinic.move(shift.id, 'out', 100.01))).toMatchObject({ status: 403 })
    await clinic.move(shift.id, 'out', 100)
    await clinic.asAdmin(
      cashContract.move,
      { params: { id: shift.id }, body: { kind: 'out', amount: 5000, reason: 'Rent' } },
      { idempotencyKey: randomUUID() },
    )
    expect(await movements()).toHaveLength(2)
  })
})

describe('a drawer gives no more cash than it holds', () => {
  test('refuses a pay-out or bank drop of more cash, without revealing the expected amount', async () => {
    const shift = await clinic.open(499)
    await clinic.peel()
    for (const kind of ['out', 'drop'] as const) {
      const refused = await errorOf(clinic.move(shift.id, kind, 2000))
      expect(refused).toMatchObject({ status: 409, message: s.drawerHoldsLess, errors: {} })
      expect(JSON.stringify(refused)).not.toMatch(/1,?999/)
    }
    await clinic.move(shift.id, 'out', 1998.99)
    expect(await errorOf(clinic.move(shift.id, 'out', 0.02))).toMatchObject({ status: 409, message: s.drawerHoldsLess })
    await clinic.move(shift.id, 'out', 0.01)
    expect((await clinic.x(shift.id)).shifts[0]!.expected).toBe(0)
  })

  test('refuses to void a cash sale after its cash was taken out, but allows to void a sale that was paid by another method', async () => {
    const shift = await clinic.open(0)
    const sale = await clinic.peel()
    const paid = { payment_method: 'gcash', reference_number: 'GC-1' } as const
    const wallet = await clinic.till.send(clinic.till.order([clinic.till.peel()], paid))
    await clinic.move(shift.id, 'drop', 1000, 'BPI-1')
    expect(await errorOf(clinic.voidSale(sale))).toMatchObject({ status: 409, message: s.drawerHoldsLess })
    await clinic.voidSale(wallet)
    await clinic.move(shift.id, 'in', 1000)
    await clinic.voidSale(sale)
    expect((await clinic.x(shift.id)).shifts[0]!.expected).toBe(0)
  })

  test('refuses a refund in cash of more than the drawer holds', async () => {
    const first = await clinic.open(0)
    const sale = await clinic.peel()
    await clinic.close(first.id, 1500)
    await clinic.closeDay()
    clinic.at('2026-11-22T09:00:00+08:00')
    const shift = await clinic.open(1499.99)
    const refund = () =>
      clinic.asAdmin(
        refundContract.refund,
        {
          params: { id: sale.id },
          body: { lines: [{ position: 1, quantity: 1 }], total: 1500, method: 'cash', reason: 'Allergy' },
        },
        { idempotencyKey: randomUUID() },
      )
    expect(await errorOf(refund())).toMatchObject({ status: 409, message: s.drawerHoldsLess })
    await clinic.move(shift.id, 'in', 0.01)
    expect((await refund()).data.total_after_discount).toBe(-1500)
  })
})

describe('a bank drop', () => {
  test('needs a slip number of one line, and readings show bank drops separately from pay-outs', async () => {
    const shift = await clinic.open(5000)
    for (const slip of ['', ' ', 'BPI\n1'])
      expect((await errorOf(clinic.move(shift.id, 'drop', 5, slip))).status).toBe(422)
    expect((await errorOf(clinic.move(shift.id, 'drop', 5, ' '))).errors).toEqual({
      slip_number: [s.slipNumberRequired],
    })
    await clinic.move(shift.id, 'drop', 1200, 'BPI 0042')
    expect((await lastLogEntry(clinic.server.db)).action).toBe(
      'Took ₱1,200.00 out of the drawer of Front desk to the bank',
    )
    await clinic.move(shift.id, 'out', 300)
    expect(await movements()).toMatchObject([{ kind: 'drop', slip_number: 'BPI 0042', reason: null }, { kind: 'out' }])
    const reading = await clinic.x(shift.id)
    expect(reading.shifts[0]).toMatchObject({ pay_out: 300, drops: 1200, expected: 3500 })
    expect((await clinic.cashiersX(shift.id)).shifts[0]).toMatchObject({ pay_out: null, drops: null })
    await clinic.close(shift.id, 3500)
    const closed = await clinic.closeDay()
    expect(closed.cash).toMatchObject({ pay_out: 300, drops: 1200 })
    expect((await clinic.recount()).findings).toEqual([])
  })
})

test('the owner sees each movement of cash with its slip and approver, and the approvals that nobody used', async () => {
  const shift = await clinic.open(9000)
  const approval_id = await approve('drop', shift.id, 5000)
  await approve('pay_out', shift.id, 2500)
  await approve('discount', randomUUID(), 300)
  await clinic.move(shift.id, 'drop', 5000, 'BPI 0042', { approval_id })
  await clinic.move(shift.id, 'in', 300, 'Small notes')
  const { data, total } = await clinic.asAdmin(movementContract.movements, { querystring: {} })
  expect(total).toBe(2)
  expect(data.find(({ kind }) => kind === 'in')).toMatchObject({
    amount: 300,
    reason: 'Small notes',
    approved_by: null,
  })
  expect(data.find(({ kind }) => kind === 'drop')).toMatchObject({
    terminal_name: 'Front desk',
    amount: 5000,
    slip_number: 'BPI 0042',
    moved_by: 'Andrea Cruz',
    approved_by: 'Olga Owner',
  })
  const unused = await clinic.asAdmin(movementContract.unusedApprovals, { querystring: {} })
  expect(unused.total).toBe(2)
  const people = { requested_by: 'Andrea Cruz', approved_by: 'Olga Owner' }
  expect(unused.data).toContainEqual(expect.objectContaining({ kind: 'pay_out', amount: 2500, ...people }))
  expect(unused.data).toContainEqual(expect.objectContaining({ kind: 'discount', amount: 300, ...people }))
})
