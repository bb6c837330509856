import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { errorOf } from '#server/sales/till-fixture.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { ownedPackagesContract } from '#shared/prepaid/owned-packages-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { openPackageClinic, type PackageClinic } from './packages-fixture.ts'

let clinic: PackageClinic
beforeEach(async () => {
  await clinic?.till.server.close()
  clinic = await openPackageClinic()
})
afterAll(() => clinic.till.server.close())

const owned = async ({ clientId } = clinic.till.client) =>
  (await clinic.asCashier(ownedPackagesContract.ofClient, { params: { id: clientId! } })).data
const voidSale = (id: string) =>
  clinic.asAdmin(salesContract.voidSale, { params: { id }, body: { reason: 'Wrong client' } })
const extend = (id: string, expires_on: CivilDate, reason = 'Was in hospital') =>
  clinic.asAdmin(ownedPackagesContract.extend, {
    params: { id },
    body: { expires_on, reason },
  })
const transfer = (id: string, user_id: string = clinic.till.otherClient.id) =>
  clinic.asCashier(ownedPackagesContract.transfer, { params: { id }, body: { user_id } })
const sellFor = async (months: number, more: Parameters<PackageClinic['offer']>[0] = {}) =>
  clinic.sellPackage(await clinic.offer({ validity: 'sale', validity_months: months, ...more }))

test('all packages of a client, including used-up ones, are listed newest first, with their remaining sessions and each use', async () => {
  const one = { service_id: clinic.till.catalogue.serviceId, sessions: 1 }
  const single = await clinic.sellPackage(await clinic.offer({ name: 'One Peel', price: 900, services: [one] }))
  clinic.at('2026-11-21T11:00:00+08:00')
  const sold = await sellFor(6)
  const voided = await clinic.till.send(clinic.session(sold))
  await voidSale(voided.id)
  clinic.at('2026-11-21T12:00:00+08:00')
  await clinic.till.send(clinic.session(sold, 1))
  await clinic.till.send(clinic.session(single))
  const [first, second, ...others] = await owned()
  expect(others).toEqual([])
  expect(first).toMatchObject({ id: sold.id, can_be_extended: true, is_refunded: false })
  expect(first!.services[0]!.left).toHaveLength(4)
  const use = { date: '2026-11-21', service_name: 'Diamond peel' }
  expect(first!.uses).toHaveLength(3)
  expect(first!.uses[0]).toEqual({ kind: 'used', ...use })
  expect(first!.uses.map(({ kind }) => kind).toSorted()).toEqual(['given_back', 'used', 'used'])
  expect(second).toMatchObject({ id: single.id, balance: 0, services: [{ left: [] }], can_be_extended: false })
  expect(await owned(clinic.till.otherClient)).toEqual([])
})

describe('an admin who extends packages', () => {
  test('can give an expired package a later last day; its sessions can be used until that day, and the log says why', async () => {
    const sold = await sellFor(1)
    expect(sold.expires_on).toBe('2026-12-21')
    // Sets back the last day as if the package had been sold earlier, because the clinic refuses a clock that jumps by
    // months.
    await clinic.till.server.db
      .updateTable('sold_packages')
      .set({ expires_on: '2026-11-25' })
      .where('account_id', '=', sold.id)
      .execute()
    await clinic.beginDay('2026-12-01')
    expect((await clinic.till.error(clinic.session(sold))).status).toBe(409)
    const { data } = await extend(sold.id, '2026-12-05')
    expect(data).toMatchObject({ expires_on: '2026-12-05', is_expired: false })
    expect((await lastLogEntry(clinic.till.server.db)).action).toBe(
      'Extended package Glow Package of Bianca Peña from Nov 25, 2026 to Dec 5, 2026: Was in hospital',
    )
    await clinic.till.send(clinic.session(sold))
    clinic.at('2026-12-06T10:00:00+08:00')
    expect((await clinic.till.error(clinic.session(sold, 1))).message).toBe(s.expired('Glow Package', 'Dec 5, 2026'))
  })

  test('cannot extend a package without a reason, to a day in the past or not after the present last day, nor a package without a last day', async () => {
    const sold = await sellFor(1)
    const refused = async (id: string, day: CivilDate, reason?: string) => errorOf(extend(id, day, reason))
    expect((await refused(sold.id, '2027-02-01', ' ')).errors).toEqual({ reason: [s.extendReasonRequired] })
    expect((await refused(sold.id, '2026-12-21')).errors).toEqual({ expires_on: [s.extendLater('Dec 21, 2026')] })
    clinic.at('2027-01-10T10:00:00+08:00')
    expect((await refused(sold.id, '2027-01-09')).errors).toEqual({ expires_on: [s.extendPast] })
    clinic.at('2026-11-21T13:00:00+08:00')
    const unlimited = await clinic.sellPackage(await clinic.offer())
    expect(await refused(unlimited.id, '2027-02-01')).toMatchObject({ status: 409, message: s.notBegun })
    expect((await refused(randomUUID(), '2027-02-01')).status).toBe(404)
    expect(await owned()).toMatchObject([{ expires_on: null }, { expires_on: '2026-12-21' }])
  })

  test('extends a package that is valid from its first use, and the package keeps the new last day if that use is voided', async () => {
    const sold = await clinic.sellPackage(await clinic.offer({ validity: 'first_use', validity_months: 1 }))
    const first = await clinic.till.send(clinic.session(sold))
    await extend(sold.id, '2027-06-30')
    await voidSale(first.id)
    expect(await owned()).toMatchObject([{ expires_on: '2027-06-30' }])
  })
})

