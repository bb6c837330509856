import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { packagesContract } from '#shared/prepaid/package-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { openPackageClinic, type PackageClinic } from './packages-fixture.ts'

let clinic: PackageClinic
beforeEach(async () => {
  await clinic?.till.server.close()
  clinic = await openPackageClinic()
})
afterAll(() => clinic.till.server.close())

const daily = async () => (await clinic.asCashier(salesContract.dailySales, {})).data
const voidSale = (id: string) =>
  clinic.asAdmin(salesContract.voidSale, { params: { id }, body: { reason: 'Wrong client' } })
const leftOf = async () => (await clinic.openPackages()).map(({ services }) => services.map(({ left }) => left.length))

describe('an offered package', () => {
  test('is added and changed with its services, and a stale form is refused with the newer values', async () => {
    const added = await clinic.offer({ validity: 'sale', validity_months: 6 })
    expect(added).toMatchObject({
      name: 'Glow Package',
      price: 5000,
      services: [{ service_name: 'Diamond peel', sessions: 5, price: 1500 }],
      version: 1,
    })
    const { id, version: _, services, ...fields } = added
    const body = {
      ...fields,
      price: 5500,
      services: [
        { service_id: clinic.till.catalogue.otherServiceId, sessions: 1 },
        ...services.map(({ service_id }) => ({ service_id, sessions: 3 })),
      ],
    }
    const save = (version: number) =>
      clinic.asAdmin(packagesContract.save, { params: { id }, body }, { headers: { 'if-match': String(version) } })
    expect((await save(1)).data).toMatchObject({ price: 5500, version: 2 })
    const { data, services: choices } = await clinic.asCashier(packagesContract.list, {})
    expect(data[0]!.services.map(({ service_name, sessions }) => [service_name, sessions])).toEqual([
      ['Hydra glow', 1],
      ['Diamond peel', 3],
    ])
    expect(choices.map(({ name }) => name)).toContain('Carbon peel')
    expect(await errorOf(save(1))).toMatchObject({ status: 409, message: s.stale })
    expect((await lastLogEntry(clinic.till.server.db)).action).toBe('Saved package Glow Package for ₱5,500.00')
  })

  test('is refused without a name, a price, a service or the months of its validity, and with a service twice', async () => {
    const refused = async (more: Parameters<PackageClinic['offer']>[0]) => (await errorOf(clinic.offer(more))).errors
    const peel = { service_id: clinic.till.catalogue.serviceId, sessions: 60 }
    expect(await refused({ name: ' ' })).toEqual({ name: [s.nameRequired] })
    expect(await refused({ price: 0 })).toEqual({ price: [s.priceRequired] })
    expect(await refused({ services: [] })).toEqual({ services: [s.servicesRequired] })
    expect(await refused({ services: [peel, { ...peel, sessions: 1 }] })).toEqual({
      'services.1.service_id': [s.serviceTwice],
    })
    const glow = { ...peel, service_id: clinic.till.catalogue.otherServiceId }
    expect(await refused({ services: [peel, glow] })).toEqual({ 'services.0.sessions': [s.tooManySessions] })
    expect(await refused({ services: [{ ...peel, service_id: randomUUID() }] })).toEqual({
      'services.0.service_id': [s.serviceUnknown],
    })
    expect(await refused({ validity: 'sale' })).toEqual({ validity_months: [s.monthsRequired] })
  })
})

