import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { errorOf } from '#server/sales/till-fixture.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { cashMessages } from '#shared/cash/messages.ts'
import { ownedPackagesContract } from '#shared/prepaid/owned-packages-contract.ts'
import type { SoldPackage } from '#shared/prepaid/package-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reports } from '#shared/reports/reports.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { openPackageClinic, type PackageClinic } from './packages-fixture.ts'

let clinic: PackageClinic
beforeEach(async () => {
  await clinic?.till.server.close()
  clinic = await openPackageClinic({ poolSize: 10 })
})
afterAll(() => clinic.till.server.close())

const refund = (id: string, amount: number, reason = 'Moves abroad', key: string = randomUUID()) =>
  clinic.asAdmin(ownedPackagesContract.refund, { params: { id }, body: { amount, reason } }, { idempotencyKey: key })
const owned = async () =>
  (await clinic.asCashier(ownedPackagesContract.ofClient, { params: { id: clinic.till.client.clientId! } })).data
const ownedById = async (id: string) => (await owned()).find((one) => one.id === id)!
/**
 * Sells the package of five peels for ₱5,000 and uses some of the sessions; a peel costs ₱1,500 without the package.
 */
async function sellAndUse(sessions: number, more: Parameters<PackageClinic['sellPackage']>[1] = {}) {
  const sold = await clinic.sellPackage(
    await clinic.offer({ validity: 'sale', validity_months: 6, is_transferable: true }),
    more,
  )
  for (let n = 0; n < sessions; n++) await clinic.till.send(clinic.session(sold, n))
  return sold
}
const expectedCash = async () => (await clinic.x(clinic.shift.id)).shifts[0]!.expected
const payOuts = async () =>
  clinic.till.server.db
    .selectFrom('cash_movements')
    .select(['amount_centavos', 'reason'])
    .where('kind', '=', 'out')
    .execute()
const entriesOf = async ({ id }: SoldPackage) =>
  (
    await clinic.till.server.db
      .selectFrom('prepaid_entries')
      .select(['kind', 'amount_centavos'])
      .where('account_id', '=', id)
      .orderBy('position')
      .execute()
  ).map(({ kind, amount_centavos }) => [kind, amount_centavos / 100])
async function reportTotals(report: 'money-paid-ahead' | 'money-paid-ahead-by-client') {
  const day = { from: '2026-11-21', to: '2026-11-21' } as const
  const { data } = await clinic.asAdmin(reportsContract.read, { params: { report }, querystring: day })
  return Object.fromEntries(reports[report].columns.map(({ key }, i) => [key, data.totals[i]]))
}

