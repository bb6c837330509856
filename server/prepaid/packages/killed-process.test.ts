import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { openTill } from '#server/sales/till-fixture.ts'
import { createUser } from '#server/test/factories.ts'
import { sendAndKill } from '#server/test/send-and-kill.ts'
import { ownedPackagesContract } from '#shared/prepaid/owned-packages-contract.ts'
import { packagesContract } from '#shared/prepaid/package-contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { drillSize, recordFigure } from '../../../scripts/test/drill-form.ts'

/** How many times the test kills the server at each of the two calls: once in a test run, more often in a drill. */
const KILLS = drillSize('kills after the sale and the use of a package', 1)

/** A till without cash control, whose clinic offers the Glow Package of five peels for ₱5,000. */
async function openPackageTill() {
  const till = await openTill()
  onTestFinished(() => till.server.close())
  // The program that the test starts uses the real time, so the clock of the clinic is set to it too.
  till.server.clock.now = new Date()
  const { token: adminToken } = await createUser(till.server.db, 'admin')
  const asAdmin = till.server.as(adminToken)
  const methods = ['cash' as const, 'prepaid' as const]
  await asAdmin(paymentSettingsContract.save, { body: { methods, discount_limit: null } })
  const package_id = randomUUID()
  await asAdmin(packagesContract.save, {
    params: { id: package_id },
    body: {
      name: 'Glow Package',
      price: 5000,
      services: [{ service_id: till.catalogue.serviceId, sessions: 5 }],
      validity: 'none',
      validity_months: null,
      is_transferable: false,
      is_active: true,
    },
  })
  return {
    till,
    asAdmin,
    adminToken,
    sale: { package_id, user_id: till.client.id, price: 5000, method: 'cash' as const },
  }
}

test('if the server is killed right after a package was sold or used, the package is sold only once, and its session is used only once', async () => {
  const { till, sale } = await openPackageTill()
  const { db } = till.server
  const { token } = till.cashier
  const asCashier = till.server.as(token)
  for (let round = 1; round <= KILLS; round++) {
    const [soldKey, usedKey] = [randomUUID(), randomUUID()]
    await sendAndKill(till.server, { url: packagesContract.sell.url, body: sale, key: soldKey, token })
    const sold = (await asCashier(packagesContract.sell, { body: sale }, { idempotencyKey: soldKey })).data
    expect(sold).toMatchObject({ number: round, balance: 5000 })
    const session = sold.services[0]!.left[0]!
    const amounts = { total: 1000, total_after_discount: 1000, received_money: 1000, exchange_money: 0 }
    const body = {
      ...till.order([{ ...till.peel(), package_sessions: [session.id] }]),
      ...amounts,
      payments: [{ method: 'prepaid' as const, amount: 1000, package_id: sold.id }],
    }
    await sendAndKill(till.server, { url: salesContract.checkout.url, body, key: usedKey, token })
    expect((await till.send(body, usedKey)).receipt_number).toBe(round)
    const { data } = await asCashier(packagesContract.ofClient, { querystring: { user_id: till.client.id } })
    expect(data).toHaveLength(round)
    const left = data.find(({ id }) => id === sold.id)
    expect(left).toMatchObject({ balance: 4000 })
    expect(left!.services[0]!.left).toHaveLength(4)
    const uses = await db.selectFrom('package_uses').select('kind').where('session_id', '=', session.id).execute()
    expect(uses).toEqual([{ kind: 'used' }])
    expect(await checkBooks(db)).toMatchObject({ ...balanced, sales: round })
  }
  recordFigure({ what: 'kills right after the sale and the use of a package, each recorded once', value: KILLS * 2 })
})

test('if the server is killed right after a package was refunded, the package is refunded only once, and the repeated request is answered', async () => {
  const { till, asAdmin, adminToken, sale } = await openPackageTill()
  const { db } = till.server
  const asCashier = till.server.as(till.cashier.token)
  const sold = (await asCashier(packagesContract.sell, { body: sale }, { idempotencyKey: randomUUID() })).data
  const call = { params: { id: sold.id }, body: { amount: 5000, reason: 'Moves abroad' } }
  const key = randomUUID()
  const url = ownedPackagesContract.refund.url.replace(':id', sold.id)
  await sendAndKill(till.server, { url, body: call.body, key, token: adminToken })
  const { data } = await asAdmin(ownedPackagesContract.refund, call, { idempotencyKey: key })
  expect(data).toMatchObject({ id: sold.id, is_refunded: true, refunded: 5000, balance: 0 })
  const entries = await db
    .selectFrom('prepaid_entries')
    .select(['kind', 'amount_centavos'])
    .orderBy('position')
    .execute()
  expect(entries).toEqual([
    { kind: 'sold', amount_centavos: 5000_00 },
    { kind: 'void', amount_centavos: -5000_00 },
  ])
})
