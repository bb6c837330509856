import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coveredContract } from '#shared/prepaid/covered-contract.ts'
import { ownedPackagesContract } from '#shared/prepaid/owned-packages-contract.ts'
import { openPackageClinic, type PackageClinic } from './packages-fixture.ts'

let clinic: PackageClinic
beforeAll(async () => {
  clinic = await openPackageClinic()
})
afterAll(() => clinic.till.server.close())

const covered = async (
  service_ids: readonly string[],
  { date, token = clinic.till.client.token }: CoveredOptions = {},
) =>
  (await clinic.till.server.as(token)(coveredContract.mine, { querystring: { service_ids: service_ids.join(), date } }))
    .data
type CoveredOptions = { date?: string; token?: string }

test('for each service, a client reads which of their packages will pay for it: the first to expire of the packages that are valid on the day of the visit', async () => {
  const { till } = clinic
  const { serviceId: peel, otherServiceId: glow, otherTreatmentServiceId: carbon } = till.catalogue
  expect(await covered([peel, glow])).toEqual([])
  const endless = await clinic.sellPackage(await clinic.offer())
  await till.send(clinic.session(endless))
  const ofPeel = { service_id: peel, service_name: 'Diamond peel', sessions_total: 5 }
  const byEndless = { ...ofPeel, package_name: 'Glow Package', sessions_left: 4, expires_on: null }
  expect(await covered([peel, glow, peel])).toEqual([byEndless])

  const services = [
    { service_id: peel, sessions: 5 },
    { service_id: carbon, sessions: 1 },
  ]
  const short = await clinic.offer({ name: 'Short Package', services, validity: 'sale', validity_months: 1 })
  const sold = await clinic.sellPackage(short)
  const byShort = { ...ofPeel, package_name: 'Short Package', sessions_left: 5, expires_on: sold.expires_on }
  expect(await covered([peel, carbon])).toMatchObject([byShort, { service_id: carbon, package_name: 'Short Package' }])
  expect(await covered([peel, carbon], { date: sold.expires_on! })).toHaveLength(2)
  expect(await covered([peel, carbon], { date: '2027-03-01' })).toEqual([byEndless])
})

test('clients cannot read the packages of other clients, and a refunded package covers no service', async () => {
  const { till } = clinic
  const carbon = till.catalogue.otherTreatmentServiceId
  await clinic.sellPackage(await clinic.offer({ services: [{ service_id: carbon, sessions: 2 }] }))
  expect((await covered([carbon])).length).toBe(1)
  expect(await covered([carbon], { token: till.otherClient.token })).toEqual([])
  expect(await covered([carbon], { token: till.cashier.token })).toEqual([])
  for (const { id, price } of (await clinic.openPackages()).filter(({ services }) =>
    services.some(({ service_id }) => service_id === carbon),
  ))
    await clinic.asAdmin(
      ownedPackagesContract.refund,
      { params: { id }, body: { amount: price, reason: 'Moves away' } },
      { idempotencyKey: randomUUID() },
    )
  expect(await covered([carbon])).toEqual([])
})