describe('a sold package', () => {
  test('does not change the sales of the day: its cash is a pay-in of the shift, and the client can use all its sessions', async () => {
    const before = await daily()
    const offered = await clinic.offer()
    const sold = await clinic.sellPackage(offered, { received: 6000 })
    expect(sold).toMatchObject({ name: 'Glow Package', price: 5000, balance: 5000, number: 1, expires_on: null })
    expect(sold.services).toMatchObject([{ service_name: 'Diamond peel', sessions: 5 }])
    expect(sold.services[0]!.left.map(({ value }) => value)).toEqual([1000, 1000, 1000, 1000, 1000])
    expect(await daily()).toEqual(before)
    expect(await clinic.x(clinic.shift.id)).toMatchObject({ cash: { pay_in: 5000 } })
    expect((await lastLogEntry(clinic.till.server.db)).action).toBe(
      'Sold package Glow Package for ₱5,000.00 to Bianca Peña',
    )
    expect(await clinic.openPackages()).toEqual([sold])
    expect(await clinic.openPackages(clinic.till.otherClient)).toEqual([])
    const { id: user_id, clientId } = clinic.till.client
    const ofClient = (querystring: object) => clinic.asCashier(packagesContract.ofClient, { querystring })
    expect((await ofClient({ client_id: clientId })).data).toEqual([sold])
    expect((await errorOf(ofClient({ client_id: clientId, user_id }))).errors).toEqual({
      client_id: [s.clientRequired],
    })
  })

  test('keeps what was sold when the offer changes, and is refused at another price or after the offer ended', async () => {
    const offered = await clinic.offer()
    const sold = await clinic.sellPackage(offered)
    const { id, version: _, services, ...fields } = offered
    const body = { ...fields, price: 9000, services: services.map(({ service_id }) => ({ service_id, sessions: 2 })) }
    await clinic.asAdmin(packagesContract.save, { params: { id }, body }, { headers: { 'if-match': '1' } })
    expect(await clinic.openPackages()).toEqual([sold])
    expect(await errorOf(clinic.sellPackage(offered))).toMatchObject({ status: 409, message: s.priceChanged })
    await clinic.asAdmin(
      packagesContract.save,
      { params: { id }, body: { ...body, is_active: false } },
      { headers: { 'if-match': '2' } },
    )
    expect(await errorOf(clinic.sellPackage({ id, price: 9000 }))).toMatchObject({ status: 409, message: s.notOffered })
  })

  test('is refused for an unknown client, too little cash or a missing reference number, and is sold once under one idempotency key', async () => {
    const offered = await clinic.offer()
    const refused = async (more: Parameters<PackageClinic['sellPackage']>[1]) =>
      (await errorOf(clinic.sellPackage(offered, more))).errors
    expect(await refused({ user_id: randomUUID() })).toEqual({ user_id: [s.clientRequired] })
    expect(await refused({ received: 4999 })).toEqual({ received: [s.receivedTooLow] })
    expect(await refused({ method: 'gcash' })).toEqual({ reference_number: [saleMessages.referenceRequired] })
    const key = randomUUID()
    expect(await clinic.sellPackage(offered, {}, key)).toEqual(await clinic.sellPackage(offered, {}, key))
    expect(await clinic.openPackages()).toHaveLength(1)
  })
})

