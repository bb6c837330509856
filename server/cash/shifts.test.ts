import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { errorOf, openCashClinic, pesos, type CashClinic } from './cash-fixture.ts'

let clinic: CashClinic
beforeEach(async () => {
  await clinic?.server.close()
  clinic = await openCashClinic()
})
afterAll(() => clinic.server.close())

const shiftRow = (id: string) =>
  clinic.server.db.selectFrom('shifts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const save = (body: { is_on: boolean; allowed_difference: number }) =>
  clinic.asAdmin(cashManagementContract.saveSettings, { body })
const saveTerminal = (id: string, body: { name: string; is_active: boolean }) =>
  clinic.asAdmin(cashManagementContract.updateTerminal, { params: { id }, body })
const addTerminal = async (name: string) =>
  (await clinic.asAdmin(cashManagementContract.createTerminal, { body: { name, is_active: true } })).data

describe('the cash control setting', () => {
  test('when off, requires no shift and assigns sales to none', async () => {
    await save({ is_on: false, allowed_difference: 50 })
    expect(await clinic.status()).toMatchObject({ is_on: false, terminal: null, shift: null, step: 'ready' })
    const { id } = await clinic.peel()
    const row = await clinic.server.db
      .selectFrom('documents')
      .select(['shift_id', 'terminal_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ shift_id: null, terminal_id: null })
    expect(await errorOf(clinic.open())).toMatchObject({ status: 409, message: s.isOff })
  })

  test('can be switched on only with an active terminal, and off only without an open shift and after each day is closed', async () => {
    const shift = await clinic.open()
    expect(await errorOf(save({ is_on: false, allowed_difference: 50 }))).toMatchObject({
      status: 409,
      message: s.shiftsOpen,
    })
    await clinic.close(shift.id, 2000)
    expect(await errorOf(save({ is_on: false, allowed_difference: 50 }))).toMatchObject({
      status: 409,
      message: s.dayNotClosed('Front desk', 'November 21, 2026'),
    })
    await clinic.closeDay()
    await save({ is_on: false, allowed_difference: 20 })
    expect((await lastLogEntry(clinic.server.db)).action).toBe(
      'Changed the cash control: on from yes to no, allowed difference from ₱50 to ₱20',
    )
    await saveTerminal(clinic.terminal.id, { name: 'Front desk', is_active: false })
    const error = await errorOf(save({ is_on: true, allowed_difference: 20 }))
    expect(error).toMatchObject({ status: 409, message: s.terminalMissing })
    expect((await clinic.asAdmin(cashManagementContract.settings, {})).data).toMatchObject({
      is_on: false,
      allowed_difference: 20,
    })
  })

  test('is not changed by a form based on an older version of the setting, which is rejected with the newer values', async () => {
    const { data } = await clinic.asAdmin(cashManagementContract.settings, {})
    await save({ is_on: true, allowed_difference: 100 })
    const late = clinic.asAdmin(
      cashManagementContract.saveSettings,
      { body: { is_on: true, allowed_difference: 10 } },
      { headers: { 'if-match': String(data.version) } },
    )
    expect(await errorOf(late)).toMatchObject({ status: 409, code: 'stale', data: { allowed_difference: 100 } })
  })
})

describe('terminals', () => {
  test('a terminal name is unique regardless of case, and a terminal with an open shift stays active', async () => {
    const other = await addTerminal('Back room')
    const taken = await errorOf(saveTerminal(other.id, { name: 'FRONT desk', is_active: true }))
    expect(taken).toMatchObject({ status: 422, errors: { name: [s.terminalNameTaken] } })
    const shift = await clinic.open()
    const inUse = () => errorOf(saveTerminal(clinic.terminal.id, { name: 'Front desk', is_active: false }))
    expect(await inUse()).toMatchObject({ status: 409, message: s.terminalInUse })
    await clinic.close(shift.id, 2000)
    await clinic.closeDay()
    await saveTerminal(clinic.terminal.id, { name: 'Front desk', is_active: false })
    expect((await lastLogEntry(clinic.server.db)).action).toBe('Changed the terminal Front desk: active from yes to no')
    const last = await errorOf(saveTerminal(other.id, { name: 'Back room', is_active: false }))
    expect(last).toMatchObject({ status: 409, message: s.lastTerminal })
    const { data } = await clinic.asAdmin(cashManagementContract.terminals, { querystring: {} })
    expect(data.map(({ name, is_active, has_open_shift }) => [name, is_active, has_open_shift])).toEqual([
      ['Back room', true, false],
      ['Front desk', false, false],
    ])
    expect(await errorOf(clinic.open())).toMatchObject({ status: 409, message: s.terminalInactive })
  })

  test('a device uses the only active terminal; if there are two, the device must choose one of them', async () => {
    expect((await clinic.status()).terminal).toEqual({ id: clinic.terminal.id, name: 'Front desk' })
    const other = await addTerminal('Back room')
    expect(await clinic.status()).toMatchObject({ terminal: null, step: 'choose-terminal' })
    expect(await clinic.status(other.id)).toMatchObject({ terminal: { name: 'Back room' }, step: 'open-shift' })
    expect(await clinic.status(randomUUID())).toMatchObject({ terminal: null, step: 'choose-terminal' })
    await clinic.open()
    expect((await clinic.status()).terminals.map(({ name, has_open_shift }) => [name, has_open_shift])).toEqual([
      ['Back room', false],
      ['Front desk', true],
    ])
  })
})

describe('a shift', () => {
  test('is opened with a counted float, records pay-ins and pay-outs, and calculates the expected amount', async () => {
    const { data: shift } = await clinic.asCashier(cashContract.openShift, {
      body: {
        terminal_id: clinic.terminal.id,
        count: { notes: { '500': 2, '100': 5, '50': 4, '20': 10 }, coins: 100.25 },
      },
    })
    expect(shift).toMatchObject({ cashier_name: 'Andrea Cruz', business_date: '2026-11-21' })
    expect((await lastLogEntry(clinic.server.db)).action).toBe(
      'Opened a shift of Andrea Cruz on Front desk with ₱2,000.25',
    )
    await clinic.peel()
    await clinic.till.send(
      clinic.till.order([clinic.till.carbon()], { payment_method: 'gcash', reference_number: 'GC-9' }),
    )
    await clinic.move(shift.id, 'in', 1000)
    await clinic.move(shift.id, 'out', 250.5, 'Water delivery for Liza')
    expect((await lastLogEntry(clinic.server.db)).action).toBe('Took ₱250.50 out of the drawer of Front desk')
    const voided = await clinic.peel()
    await clinic.voidSale(voided)
    const closed = await clinic.close(shift.id, 2000.25 + 1000 - 250.5 + 1500)
    expect(closed).toMatchObject({ state: 'closed', expected: 4249.75, counted: 4249.75, difference: 0 })
    expect(await shiftRow(shift.id)).toMatchObject({
      float_centavos: 200_025,
      expected_centavos: 424_975,
      counted_centavos: 424_975,
      first_counted_centavos: 424_975,
      difference_reason: null,
    })
    expect(await checkBooks(clinic.server.db)).toMatchObject(balanced)
    expect(await errorOf(clinic.move(shift.id, 'in', 5))).toMatchObject({ status: 409, message: s.shiftClosed })
    expect(await errorOf(clinic.close(shift.id, 1))).toMatchObject({ status: 409, message: s.shiftClosed })
  })

  test('with a cash difference above the allowed amount closes only with a reason, and keeps the first count beside the second', async () => {
    const shift = await clinic.open(2000)
    expect(await clinic.close(shift.id, 1800)).toEqual({
      state: 'needs-reason',
      expected: 2000,
      counted: 1800,
      difference: -200,
      next_shift: null,
    })
    expect((await lastLogEntry(clinic.server.db)).action).toBe(
      'Counted the drawer of Andrea Cruz on Front desk: ₱1,800.00, ₱200.00 short',
    )
    expect((await clinic.status()).step).toBe('ready')
    expect(await clinic.close(shift.id, 1900, 'A note of 100 was torn')).toMatchObject({
      state: 'closed',
      difference: -100,
    })
    expect(await shiftRow(shift.id)).toMatchObject({
      first_counted_centavos: 180_000,
      counted_centavos: 190_000,
      difference_reason: 'A note of 100 was torn',
    })
    const texts = (await logEntries(clinic.server.db, { subject: 'shift' })).map((entry) => JSON.stringify(entry))
    expect(texts.some((text) => text.includes('torn'))).toBe(false)
  })

  test('with a cash difference of exactly the allowed amount closes without a reason', async () => {
    const shift = await clinic.open(2000)
    expect(await clinic.close(shift.id, 2050)).toMatchObject({ state: 'closed', difference: 50 })
  })

  test('a hand-over closes one shift and opens the next with the whole counted amount', async () => {
    const shift = await clinic.open(2000)
    await clinic.peel()
    const { data: cashiers } = await clinic.asCashier(cashContract.cashiers, {})
    expect(cashiers.map(({ name }) => name)).toEqual(['Andrea Cruz', 'Olga Owner', 'Paolo Santos'])
    const handOver = (cashier_id: string, amount: number, reason: string | null = null) =>
      clinic.asCashier(cashContract.handOver, {
        params: { id: shift.id },
        body: { count: pesos(amount), reason, cashier_id },
      })
    expect(await errorOf(handOver(clinic.till.client.id, 3500))).toMatchObject({
      status: 422,
      errors: { cashier_id: [s.cashierUnknown] },
    })
    expect((await handOver(clinic.till.otherCashier.id, 3000)).data).toMatchObject({
      state: 'needs-reason',
      next_shift: null,
    })
    const { data } = await handOver(clinic.till.otherCashier.id, 3490)
    expect(data).toMatchObject({
      state: 'closed',
      difference: -10,
      next_shift: { cashier_name: 'Paolo Santos' },
    })
    expect((await clinic.status()).shift?.id).toBe(data.next_shift!.id)
    await clinic.peel()
    expect(await clinic.close(data.next_shift!.id, 4990)).toMatchObject({ state: 'closed', expected: 4990 })
  })

  test('an invalid cash count or cash movement is rejected and changes nothing', async () => {
    const shift = await clinic.open()
    const before = await shiftRow(shift.id)
    const notes = (more: Record<string, unknown>) =>
      clinic.asCashier(cashContract.closeShift, {
        params: { id: shift.id },
        body: { count: { notes: more, coins: 0 } },
      })
    for (const more of [{ '1000': -1 }, { '1000': 1.5 }, { '1000': 10_000 }, { '2000': 1 }])
      expect((await errorOf(notes(more))).status).toBe(422)
    expect(await errorOf(notes({ '1000': 9999, '500': 9999 }))).toMatchObject({ status: 422, message: s.countTooLarge })
    expect((await errorOf(clinic.move(shift.id, 'in', 0))).errors).toEqual({ amount: [s.amountRequired] })
    expect((await errorOf(clinic.move(shift.id, 'out', 5, ' '))).errors).toEqual({ reason: [s.movementReasonRequired] })
    expect(await errorOf(clinic.move(randomUUID(), 'in', 5))).toMatchObject({ status: 404, message: s.shiftNotFound })
    expect(await shiftRow(shift.id)).toEqual(before)
    expect(await clinic.server.db.selectFrom('cash_movements').select('id').execute()).toEqual([])
  })
})

describe('a sale', () => {
  test('without an open shift is rejected with a message about what to do next, and records nothing', async () => {
    const error = await clinic.till.error(clinic.till.order([clinic.till.peel()]))
    expect(error).toMatchObject({ status: 409, message: s.noOpenShift })
    expect((await checkBooks(clinic.server.db)).sales).toBe(0)
    expect((await clinic.status()).step).toBe('open-shift')
    await clinic.open()
    expect((await clinic.peel()).receipt_number).toBe(1)
  })

  test('belongs to the shift of the terminal that the request names; if the clinic has two terminals and the request names none, the sale is rejected', async () => {
    const other = await addTerminal('Back room')
    const [front, back] = [await clinic.open(), await clinic.open(500, other.id)]
    const sell = (terminal_id?: string) => clinic.till.send({ ...clinic.till.order([clinic.till.peel()]), terminal_id })
    expect(await errorOf(sell())).toMatchObject({ status: 409, message: s.noOpenShift })
    await sell(clinic.terminal.id)
    const atBack = await sell(other.id)
    await clinic.voidSale(await sell(other.id))
    const rows = await clinic.server.db.selectFrom('documents').select(['kind', 'shift_id']).orderBy('number').execute()
    expect(rows).toEqual([
      { kind: 'sale', shift_id: front.id },
      { kind: 'sale', shift_id: back.id },
      { kind: 'sale', shift_id: back.id },
      { kind: 'void', shift_id: back.id },
    ])
    await clinic.close(back.id, 500 + 1500)
    expect(await errorOf(clinic.voidSale(atBack))).toMatchObject({ status: 409, message: s.noOpenShift })
  })

  test('recorded before cash control was switched on can be voided without a shift', async () => {
    await save({ is_on: false, allowed_difference: 50 })
    const before = await clinic.peel()
    await save({ is_on: true, allowed_difference: 50 })
    await clinic.voidSale(before)
    expect(await checkBooks(clinic.server.db)).toMatchObject({ ...balanced, sales: 2 })
  })

  test('is rejected while the shift of an earlier day is open, until that day is closed and a new shift is opened', async () => {
    const shift = await clinic.open()
    clinic.at('2026-11-22T09:00:00+08:00')
    const sell = () => clinic.till.error(clinic.till.order([clinic.till.peel()]))
    expect(await sell()).toMatchObject({ status: 409, message: s.shiftOfEarlierDay })
    expect((await clinic.status()).step).toBe('close-shift')
    await clinic.close(shift.id, 2000)
    expect(await clinic.status()).toMatchObject({ step: 'close-day', unclosed_date: '2026-11-21', shift: null })
    expect(await errorOf(clinic.open())).toMatchObject({ status: 409, message: s.forgottenDay })
    await clinic.closeDay('2026-11-21')
    expect((await clinic.status()).step).toBe('open-shift')
    await clinic.open()
    expect((await clinic.peel()).business_date).toBe('2026-11-22')
  })
})

test('shifts are listed newest first with the differences of each cashier, and open ones with their current amount', async () => {
  const first = await clinic.open(1000)
  await clinic.close(first.id, 970)
  const second = await clinic.open(1000)
  await clinic.close(second.id, 1020)
  await clinic.open(2000)
  await clinic.peel()
  const { data, total, summary } = await clinic.asAdmin(cashManagementContract.shifts, { querystring: {} })
  expect(total).toBe(3)
  expect(data.map(({ float, expected, difference }) => [float, expected, difference])).toEqual([
    [2000, 3500, null],
    [1000, 1000, 20],
    [1000, 1000, -30],
  ])
  expect(summary.cashiers).toEqual([{ cashier_name: 'Andrea Cruz', shifts: 2, short: 30, over: 20, difference: -10 }])
  const nobody = await clinic.asAdmin(cashManagementContract.shifts, { querystring: { search: 'paolo' } })
  expect([nobody.total, nobody.data]).toEqual([0, []])
  const open = (await clinic.asAdmin(cashManagementContract.openShifts, {})).data
  expect(open).toMatchObject({ is_on: true, shifts: [{ terminal_name: 'Front desk', expected: 3500 }] })
})
