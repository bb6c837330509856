import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf } from '#server/sales/till-fixture.ts'
import { addDepositRow } from '#server/test/deposit-row.ts'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { depositsContract } from '#shared/deposits/contract.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { ownedPackagesContract } from '#shared/prepaid/owned-packages-contract.ts'
import { prepaidPaperContract as papers } from '#shared/prepaid/paper-contract.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { openPackageClinic, type PackageClinic } from './packages/packages-fixture.ts'

let clinic: PackageClinic
beforeAll(async () => {
  clinic = await openPackageClinic()
})
afterAll(() => clinic.server.close())

/** Sells a package of six peels for ₱5,000 by GCash that is valid for three months from its first use. */
const sellPackage = async (reference_number: string = randomUUID()) => {
  const services = [{ service_id: clinic.till.catalogue.serviceId, sessions: 6 }]
  const offered = await clinic.offer({ services, validity: 'first_use', validity_months: 3 })
  return clinic.sellPackage(offered, { method: 'gcash', reference_number })
}

/** Takes the deposit of a visit at the desk; returns its account. */
async function payDeposit(): Promise<string> {
  const { till } = clinic
  const id = await addDepositRow(till.server.db, till.client, await till.appointment(till.client))
  const { data } = await clinic.asCashier(
    depositsContract.verify,
    { params: { id }, body: { method: 'gcash', reference_number: 'GC 4471' } },
    { idempotencyKey: randomUUID() },
  )
  return data.payment!.account_id
}

const print = async (id: string) =>
  (await clinic.asCashier(papers.printed, { params: { id }, body: { kind: 'print' } })).data

const loggedPrints = async (id: string) =>
  (
    await clinic.server.db
      .selectFrom('events')
      .select('parameters')
      .where('type', 'in', ['prepaid.paper.printed', 'prepaid.package.printed'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ parameters }) => parameters)

/** Refunds a sale of a peel on the next day as store credit; returns the id of the credit. */
async function openCredit(): Promise<string> {
  const { id } = await clinic.peel()
  await clinic.beginDay('2026-11-22')
  const lines = [{ position: 1, quantity: 1 }]
  const { credit } = await clinic.asAdmin(
    refundContract.refund,
    { params: { id }, body: { lines, total: 1500, method: 'prepaid', reason: 'Not happy' } },
    { idempotencyKey: randomUUID() },
  )
  return credit!.id
}

test('the first print of a gift card, store credit, package or deposit is recorded as the original, and each later one as a numbered reprint', async () => {
  const card = await clinic.sellCard(1000)
  const sold = await sellPackage()
  for (const id of [card.id, sold.id, await payDeposit(), await openCredit()]) {
    const printed_at = isoInManila(clinic.server.clock.now)
    expect(await print(id)).toEqual({ reprint: 0, printed_at })
    expect(await print(id)).toEqual({ reprint: 1, printed_at })
    expect(await loggedPrints(id)).toEqual([
      expect.not.objectContaining({ reprint: expect.anything() }),
      expect.objectContaining({ reprint: 1 }),
    ])
  }
})

test('two prints of a gift card at the same time get different numbers', async () => {
  const { id } = await clinic.sellCard(1000)
  const copies = await Promise.all([print(id), print(id), print(id)])
  expect(copies.map(({ reprint }) => reprint).toSorted()).toEqual([0, 1, 2])
})

test('the receipt of a package says what was sold to whom, for how much and how it was paid', async () => {
  const sold = await sellPackage('GC 5001')
  const { data } = await clinic.asCashier(papers.packageReceipt, { params: { id: sold.id } })
  expect(data).toEqual({
    number: sold.number,
    name: 'Glow Package',
    buyer_name: clinic.till.client.name,
    price: 5000,
    method: 'gcash',
    reference_number: 'GC 5001',
    sold_at: isoInManila(clinic.server.clock.now),
    sold_by: clinic.till.cashier.name,
    services: [{ service_name: 'Diamond peel', sessions: 6 }],
    validity: 'first_use',
    validity_months: 3,
    expires_on: null,
    is_refunded: false,
    print_count: 0,
  })
})

test('a void gift card is not printed, because somebody could take its paper for money', async () => {
  const { id } = await clinic.sellCard(1000)
  await clinic.voidCard(id)
  expect(await errorOf(print(id))).toMatchObject({ status: 409, message: s.isVoid })
  expect(await loggedPrints(id)).toEqual([])
})

test('the receipt of a refunded package says that it was refunded', async () => {
  const { id } = await sellPackage()
  await clinic.asAdmin(
    ownedPackagesContract.refund,
    { params: { id }, body: { amount: 5000, reason: 'Moved away' } },
    { idempotencyKey: randomUUID() },
  )
  const { data } = await clinic.asCashier(papers.packageReceipt, { params: { id } })
  expect(data.is_refunded).toBe(true)
})

test('a package that an import brought in has no receipt, as it was not sold here, and its print is refused', async () => {
  const sold = await sellPackage()
  await executeWithoutTriggers(
    clinic.server.database,
    'prepaid_sales',
    `delete from prepaid_sales where account_id = '${sold.id}'`,
  )
  for (const id of [randomUUID(), sold.id])
    for (const call of [() => print(id), () => clinic.asCashier(papers.packageReceipt, { params: { id } })])
      expect(await errorOf(call())).toMatchObject({ status: 404, message: s.paperUnknown })
})