describe('the refund of a package', () => {
  test('pays back the price of the package minus the normal price of the used sessions; the clinic keeps the rest of the balance, and reports, readings and the drawer show the same amounts', async () => {
    const sold = await sellAndUse(1)
    expect((await ownedById(sold.id)).refund).toEqual({
      used: 1500,
      is_pro_rata: false,
      amount: 3500,
      method: 'cash',
    })
    const { data } = await refund(sold.id, 3500)
    expect(data).toMatchObject({ is_refunded: true, refunded: 3500, refund: null, balance: 0, can_be_extended: false })
    expect(await entriesOf(sold)).toEqual([
      ['sold', 5000],
      ['paid', -1000],
      ['void', -3500],
      ['kept', -500],
    ])
    expect(await payOuts()).toEqual([{ amount_centavos: 3500_00, reason: 'Refund of package 000001' }])
    expect(await expectedCash()).toBe(2000 + 5000 - 3500)
    for (const report of ['money-paid-ahead', 'money-paid-ahead-by-client'] as const)
      expect(await reportTotals(report)).toMatchObject({
        owed_before: 0,
        paid_in: 5000,
        used: 1000,
        voided: 3500,
        kept: 500,
        owed: 0,
      })
    expect((await clinic.x(clinic.shift.id)).card_sales).toMatchObject([
      { kind: 'sold', amount: 5000 },
      { kind: 'voided', count: 1, amount: 3500 },
    ])
    expect((await lastLogEntry(clinic.till.server.db)).action).toBe(
      'Refunded package Glow Package of Bianca Peña: gave ₱3,500.00 back and kept ₱500.00: Moves abroad',
    )
    expect(await clinic.wrongBalances()).toEqual([])
    await clinic.close(clinic.shift.id, 3500)
    await clinic.closeDay()
    expect((await clinic.recount()).findings).toEqual([])
  })

  test('ends the package: its sessions cannot be used, and it cannot be extended, given away or refunded again', async () => {
    const sold = await sellAndUse(1)
    await refund(sold.id, 3500)
    expect(await clinic.openPackages()).toEqual([])
    expect(await clinic.till.error(clinic.session(sold, 1))).toMatchObject({ status: 409, message: s.refunded })
    const params = { id: sold.id }
    const extension = { expires_on: '2027-12-31', reason: 'Was in hospital' } as const
    const { otherClient } = clinic.till
    for (const tryAgain of [
      () => clinic.asAdmin(ownedPackagesContract.extend, { params, body: extension }),
      () => clinic.asCashier(ownedPackagesContract.transfer, { params, body: { user_id: otherClient.id } }),
      () => refund(sold.id, 3500),
    ])
      expect(await errorOf(tryAgain())).toMatchObject({ status: 409, message: s.refunded })
    expect(await payOuts()).toHaveLength(1)
  })

  test('is never below zero: with nothing to give back there is no pay-out, and the clinic keeps the balance', async () => {
    const sold = await sellAndUse(4)
    await refund(sold.id, 0)
    expect((await entriesOf(sold)).at(-1)).toEqual(['kept', -1000])
    expect(await payOuts()).toEqual([])
    expect(await ownedById(sold.id)).toMatchObject({ refunded: 0, is_refunded: true })
    expect(await reportTotals('money-paid-ahead')).toMatchObject({ voided: 0, kept: 1000, owed: 0 })
  })

  test('deducts the shares of the used sessions where the clinic refunds pro rata', async () => {
    const { version } = (await clinic.asAdmin(paymentSettingsContract.read, {})).data
    const body = { methods: ['cash' as const, 'prepaid' as const], discount_limit: null, packages_pro_rata: true }
    const saved = await clinic.asAdmin(
      paymentSettingsContract.save,
      { body },
      { headers: { 'if-match': String(version) } },
    )
    expect(saved.data.packages_pro_rata).toBe(true)
    expect((await lastLogEntry(clinic.till.server.db)).action).toContain('refund packages pro rata')
    const sold = await sellAndUse(3)
    expect((await ownedById(sold.id)).refund).toMatchObject({ used: 3000, is_pro_rata: true, amount: 2000 })
    await refund(sold.id, 2000)
    expect((await entriesOf(sold)).slice(-1)).toEqual([['void', -2000]])
  })

  test('is refused with the new amount if a session was used after the screen showed the amount, and changes nothing', async () => {
    const sold = await sellAndUse(1)
    await clinic.till.send(clinic.session(sold, 1))
    const error = await errorOf(refund(sold.id, 3500))
    expect(error).toMatchObject({ status: 409, code: 'conflict', message: s.refundChanged('₱2,000.00') })
    expect(error.data).toMatchObject({ id: sold.id, refund: { amount: 2000 } })
    expect(await ownedById(sold.id)).toMatchObject({ is_refunded: false, balance: 3000 })
    expect(await payOuts()).toEqual([])
  })

  test('is refused without a reason, for an unknown or used-up package, and if the drawer holds less than the amount', async () => {
    const sold = await sellAndUse(0)
    expect((await errorOf(refund(sold.id, 5000, ' '))).errors).toEqual({ reason: [s.refundReasonRequired] })
    expect((await errorOf(refund(randomUUID(), 5000))).status).toBe(404)
    const one = { service_id: clinic.till.catalogue.serviceId, sessions: 1 }
    const single = await clinic.sellPackage(await clinic.offer({ name: 'One Peel', price: 900, services: [one] }))
    await clinic.till.send(clinic.session(single))
    expect(await errorOf(refund(single.id, 0))).toMatchObject({ status: 409, message: s.usedUp })
    const big = await clinic.sellPackage(await clinic.offer({ name: 'Big', price: 50_000 }))
    // The next shift begins with a float of ₱10,000.
    await clinic.beginDay('2026-11-22')
    expect(await errorOf(refund(big.id, 50_000))).toMatchObject({ status: 409, message: cashMessages.drawerHoldsLess })
    expect(await ownedById(big.id)).toMatchObject({ is_refunded: false, balance: 50_000 })
  })

  test('happens once: of two refunds at the same moment one is refused, and a repeated request is answered again', async () => {
    const sold = await sellAndUse(1)
    const key = randomUUID()
    const both = await Promise.allSettled([refund(sold.id, 3500, 'First', key), refund(sold.id, 3500, 'Second')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    if (both[0].status === 'fulfilled') expect(await refund(sold.id, 3500, 'First', key)).toEqual(both[0].value)
    expect(await payOuts()).toHaveLength(1)
    expect(await clinic.wrongBalances()).toEqual([])
  })

  test('and a sale that uses a session at the same moment: one of the two is refused', async () => {
    const sold = await sellAndUse(1)
    const [used, refunded] = await Promise.allSettled([
      clinic.till.send(clinic.session(sold, 1)),
      refund(sold.id, 3500),
    ])
    expect([used.status, refunded.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await ownedById(sold.id)).toMatchObject({
      is_refunded: refunded.status === 'fulfilled',
      balance: refunded.status === 'fulfilled' ? 0 : 3000,
    })
    expect(await clinic.wrongSessions()).toEqual([])
    expect(await clinic.wrongBalances()).toEqual([])
  })

  test('of the whole price allows another payment with the same reference number; a refund of a part does not', async () => {
    const offered = await clinic.offer()
    const byWallet = { method: 'gcash', reference_number: 'GC 1001' } as const
    const unused = await clinic.sellPackage(offered, byWallet)
    await refund(unused.id, 5000)
    expect(await payOuts()).toEqual([])
    const again = await clinic.sellPackage(offered, byWallet)
    await clinic.till.send(clinic.session(again))
    await refund(again.id, 3500)
    expect(await errorOf(clinic.sellPackage(offered, byWallet))).toMatchObject({
      status: 409,
      message: saleMessages.referenceTaken,
    })
  })
})
