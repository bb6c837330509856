import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { errorOf } from '#server/sales/till-fixture.ts'
import { createResource } from '#server/test/factories.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { refusalMessages } from '#shared/appointments/messages.ts'
import type { CancelReason } from '#shared/appointments/status.ts'
import { depositsContract } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reports } from '#shared/reports/reports.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { openDepositClinic, type DepositClinic } from './deposits-fixture.ts'

let clinic: DepositClinic
beforeEach(async () => {
  await clinic?.till.server.close()
  clinic = await openDepositClinic()
})
afterAll(() => clinic.till.server.close())

const change = (id: string, status: 'on-going' | 'completed' | 'cancelled', reason?: CancelReason) =>
  clinic.asCashier(appointmentsContract.updateStatus, { params: { id }, body: { status, ...(reason && { reason }) } })

const depositOf = async (appointmentId: string) =>
  (await clinic.asCashier(depositsContract.ofVisit, { params: { id: appointmentId } })).data!

describe('the last change of a visit', () => {
  const undo = (id: string) => clinic.asCashier(visitContract.undo, { params: { id }, body: {} })

  test('cannot be undone after its deposit was given back, kept or paid since', async () => {
    for (const outcome of ['returned', 'kept'] as const) {
      const paid = await clinic.paidDeposit(await clinic.newClient())
      await change(paid.visit.appointment_id, 'cancelled', 'clinic')
      await clinic.settle(paid.id, outcome)
      expect(await errorOf(undo(paid.visit.appointment_id))).toMatchObject({
        status: 409,
        message: refusalMessages.undoPaid,
      })
    }
    const client = await clinic.newClient()
    const { appointment_id } = await clinic.bookNext(client)
    await clinic.asCashier(appointmentsContract.updateStatus, {
      params: { id: appointment_id },
      body: { status: 'confirmed' },
    })
    await clinic.report(client, appointment_id, 'REF 8')
    await clinic.verify((await depositOf(appointment_id)).id)
    expect(await errorOf(undo(appointment_id))).toMatchObject({ status: 409, message: refusalMessages.undoPaid })
  })

  test('can be undone if its deposit was paid before this change', async () => {
    const paid = await clinic.paidDeposit(await clinic.newClient())
    clinic.at('2026-11-21T09:30:00+08:00')
    await change(paid.visit.appointment_id, 'cancelled', 'clinic')
    expect((await undo(paid.visit.appointment_id)).data).toMatchObject({ status: 'confirmed' })
  })
})

test('a request whose deposit is not paid still expires after staff have given it another room', async () => {
  const { appointment_id } = await clinic.book(await clinic.newClient())
  const room = await createResource(clinic.db, 'room', 'Room 2')
  const lapsesAt = async () =>
    (await clinic.db
      .selectFrom('appointments')
      .select('lapses_at')
      .where('id', '=', appointment_id)
      .executeTakeFirst())!.lapses_at
  const before = await lapsesAt()
  expect(before).not.toBeNull()
  const time = { appointment_date: '2026-11-24', appointment_time: '09:00:00' }
  const body = { appointment_id, ...time, room_id: room }
  await clinic.asCashier(appointmentsContract.reschedule, { params: { id: appointment_id }, body })
  expect(await lapsesAt()).toEqual(before)
  await clinic.asCashier(appointmentsContract.updateStatus, {
    params: { id: appointment_id },
    body: { status: 'confirmed' },
  })
  expect(await lapsesAt()).toBeNull()
})

describe('a visit that its client has cancelled in time', () => {
  /** Cancels a visit 24.5 hours before it begins, and voids the sale that has paid it 23.5 hours before. */
  async function cancelAndVoid() {
    const client = await clinic.newClient()
    const { appointment_id } = await clinic.book(client, '2026-11-22', '15:00:00')
    const { id } = await depositOf(appointment_id)
    await clinic.verify(id)
    const order = clinic.peelWithDeposit(client, id)
    const sale = await clinic.till.send({ ...order, appointment_id })
    clinic.at('2026-11-21T14:30:00+08:00')
    await change(appointment_id, 'cancelled', 'client')
    clinic.at('2026-11-21T15:20:00+08:00')
    await clinic.voidSale(sale)
    return appointment_id
  }

  test('still gives the client the deposit back after its sale was voided later', async () => {
    expect(await depositOf(await cancelAndVoid())).toMatchObject({ balance: 500, by_policy: 'returned' })
  })

  test('is not reported as cancelled late after its sale was voided later', async () => {
    await cancelAndVoid()
    const { data } = await clinic.asAdmin(reportsContract.read, {
      params: { report: 'visits-by-source' },
      querystring: { from: '2026-11-22', to: '2026-11-22' },
    })
    const keys = reports['visits-by-source'].columns.map(({ key }) => key)
    const [row] = data.rows.map((cells) => Object.fromEntries(keys.map((key, i) => [key, cells[i]])))
    expect(row).toMatchObject({ cancelled_client: 1, cancelled_late: 0 })
  })
})

test('a deposit that was not paid before its visit ended cannot be verified, and the message says whether the visit was cancelled or has taken place', async () => {
  const refusalAfter = async (end: (id: string) => Promise<unknown>) => {
    const appointment_id = await clinic.till.appointment(await clinic.newClient(), 'confirmed')
    const { data } = await clinic.asCashier(depositsContract.request, { body: { appointment_id, amount: 250 } })
    await end(appointment_id)
    return errorOf(clinic.verify(data.id))
  }
  const cancelled = await refusalAfter((id) => change(id, 'cancelled', 'clinic'))
  expect(cancelled).toMatchObject({ status: 409, message: s.visitCancelled })
  const completed = await refusalAfter(async (id) => {
    await change(id, 'on-going')
    await change(id, 'completed')
  })
  expect(completed).toMatchObject({ status: 409, message: s.visitCompleted })
  expect(await clinic.list('paid')).toEqual([])
})

test.each(['returned', 'kept'] as const)(
  'a deposit whose rest was %s pays nothing more; the sale that it has paid cannot be voided, which is said before an admin has to approve, and can be refunded from the next day',
  async (outcome) => {
    const client = await clinic.newClient('Rita Rest')
    const { id, payment } = await clinic.paidDeposit(client)
    const sale = await clinic.till.send(clinic.peelWithDeposit(client, id, 200))
    await clinic.settle(id, outcome, 300)
    const voided = { params: { id: sale.id }, body: { reason: 'Rung up twice' } }
    const refused = { status: 409, message: saleMessages.depositSettled(prepaidMessages.depositSale(payment!.number)) }
    for (const by of [clinic.asCashier, clinic.asAdmin])
      expect(await errorOf(by(salesContract.voidSale, voided))).toMatchObject(refused)
    expect(await clinic.till.error(clinic.peelWithDeposit(client, id, 100))).toMatchObject({
      status: 422,
      message: prepaidMessages.depositEmpty,
    })
    await clinic.close(clinic.shift.id, 3300)
    await clinic.closeDay()
    clinic.at('2026-11-22T09:00:00+08:00')
    await clinic.open(2000)
    const lines = [{ position: 1, quantity: 1 }]
    const body = { lines, total: 1500, method: 'cash' as const, reason: 'Rung up twice' }
    const key = { idempotencyKey: randomUUID() }
    const refund = await clinic.asAdmin(refundContract.refund, { params: { id: sale.id }, body }, key)
    expect(refund.data).toMatchObject({ total_after_discount: -1500 })
    expect(await clinic.wrongBalances()).toEqual([])
  },
)
