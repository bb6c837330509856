import { createHash, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { tillActionsContract } from '#shared/cash/till-actions-contract.ts'
import { readingText } from '#shared/cash/reading-text.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { errorOf, openCashClinic, pesos, type CashClinic } from './cash-fixture.ts'

let clinic: CashClinic
beforeEach(async () => {
  clinic = await openCashClinic()
})
afterEach(() => clinic.server.close())

/** The fields of a shift that readings have since format 5. */
const added = ['opened_by', 'closed_by', 'sellers', 'actions']

const asksOther = async () => (await clinic.asOther(cashContract.till, { querystring: {} })).data.asks_colleague
const join = (id: string, call = clinic.asOther) => call(cashContract.joinShift, { params: { id } })

/** Reports one deleted line and one opening of the drawer. */
const report = () =>
  clinic.asCashier(tillActionsContract.record, {
    body: {
      terminal_id: clinic.terminal.id,
      actions: (['line_deleted', 'drawer_opened'] as const).map((kind) => ({
        id: randomUUID(),
        kind,
        description: 'Diamond Peel',
        amount: kind === 'line_deleted' ? 1500 : 0,
        cashier_id: clinic.till.cashier.id,
        seconds_ago: 0,
      })),
    },
  })

const sellAs = (call: typeof clinic.asOther) =>
  call(salesContract.checkout, { body: clinic.till.order([clinic.till.peel()]) }, { idempotencyKey: randomUUID() })

/** Runs a shift that one cashier opens, in which both cashiers sell, and that the second one closes. */
async function sharedShift() {
  const shift = await clinic.open(0)
  await clinic.peel()
  await sellAs(clinic.asOther)
  await sellAs(clinic.asOther)
  await report()
  await clinic.asOther(cashContract.closeShift, {
    params: { id: shift.id },
    body: { count: pesos(4500), reason: null },
  })
  return shift
}

describe('a colleague’s shift', () => {
  test('is confirmed once by each other person before they work on it, and the server stores and logs the answer', async () => {
    const shift = await clinic.open()
    expect((await clinic.status()).asks_colleague).toBe(false)
    expect(await asksOther()).toBe(true)
    await join(shift.id)
    expect(await asksOther()).toBe(false)
    expect((await lastLogEntry(clinic.server.db)).action).toBe(
      `Started to work on the shift of ${clinic.till.cashier.name} on Front desk`,
    )
    const before = (await logEntries(clinic.server.db)).length
    await join(shift.id)
    await join(shift.id, clinic.asCashier)
    expect(await logEntries(clinic.server.db)).toHaveLength(before)
    await clinic.close(shift.id, 2000)
    await clinic.open()
    expect(await asksOther()).toBe(true)
  })

  test('cannot be joined once it is closed, nor when its id is unknown', async () => {
    const shift = await clinic.open(0)
    await clinic.close(shift.id, 0)
    expect(await errorOf(join(shift.id))).toMatchObject({ status: 409, message: s.shiftClosed })
    expect(await errorOf(join(randomUUID()))).toMatchObject({ status: 404, message: s.shiftNotFound })
    expect(await asksOther()).toBe(false)
  })

  test('is the new cashier’s own shift after a hand-over, so that no confirmation is needed; the reading names the cashier who opened it', async () => {
    const first = await clinic.open(0)
    const body = { count: pesos(0), reason: null, cashier_id: clinic.till.otherCashier.id }
    const { data } = await clinic.asCashier(cashContract.handOver, { params: { id: first.id }, body })
    expect(await asksOther()).toBe(false)
    expect((await clinic.status()).asks_colleague).toBe(true)
    expect((await clinic.x(data.next_shift!.id)).shifts).toMatchObject([
      { cashier_name: clinic.till.otherCashier.name, opened_by: clinic.till.cashier.name, closed_by: null },
    ])
  })
})

describe('a reading', () => {
  test('shows who opened, sold in and closed each shift, and counts and sums of its till actions, also before the cash is counted', async () => {
    const { cashier, otherCashier } = clinic.till
    const open = await clinic.open(0)
    await report()
    expect((await clinic.cashiersX(open.id)).shifts[0]).toMatchObject({
      cash_sales: null,
      opened_by: cashier.name,
      closed_by: null,
      sellers: [],
      actions: [
        { kind: 'line_deleted', count: 1, amount: 1500 },
        { kind: 'order_dropped', count: 0, amount: 0 },
        { kind: 'drawer_opened', count: 1, amount: 0 },
      ],
    })
    await clinic.close(open.id, 0)
    await sharedShift()
    const z = await clinic.closeDay()
    const sellers = [
      { name: cashier.name, count: 1 },
      { name: otherCashier.name, count: 2 },
    ].sort((a, b) => a.name.localeCompare(b.name))
    expect(z.shifts[1]).toMatchObject({ opened_by: cashier.name, closed_by: otherCashier.name, sellers })
    expect(z.actions!.map(({ kind, count, amount }) => [kind, count, amount])).toEqual([
      ['line_deleted', 2, 3000],
      ['order_dropped', 0, 0],
      ['drawer_opened', 2, 0],
    ])
    const text = JSON.stringify(readingText(z, new Date()))
    expect(text).toContain(`Sold by ${otherCashier.name}`)
    expect(text).toContain('Deleted lines (2)')
    expect((await clinic.recount()).findings).toEqual([])
  })

  test('does not change when a report of till actions arrives after the day was closed, and the check of the books finds no error', async () => {
    await sharedShift()
    const z = await clinic.closeDay()
    clinic.at('2026-11-22T09:00:00+08:00')
    const next = await clinic.open(0)
    await report()
    const { data } = await clinic.asAdmin(cashContract.zReading, { params: { id: z.id } })
    expect(data.actions).toEqual(z.actions)
    expect((await clinic.x(next.id)).actions![0]).toMatchObject({ count: 1 })
    expect((await clinic.recount()).findings).toEqual([])
  })

  test('of the earlier format 4 keeps its content, shows neither people nor till actions, and is checked by the rules of format 4', async () => {
    await sharedShift()
    const { id } = await clinic.closeDay()
    const { content } = await clinic.server.db.selectFrom('z_readings').select('content').executeTakeFirstOrThrow()
    const {
      actions: _,
      shifts,
      ...rest
    } = JSON.parse(content) as { actions: object; shifts: Record<string, unknown>[] }
    const earlier = shifts.map((shift) =>
      Object.fromEntries(Object.entries(shift).filter(([name]) => !added.includes(name))),
    )
    const text = JSON.stringify({ ...rest, shifts: earlier, format: 4 })
    const hash = createHash('sha256').update(text).digest('hex')
    await executeWithoutTriggers(
      clinic.server.database,
      'z_readings',
      `update z_readings set content = '${text}', hash = '${hash}'`,
    )
    const { data } = await clinic.asAdmin(cashContract.zReading, { params: { id } })
    expect(data).toMatchObject({ hash, actions: null, shifts: [{ opened_by: null, sellers: null, actions: null }] })
    expect(JSON.stringify(readingText(data, new Date()))).not.toMatch(/Opened by|Sold by|Till actions/)
    expect((await clinic.recount()).findings).toEqual([])
  })
})
