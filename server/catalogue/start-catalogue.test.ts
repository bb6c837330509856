import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#server/test/factories.ts'
import { logEntries } from '#server/test/log-entries.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { commonServices } from '#shared/catalogue/common-services.ts'
import { catalogueContract as contract } from '#shared/catalogue/contract.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { catalogueMessages as s } from '#shared/catalogue/messages.ts'

let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await startTestServer()
  admin = server.as((await createUser(server.db, 'admin')).token)
})
afterAll(() => server.close())

type Treatments = Input<typeof contract.start>['body']['treatments']
const start = async (treatments: Treatments) => (await admin(contract.start, { body: { treatments } })).data

test('a clinic that chooses all common services gets a bookable catalogue, and choosing them again adds nothing', async () => {
  const services = commonServices.flatMap((group) => group.services)
  expect(await start(commonServices)).toEqual({ treatments: commonServices.length, services: services.length })
  const { data } = await server.as(null)(bookingCatalogueContract.treatments, {})
  expect(data).toHaveLength(commonServices.length)
  const facials = data.find(({ treatment_name }) => treatment_name === 'Facials')!
  const offered = await server.as(null)(bookingCatalogueContract.services, { params: { treatmentId: facials.id } })
  expect(offered.data).toContainEqual(
    expect.objectContaining({
      service_name: 'Diamond Peel',
      service_price: 1200,
      duration_minutes: 45,
      service_pic: null,
    }),
  )
  expect(await logEntries(server.db)).toHaveLength(commonServices.length + services.length)
  const listed = await admin(contract.services, { querystring: { per_page: 100 } })
  const eligible = listed.data.filter(({ senior_pwd_eligible }) => senior_pwd_eligible)
  expect(eligible.map(({ service_name }) => service_name)).toEqual(['Doctor’s Consultation'])
  expect(await start(commonServices)).toEqual({ treatments: 0, services: 0 })
  expect(await logEntries(server.db)).toHaveLength(commonServices.length + services.length)
})

test('services are added to an existing treatment of the same name, regardless of case', async () => {
  const service = { service_name: 'Gold Facial', service_price: 3000, duration_minutes: 75 }
  const added = await start([
    { treatment_name: 'FACIALS', services: [service, { ...service, service_name: 'diamond peel' }] },
  ])
  expect(added).toEqual({ treatments: 0, services: 1 })
})

test('one invalid duration rejects the whole list of common services', async () => {
  const before = await admin(contract.treatments, { querystring: {} })
  const service = { service_name: 'Soon', service_price: 100, duration_minutes: 20 }
  await expect(start([{ treatment_name: 'Never', services: [service] }])).rejects.toMatchObject({
    status: 422,
    message: s.duration,
  })
  expect(await admin(contract.treatments, { querystring: {} })).toEqual(before)
})
