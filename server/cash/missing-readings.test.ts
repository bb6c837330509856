import { afterAll, beforeEach, expect, test } from 'vitest'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { errorOf, openCashClinic, type CashClinic } from './cash-fixture.ts'

let clinic: CashClinic
beforeEach(async () => {
  await clinic?.server.close()
  clinic = await openCashClinic()
})
afterAll(() => clinic?.server.close())

test('a terminal cannot be switched off until each of its days with shifts has a Z-reading', async () => {
  const body = { name: 'Back room', is_active: true }
  await clinic.asAdmin(cashManagementContract.createTerminal, { body })
  const shift = await clinic.open()
  await clinic.close(shift.id, 2000)
  const switchOff = () =>
    clinic.asAdmin(cashManagementContract.updateTerminal, {
      params: { id: clinic.terminal.id },
      body: { name: 'Front desk', is_active: false },
    })
  const refused = { status: 409, message: s.terminalDayNotClosed('November 21, 2026') }
  expect(await errorOf(switchOff())).toMatchObject(refused)
  await clinic.closeDay()
  expect((await switchOff()).data.is_active).toBe(false)
})

test('the check of the books reports a day before today whose shifts are closed and whose reading was never made, also of an inactive terminal', async () => {
  const shift = await clinic.open()
  clinic.at('2026-11-22T09:00:00+08:00')
  expect((await clinic.recount()).findings).toEqual([])
  clinic.at('2026-11-21T20:00:00+08:00')
  await clinic.close(shift.id, 2000)
  expect((await clinic.recount()).findings).toEqual([])
  clinic.at('2026-11-22T09:00:00+08:00')
  const neverMade = [s.readingNotMade('Front desk', 'Nov 21, 2026')]
  expect((await clinic.recount()).findings).toEqual(neverMade)
  await clinic.server.db.updateTable('terminals').set({ is_active: false }).execute()
  expect((await clinic.recount()).findings).toEqual(neverMade)
  await clinic.closeDay('2026-11-21')
  expect((await clinic.recount()).findings).toEqual([])
})
