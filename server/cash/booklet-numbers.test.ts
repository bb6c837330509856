import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInvoicer } from '#server/sales/invoice-fixture.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { errorOf, openCashClinic, type CashClinic } from './cash-fixture.ts'

let clinic: CashClinic
beforeAll(async () => {
  clinic = await openCashClinic()
  await (await openInvoicer(clinic.server)).setUp({ mode: 'booklet' })
})
afterAll(() => clinic.server.close())

test('a shift closes only when each order slip has its invoice number or is voided; later no invoice number can be changed', async () => {
  const shift = await clinic.open(1000)
  const numbered = await clinic.peel()
  const voided = await clinic.peel()
  const enter = (id: string, booklet_number: string) =>
    clinic.asCashier(salesContract.enterBookletNumber, { params: { id }, body: { booklet_number } })
  const missing = async () =>
    (await clinic.asCashier(salesContract.withoutBookletNumber, { querystring: { shift_id: shift.id } })).data
  const refusal = await errorOf(clinic.close(shift.id, 4000))
  expect([refusal.status, refusal.message]).toEqual([409, s.bookletNumbersMissing])
  expect((await missing()).map(({ id }) => id)).toEqual([numbered.id, voided.id])
  await enter(numbered.id, 'A-1')
  expect((await errorOf(clinic.close(shift.id, 4000))).message).toBe(s.bookletNumbersMissing)
  await clinic.voidSale(voided)
  expect(await missing()).toEqual([])
  await enter(numbered.id, 'A-2')
  expect(await clinic.close(shift.id, 2500)).toMatchObject({ state: 'closed', expected: 2500 })
  const late = await errorOf(enter(numbered.id, 'A-3'))
  expect([late.status, late.message]).toEqual([409, saleMessages.bookletShiftClosed])
})