describe('a session of a package', () => {
  test('pays its service at its value on the day of the service, and the other items of the order are paid in money', async () => {
    const sold = await clinic.sellPackage(await clinic.offer())
    const { till } = clinic
    const sale = await till.send(
      clinic.orderOf([{ line: till.peel({ addOns: [till.light()] }), by: sold }, { line: till.carbon() }]),
    )
    expect(sale.treatments).toMatchObject([
      { service_name: 'Diamond peel', price: 1500, discount: 500, discount_reason: s.reason },
      { service_name: 'Carbon peel', price: 5000 },
    ])
    expect(sale.payments).toMatchObject([
      { method: 'prepaid', amount: 1000, reference_number: 'Glow Package' },
      { method: 'cash', amount: 5350 },
    ])
    expect((await daily()).daily_sales).toBe(6350)
    expect(await clinic.openPackages()).toMatchObject([{ balance: 4000, services: [{ sessions: 5 }] }])
    expect(await leftOf()).toEqual([[4]])
    expect(await checkBooks(till.server.db)).toMatchObject(balanced)
  })

  test('is used only once: a second use, one of two simultaneous uses, and a sixth session of a package with five are refused', async () => {
    const sold = await clinic.sellPackage(await clinic.offer())
    const twice = await Promise.allSettled([0, 1].map(() => clinic.till.send(clinic.session(sold), randomUUID())))
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await clinic.till.error(clinic.session(sold))).toMatchObject({ status: 409, message: s.sessionUsed })
    const many = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => clinic.till.send(clinic.session(sold, 1 + (n % 4)), randomUUID())),
    )
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    expect(await clinic.openPackages()).toEqual([])
    expect(await clinic.wrongSessions()).toEqual([])
    expect(await clinic.wrongBalances()).toEqual([])
    expect(await checkBooks(clinic.till.server.db)).toMatchObject(balanced)
  })

  test('pays for several pieces of a line, each on a line of its own, and the rest is paid in money', async () => {
    const sold = await clinic.sellPackage(await clinic.offer())
    const { till } = clinic
    const sale = await till.send(clinic.orderOf([{ line: till.peel({ quantity: 3 }), by: sold, sessions: 2 }]))
    expect(sale.treatments.map(({ quantity, discount = 0 }) => [quantity, discount])).toEqual([
      [1, 500],
      [1, 500],
      [1, 0],
    ])
    expect(sale.payments).toMatchObject([{ amount: 2000 }, { amount: 1500 }])
    expect(await leftOf()).toEqual([[3]])
  })

  test('cannot pay for another client or service, twice in one sale, for more pieces than sold, together with a discount, or with an amount other than its value', async () => {
    const { till } = clinic
    const sold = await clinic.sellPackage(await clinic.offer())
    const other = await clinic.sellPackage(await clinic.offer(), { user_id: till.otherClient.id })
    const refused = async (body: ReturnType<PackageClinic['orderOf']>) => (await till.error(body)).message
    expect(await refused(clinic.session(other))).toBe(s.sessionUnknown)
    const body = clinic.session(sold)
    const [line] = body.treatments
    const change = (more: Partial<typeof line>) => ({ ...body, treatments: [{ ...line!, ...more }] })
    const { service_id, name, price, treatment_id } = till.glow()
    expect(await refused(change({ service_id, name, price, treatment_id }))).toBe(s.sessionOfOther)
    expect(await refused(change({ package_sessions: [...line!.package_sessions!, ...line!.package_sessions!] }))).toBe(
      s.sessionTwice,
    )
    const more = sold.services[0]!.left.map(({ id }) => id)
    expect(await refused(change({ package_sessions: more }))).toBe(s.tooManySessionsUsed)
    expect(await refused(change({ discount: 10, discount_reason: 'Promo' }))).toBe(s.noOtherDiscount)
    expect(await refused({ ...body, payments: [{ method: 'cash', amount: 1000 }] })).toBe(s.paymentsDiffer)
    expect(await refused({ ...body, payments: [{ method: 'prepaid', amount: 1000, package_id: other.id }] })).toBe(
      s.paymentsDiffer,
    )
    expect(await leftOf()).toEqual([[5]])
  })

  test('cannot be used by entering the secret number of its account as the number of a gift card', async () => {
    const sold = await clinic.sellPackage(await clinic.offer())
    const { card_number } = await clinic.till.server.db
      .selectFrom('prepaid_accounts')
      .select('card_number')
      .where('id', '=', sold.id)
      .executeTakeFirstOrThrow()
    expect(await clinic.lookUp(card_number)).toBeNull()
    expect((await clinic.till.error(clinic.peelWith({ card_number }))).status).toBe(422)
  })

  test('comes back with its money when its sale is voided or its line is refunded, and can be used again', async () => {
    const sold = await clinic.sellPackage(await clinic.offer())
    const { till } = clinic
    const first = await till.send(clinic.session(sold))
    await voidSale(first.id)
    expect(await clinic.openPackages()).toEqual([sold])
    const again = await till.send(clinic.orderOf([{ line: till.peel(), by: sold }, { line: till.carbon() }]))
    expect(await leftOf()).toEqual([[4]])
    const shift = await clinic.beginDay('2026-11-22')
    const refund = await clinic.asAdmin(
      refundContract.refund,
      {
        params: { id: again.id },
        body: {
          lines: [
            { position: 1, quantity: 1 },
            { position: 2, quantity: 1 },
          ],
          total: 6000,
          method: 'cash',
          reason: 'Allergic reaction',
        },
      },
      { idempotencyKey: randomUUID() },
    )
    expect(refund.data.payments).toMatchObject([
      { method: 'cash', amount: -5000 },
      { method: 'prepaid', amount: -1000, reference_number: 'Glow Package' },
    ])
    expect(await clinic.openPackages()).toEqual([sold])
    const third = await till.send(clinic.session(sold))
    await clinic.beginDay('2026-11-23', { shiftId: shift.id, endOf: '2026-11-22' })
    // No money moves, so the refund needs no reference number for its method, and the log names the package.
    const read = await clinic.asAdmin(refundContract.refundable, { params: { id: third.id } })
    expect(read.data.lines).toMatchObject([{ is_session: true, quantity_left: 1 }])
    const onlySession = await clinic.asAdmin(
      refundContract.refund,
      {
        params: { id: third.id },
        body: { lines: [{ position: 1, quantity: 1 }], total: 1000, method: 'gcash', reason: 'Allergic reaction' },
      },
      { idempotencyKey: randomUUID() },
    )
    expect(onlySession.data.payments).toMatchObject([{ method: 'prepaid', amount: -1000 }])
    expect((await lastLogEntry(till.server.db)).action).toContain(', Prepaid')
    expect(await clinic.openPackages()).toEqual([sold])
    expect(await clinic.wrongSessions()).toEqual([])
    expect(await clinic.wrongBalances()).toEqual([])
    expect(await checkBooks(till.server.db)).toMatchObject(balanced)
  })

  test('whose value is higher than the present price of its service pays only this price, and the rest stays in the package’s balance', async () => {
    const sold = await clinic.sellPackage(await clinic.offer())
    const { till } = clinic
    await till.server.db
      .updateTable('services')
      .set({ price_centavos: 800_00 })
      .where('id', '=', till.catalogue.serviceId)
      .execute()
    const sale = await till.send(clinic.orderOf([{ line: till.peel({ price: 800 }), by: sold }]))
    expect(sale.payments).toMatchObject([{ method: 'prepaid', amount: 800 }])
    expect(await clinic.openPackages()).toMatchObject([{ balance: 4200 }])
  })
})
