import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { lastLogEntry, logEntries } from '#server/test/log-entries.ts'
import { periodMessages } from '#shared/lib/messages.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { movementContract } from '#shared/cash/movement-contract.ts'
import { tillActionsContract } from '#shared/cash/till-actions-contract.ts'
import { csvReader } from '#shared/lib/csv.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { errorOf, openCashClinic, type CashClinic } from './cash-fixture.ts'

let clinic: CashClinic
beforeEach(async () => {
  clinic = await openCashClinic()
})
afterEach(() => clinic.server.close())

type Action = Input<typeof tillActionsContract.record>['body']['actions'][number]
const deleted = (more: Partial<Action> = {}): Action => ({
  id: randomUUID(),
  kind: 'line_deleted',
  description: '2 × Diamond Peel',
  amount: 3000,
  cashier_id: clinic.till.cashier.id,
  seconds_ago: 0,
  ...more,
})
const dropped = (more: Partial<Action> = {}) => deleted({ kind: 'order_dropped', amount: 1500.5, ...more })
const opened = (more: Partial<Action> = {}) =>
  deleted({ kind: 'drawer_opened', amount: 0, description: 'Change for a client', ...more })

const report = (actions: Action[], terminal_id: string | null = clinic.terminal.id, call = clinic.asCashier) =>
  call(tillActionsContract.record, { body: { terminal_id, actions } })
const rows = () => clinic.server.db.selectFrom('till_actions').selectAll().orderBy('acted_at').orderBy('id').execute()
const list = (querystring: Input<typeof movementContract.tillActions>['querystring'] = {}) =>
  clinic.asAdmin(movementContract.tillActions, { querystring })

