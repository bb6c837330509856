import { afterAll, beforeEach, expect, test } from 'vitest'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashMessages as cash } from '#shared/cash/messages.ts'
import { documentsMessages as s } from '#shared/clinic/messages.ts'
import { errorOf, openCashClinic, type CashClinic } from './cash-fixture.ts'

let clinic: CashClinic
beforeEach(async () => {
  await clinic?.server.close()
  clinic = await openCashClinic()
})
afterAll(() => clinic.server.close())

const sold = async () =>
  Number(
    (
      await clinic.server.db
        .selectFrom('documents')
        .select(({ fn }) => fn.countAll().as('n'))
        .execute()
    )[0]!.n,
  )

/** Closes the terminal's day of November 21, on which there was a sale at 9 AM. */
async function closedDay() {
  const shift = await clinic.open(1000)
  await clinic.peel()
  await clinic.close(shift.id, 2500)
  await clinic.closeDay()
}

test.each([
  ['far ahead', '2031-08-05T09:00:00+08:00'],
  ['far behind', '2026-11-18T09:00:00+08:00'],
])(
  'no shift can be opened while the clock is %s, and the till can sell once the clock is right again',
  async (_how, wrong) => {
    await closedDay()
    clinic.at(wrong)
    const error = await errorOf(clinic.open())
    expect(error.status).toBe(409)
    expect(error.message).toMatch(/^The server’s clock shows .*, but the last entry in the books is of Nov 21, 2026/)
    clinic.at('2026-11-22T09:00:00+08:00')
    await clinic.open(1000)
    await clinic.peel()
    expect(await sold()).toBe(2)
  },
)

test('while the clock is far ahead during a shift, no sale, Z-reading, movement of cash or end of the shift is recorded', async () => {
  const shift = await clinic.open(1000)
  await clinic.peel()
  clinic.at('2036-11-21T09:00:00+08:00')
  const sale = await errorOf(clinic.peel())
  expect(sale.message).toContain(s.clockOff('Nov 21, 2036, 9:00 AM', 'Nov 21, 2026, 9:00 AM').slice(0, 60))
  for (const refused of [
    () => clinic.closeDay(),
    () => clinic.move(shift.id, 'out', 100),
    () => clinic.close(shift.id, 2500),
    () => clinic.asOther(cashContract.joinShift, { params: { id: shift.id } }),
  ])
    expect(await errorOf(refused())).toMatchObject({ status: 409, message: sale.message })
  expect(await sold()).toBe(1)
  for (const table of ['z_readings', 'cash_movements'] as const)
    expect(await clinic.server.db.selectFrom(table).select('id').execute()).toEqual([])
  clinic.at('2026-11-21T18:00:00+08:00')
  expect(await clinic.close(shift.id, 2500)).toMatchObject({ state: 'closed', difference: 0 })
  expect((await clinic.x(shift.id)).shifts[0]!.closed_at).toBe('2026-11-21T18:00:00+08:00')
})

test('a shift cannot be closed at a time before it was opened; the refusal names the clock, and the shift closes once the clock is right', async () => {
  const shift = await clinic.open(1000)
  clinic.at('2026-11-20T18:00:00+08:00')
  expect(await errorOf(clinic.close(shift.id, 1000))).toMatchObject({ status: 409, message: cash.closedBeforeOpened })
  clinic.at('2026-11-21T18:00:00+08:00')
  expect(await clinic.close(shift.id, 1000)).toMatchObject({ state: 'closed', difference: 0 })
})

test('after a break of months no shift can be opened until an admin confirms the date of the clock, which is logged', async () => {
  await closedDay()
  clinic.at('2027-03-01T09:00:00+08:00')
  await errorOf(clinic.open())
  expect((await clinic.asAdmin(documentsContract.clock, {})).data.problem).toBe('ahead')
  const other = await errorOf(clinic.asAdmin(documentsContract.acceptClock, { body: { date: '2027-02-28' } }))
  expect(other).toMatchObject({ status: 409, message: s.clockMoved })
  await clinic.asAdmin(documentsContract.acceptClock, { body: { date: '2027-03-01' } })
  expect((await lastLogEntry(clinic.server.db)).action).toBe(
    'Accepted the server’s clock: Mar 1, 2027, 9:00 AM, after Nov 21, 2026, 9:00 AM',
  )
  await clinic.open(1000)
  await clinic.peel()
  expect((await clinic.asAdmin(documentsContract.clock, {})).data.problem).toBeNull()
})

test('a shift opened on a wrong future date that an admin had accepted stays open until that date, and the clinic sells on another terminal meanwhile', async () => {
  const accept = (date: string) => clinic.asAdmin(documentsContract.acceptClock, { body: { date } })
  clinic.at('2026-12-21T09:00:00+08:00')
  await accept('2026-12-21')
  const shift = await clinic.open(1000)
  await clinic.peel()
  clinic.at('2026-11-21T10:00:00+08:00')
  await accept('2026-11-21')
  expect((await errorOf(clinic.close(shift.id, 2500))).message).toBe(cash.closedBeforeOpened)
  const other = { name: 'Second desk', is_active: true }
  const { id } = (await clinic.asAdmin(cashManagementContract.createTerminal, { body: other })).data
  const today = await clinic.open(0, id)
  await clinic.till.send({ ...clinic.till.order([clinic.till.peel()]), terminal_id: id })
  await clinic.close(today.id, 1500)
  await clinic.closeDay('2026-11-21', id)
  clinic.at('2026-12-21T10:00:00+08:00')
  await accept('2026-12-21')
  await clinic.close(shift.id, 2500)
  await clinic.closeDay('2026-12-21')
  expect((await clinic.recount()).findings).toEqual([])
})