describe('a transferable package', () => {
  test('is given to another client with its remaining sessions, and only the new owner can use them from then on', async () => {
    const { client, otherClient, send, error } = clinic.till
    const sold = await sellFor(6, { is_transferable: true })
    await send(clinic.session(sold))
    await transfer(sold.id)
    expect(await owned()).toEqual([])
    expect(await owned(otherClient)).toMatchObject([{ id: sold.id, balance: 4000, uses: [{ kind: 'used' }] }])
    expect((await lastLogEntry(clinic.till.server.db)).action).toBe(
      `Gave package Glow Package of ${client.name} to ${otherClient.name}`,
    )
    expect((await error(clinic.session(sold, 1))).message).toBe(s.sessionUnknown)
    await send({ ...clinic.session(sold, 1), user_id: otherClient.id, customer_name: otherClient.name })
    expect(await clinic.wrongBalances()).toEqual([])
  })

  test('cannot be given to its own client or an unknown one, nor once it is used up; other packages cannot be given away at all', async () => {
    const fixed = await sellFor(6)
    expect(await errorOf(transfer(fixed.id))).toMatchObject({ status: 409, message: s.notTransferable })
    const one = { service_id: clinic.till.catalogue.serviceId, sessions: 1 }
    const sold = await sellFor(6, { name: 'One Peel', price: 900, services: [one], is_transferable: true })
    expect((await errorOf(transfer(sold.id, clinic.till.client.id))).errors).toEqual({ user_id: [s.sameClient] })
    expect((await errorOf(transfer(sold.id, randomUUID()))).errors).toEqual({ user_id: [s.clientRequired] })
    await clinic.till.send(clinic.session(sold))
    expect(await errorOf(transfer(sold.id))).toMatchObject({ status: 409, message: s.usedUp })
    expect(await owned()).toHaveLength(2)
  })

  test('that is given away while a sale uses one of its sessions never has a session that both owners can use', async () => {
    const sold = await sellFor(6, { is_transferable: true })
    const [sale] = await Promise.allSettled([clinic.till.send(clinic.session(sold)), transfer(sold.id)])
    const [{ services }] = (await owned(clinic.till.otherClient)) as [Awaited<ReturnType<typeof owned>>[number]]
    expect(services[0]!.left).toHaveLength(sale.status === 'fulfilled' ? 4 : 5)
    expect(await clinic.wrongSessions()).toEqual([])
    expect(await clinic.wrongBalances()).toEqual([])
  })
})

describe('the validity of a package', () => {
  test('whose validity starts with the sale can be used until midnight of its last day in Manila, and not afterwards', async () => {
    const sold = await clinic.sellPackage(await clinic.offer({ validity: 'sale', validity_months: 1 }))
    expect(sold).toMatchObject({ expires_on: '2026-12-21', is_expired: false })
    await clinic.beginDay('2026-12-21')
    clinic.at('2026-12-21T23:59:00+08:00')
    await clinic.till.send(clinic.session(sold))
    clinic.at('2026-12-22T00:01:00+08:00')
    expect(await clinic.till.error(clinic.session(sold, 1))).toMatchObject({
      status: 409,
      message: s.expired('Glow Package', 'Dec 21, 2026'),
    })
    expect(await clinic.openPackages()).toMatchObject([{ is_expired: true }])
  })

  test('whose validity starts with the first use has a last day from the first use on, and none again if the first use is voided', async () => {
    const sold = await clinic.sellPackage(await clinic.offer({ validity: 'first_use', validity_months: 3 }))
    expect(sold.expires_on).toBeNull()
    const first = await clinic.till.send(clinic.session(sold))
    expect(await clinic.openPackages()).toMatchObject([{ expires_on: '2027-02-21' }])
    await voidSale(first.id)
    expect(await clinic.openPackages()).toEqual([sold])
  })
})