describe('a till action that a till reports', () => {
  test('is stored once with terminal, shift, cashier, time, kind and amount, however often it is sent', async () => {
    const shift = await clinic.open()
    const actions = [deleted({ seconds_ago: 60 }), dropped(), opened()]
    await report(actions.slice(0, 1))
    await report(actions)
    await report(actions)
    expect(await rows()).toHaveLength(3)
    expect((await rows())[0]).toMatchObject({
      id: actions[0]!.id,
      terminal_id: clinic.terminal.id,
      shift_id: shift.id,
      kind: 'line_deleted',
      description: '2 × Diamond Peel',
      amount_centavos: 300_000,
      acted_at: new Date(clinic.server.clock.now.getTime() - 60_000),
      acted_by: clinic.till.cashier.id,
      acted_by_name: clinic.till.cashier.name,
      received_at: clinic.server.clock.now,
    })
    const logged = (await logEntries(clinic.server.db, { subject_id: shift.id })).slice(1)
    expect(logged.map(({ action }) => action)).toEqual([
      'Deleted 1 line of ₱3,000.00 from an order on Front desk',
      'Abandoned an order of ₱1,500.50 on Front desk',
      'Opened the drawer without a sale on Front desk',
    ])
  })

  test('belongs to the shift in which it happened, or to the open shift if the day of that shift is already closed', async () => {
    const morning = await clinic.open(0)
    clinic.at('2026-11-21T12:00:00+08:00')
    await clinic.close(morning.id, 0)
    clinic.at('2026-11-21T12:30:00+08:00')
    const afternoon = await clinic.open(0)
    await report([deleted({ seconds_ago: 3600 }), dropped()])
    expect((await rows()).map(({ shift_id }) => shift_id)).toEqual([morning.id, afternoon.id])
    await clinic.close(afternoon.id, 0)
    await clinic.closeDay()
    clinic.at('2026-11-22T09:00:00+08:00')
    await report([deleted({ seconds_ago: 75_000 })])
    expect((await rows()).map(({ shift_id }) => shift_id)).toEqual([morning.id, null, afternoon.id])
    const next = await clinic.open(0)
    await report([deleted({ seconds_ago: 74_000 })])
    expect((await rows()).map(({ shift_id }) => shift_id)).toEqual([morning.id, null, next.id, afternoon.id])
    const late = sql`insert into till_actions select ${randomUUID()}::uuid, branch_id, terminal_id, shift_id, kind,
      description, amount_centavos, acted_at, acted_by, acted_by_name, received_at, received_from, received_from_name
      from till_actions where shift_id = ${morning.id}`
    await expect(late.execute(clinic.server.db)).rejects.toMatchObject({ constraint: 'till_actions__open_day' })
  })

  test('after the last shift of a day belongs to that shift until the day is closed, so that the Z-reading includes it', async () => {
    const morning = await clinic.open(0)
    clinic.at('2026-11-21T12:00:00+08:00')
    await clinic.close(morning.id, 0)
    clinic.at('2026-11-21T12:30:00+08:00')
    const last = await clinic.open(0)
    clinic.at('2026-11-21T18:00:00+08:00')
    await clinic.close(last.id, 0)
    clinic.at('2026-11-21T18:10:00+08:00')
    await report([dropped({ seconds_ago: 300 })])
    expect(await rows()).toMatchObject([{ shift_id: last.id }])
    const z = await clinic.closeDay()
    expect(z.actions).toContainEqual({ kind: 'order_dropped', count: 1, amount: 1500.5 })
    await report([dropped({ seconds_ago: 60 })])
    expect((await rows())[1]).toMatchObject({ shift_id: null })
    expect((await clinic.recount()).findings).toEqual([])
  })

  test('is stored and logged once when one report contains it twice', async () => {
    const shift = await clinic.open()
    const action = deleted()
    await report([action, opened(), { ...action, amount: 1 }])
    expect(await rows()).toHaveLength(2)
    const logged = (await logEntries(clinic.server.db, { subject_id: shift.id })).slice(1)
    expect(logged.map(({ action: text }) => text)).toEqual([
      'Deleted 1 line of ₱3,000.00 from an order on Front desk',
      'Opened the drawer without a sale on Front desk',
    ])
  })

  test('belongs to the colleague whom the request names only if this colleague opened, joined or sold in the shift, and otherwise to the person who sends the request', async () => {
    const { cashier, otherCashier } = clinic.till
    const actorOf = async (action: Action) => {
      await report([action])
      const row = clinic.server.db.selectFrom('till_actions').select('acted_by').where('id', '=', action.id)
      return (await row.executeTakeFirstOrThrow()).acted_by
    }
    const others = () => deleted({ cashier_id: otherCashier.id })
    expect(await actorOf(others())).toBe(cashier.id)
    const shift = await clinic.open()
    expect(await actorOf(others())).toBe(cashier.id)
    await clinic.asOther(cashContract.joinShift, { params: { id: shift.id } })
    expect(await actorOf(others())).toBe(otherCashier.id)
    await clinic.close(shift.id, 2000)
    clinic.at('2026-11-21T12:30:00+08:00')
    await clinic.open()
    expect(await actorOf(others())).toBe(cashier.id)
    const body = clinic.till.order([clinic.till.peel()])
    await clinic.asOther(salesContract.checkout, { body }, { idempotencyKey: randomUUID() })
    expect(await actorOf(others())).toBe(otherCashier.id)
  })

  test('belongs to the cashier who did it, even if it is sent after a colleague has logged in, and to the person who sends it if the named person is not a cashier', async () => {
    await clinic.open()
    const client = await createUser(clinic.server.db, 'client')
    await report([deleted({ seconds_ago: 2 }), deleted({ seconds_ago: 1 })], clinic.terminal.id, clinic.asOther)
    expect((await lastLogEntry(clinic.server.db)).action).toBe(
      `Deleted 2 lines from orders, ₱6,000.00 in total on Front desk, done by ${clinic.till.cashier.name}`,
    )
    await report([opened({ cashier_id: client.id })], clinic.terminal.id, clinic.asOther)
    expect(await rows()).toMatchObject([
      { acted_by: clinic.till.cashier.id, received_from: clinic.till.otherCashier.id },
      { acted_by: clinic.till.cashier.id, received_from: clinic.till.otherCashier.id },
      { acted_by: clinic.till.otherCashier.id, received_from: clinic.till.otherCashier.id },
    ])
  })

  test('has no terminal if the device has chosen none of two, and the only terminal if there is just one', async () => {
    await clinic.open()
    await report([deleted()], null)
    expect(await rows()).toMatchObject([{ terminal_id: clinic.terminal.id }])
    await clinic.asAdmin(cashManagementContract.createTerminal, { body: { name: 'Back', is_active: true } })
    await report([deleted({ id: '00000000-0000-4000-8000-000000000001', seconds_ago: 9 })], null)
    expect((await rows())[0]).toMatchObject({ terminal_id: null, shift_id: null })
    expect((await list()).data.at(-1)).toMatchObject({ terminal_name: null, amount: 3000 })
  })

  test('is refused if its terminal does not exist or its data are invalid, such as an opening of the drawer without a reason; nothing is stored', async () => {
    await clinic.open()
    expect(await errorOf(report([deleted()], randomUUID()))).toMatchObject({
      status: 404,
      message: s.terminalNotFound,
    })
    expect((await errorOf(report([opened({ amount: 1 })]))).errors).toEqual({
      'actions.0.amount': [s.openingWithoutAmount],
    })
    const tooOld = deleted({ seconds_ago: 31 * 86_400 + 1 })
    for (const wrong of [opened({ description: ' ' }), deleted({ amount: -1 }), deleted({ seconds_ago: -1 }), tooOld])
      expect((await errorOf(report([wrong]))).status).toBe(422)
    expect((await errorOf(report([]))).status).toBe(422)
    expect(await rows()).toEqual([])
  })

  test('can be neither changed nor removed', async () => {
    await clinic.open()
    await report([deleted()])
    for (const change of [sql`update till_actions set amount_centavos = 0`, sql`delete from till_actions`])
      await expect(change.execute(clinic.server.db)).rejects.toThrow(/till_actions|append/)
    expect(await rows()).toHaveLength(1)
  })
})

/** The rows of an exported CSV. */
async function csvOf(url: string): Promise<string[][]> {
  const headers = { authorization: `Bearer ${clinic.admin.token}` }
  const answer = await clinic.server.app.inject({ url, headers })
  expect(answer.statusCode).toBe(200)
  return csvReader().push(answer.body)
}

describe('the owner’s list of till actions', () => {
  beforeEach(async () => {
    await clinic.open()
    clinic.at('2026-11-20T10:00:00+08:00')
    await report([deleted()])
    clinic.at('2026-11-21T10:00:00+08:00')
    await report([deleted({ amount: 0.01 }), dropped()])
    await report([opened({ cashier_id: clinic.till.otherCashier.id })], null, clinic.asOther)
  })

  test('is filtered by days in Manila, cashier and kind, with the count and sum of each kind', async () => {
    const all = await list()
    expect(all.total).toBe(4)
    expect(all.summary.kinds).toEqual([
      { kind: 'line_deleted', count: 2, amount: 3000.01 },
      { kind: 'order_dropped', count: 1, amount: 1500.5 },
      { kind: 'drawer_opened', count: 1, amount: 0 },
    ])
    const { cashier, otherCashier } = clinic.till
    expect(all.summary.cashiers).toHaveLength(2)
    expect(all.summary.cashiers).toContainEqual({ id: otherCashier.id, name: otherCashier.name })
    const today = { from: '2026-11-21', to: '2026-11-21' }
    expect((await list(today)).total).toBe(3)
    expect((await list({ ...today, cashier_id: cashier.id })).total).toBe(2)
    const lines = await list({ ...today, cashier_id: cashier.id, kind: 'line_deleted' })
    expect(lines.data).toMatchObject([{ acted_by: cashier.name, amount: 0.01, terminal_name: 'Front desk' }])
    expect((await list({ per_page: 1, page: 2 })).data).toHaveLength(1)
    expect(await errorOf(list({ from: '2026-11-21' }))).toMatchObject({
      status: 422,
      message: periodMessages.bothDates,
    })
  })

  test('is filtered and sorted by the time of receipt, so that a wrong clock of a device hides nothing', async () => {
    clinic.at('2026-11-22T10:00:00+08:00')
    await report([deleted({ seconds_ago: 31 * 86_400, description: 'Wrong clock' })])
    const found = await list({ from: '2026-11-22', to: '2026-11-22' })
    expect(found.data).toMatchObject([{ description: 'Wrong clock', acted_at: '2026-10-22T10:00:00+08:00' }])
    expect((await list()).data[0]).toEqual(found.data[0])
  })

  test('is exported as CSV with a total row, and the export is logged', async () => {
    const [heading, ...cells] = await csvOf('/api/cash/till-actions/export.csv?kind=line_deleted')
    expect(heading).toHaveLength(9)
    expect(cells.map((row) => row[4])).toEqual(['0.01', '3000.00', '3000.01'])
    expect(cells.at(-1)!.slice(0, 2)).toEqual(['Total', '2'])
    expect((await lastLogEntry(clinic.server.db)).action).toBe('Exported 2 rows of till actions')
  })
})

test('cash movements are filtered by days, cashier and kind, summed by kind, and exported as CSV with their sums', async () => {
  const shift = await clinic.open(5000)
  await clinic.move(shift.id, 'in', 300.5, 'Small notes')
  await clinic.move(shift.id, 'out', 100)
  await clinic.move(shift.id, 'drop', 1000, 'BPI 7')
  clinic.at('2026-11-22T00:00:00+08:00')
  await clinic.move(shift.id, 'out', 50)
  const movements = (querystring: Input<typeof movementContract.movements>['querystring']) =>
    clinic.asAdmin(movementContract.movements, { querystring })
  expect((await movements({})).summary.sums).toEqual({ in: 300.5, out: 150, drop: 1000 })
  const first = await movements({ from: '2026-11-21', to: '2026-11-21' })
  expect(first).toMatchObject({ total: 3, summary: { sums: { out: 100 } } })
  expect((await movements({ kind: 'out' })).total).toBe(2)
  expect((await movements({ cashier_id: clinic.till.otherCashier.id })).total).toBe(0)
  expect(first.summary.cashiers).toEqual([{ id: clinic.till.cashier.id, name: clinic.till.cashier.name }])
  const rowsOfFile = await csvOf('/api/cash/movements/export.csv?from=2026-11-21&to=2026-11-21')
  expect(rowsOfFile.at(-1)!.slice(0, 5)).toEqual(['Total', '3', '300.50', '100.00', '1000.00'])
  expect(rowsOfFile.flat()).toContain('Small notes')
  expect((await lastLogEntry(clinic.server.db)).action).toBe(
    'Exported 3 rows of cash movements from 2026-11-21 to 2026-11-21',
  )
})
