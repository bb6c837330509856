import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSnapshot } from '#server/db/transactions.ts'
import type { Context } from '#server/lib/context.ts'
import { createCatalogue, createUser, type TestCatalogue } from '#server/test/factories.ts'
import { startTestServer, type Caller, type TestServer } from '#server/test/server.ts'
import { clientsContract as clients } from '#shared/clients/contract.ts'
import { findClientOfUser } from './client-records.ts'
import { addToServiceHistory } from './service-history.ts'

let server: TestServer
let ids: TestCatalogue
let cashier: Caller

beforeAll(async () => {
  server = await startTestServer()
  ids = await createCatalogue(server.db)
  cashier = server.as((await createUser(server.db, 'cashier')).token)
})
afterAll(() => server.close())

const peel = () => ({
  treatment_id: ids.treatmentId,
  treatment_name: 'Facials',
  service_id: ids.serviceId,
  service_name: 'Diamond peel',
})
const light = (quantity: number) => ({ add_on_id: ids.addOnId, add_on_name: 'LED light', quantity })

const add = (clientId: string, date: string, services: Parameters<typeof addToServiceHistory>[1]['services']) =>
  server.db
    .transaction()
    .execute((tx) =>
      addToServiceHistory({ tx, now: server.clock.now } as Context, { clientId, date, saleId: null, services }),
    )

test('a client’s past services are listed newest first with their add-ons, and counted', async () => {
  const { clientId } = await createUser(server.db, 'client', { name: 'Bianca Garcia' })
  const id = clientId ?? ''
  await add(id, '2026-10-01', [{ ...peel(), addOns: [light(1), light(2)] }])
  await add(id, '2026-11-20', [
    { ...peel(), addOns: [] },
    { ...peel(), service_id: ids.otherServiceId, service_name: 'Hydra glow', addOns: [light(1)] },
  ])
  await add(id, '2026-11-01', [])
  const { data } = await cashier(clients.detail, { params: { id } })
  expect(data.services_availed.map((entry) => [entry.date, entry.service_name, entry.addons])).toEqual([
    ['2026-11-20', 'Hydra glow', [{ addon_id: ids.addOnId, addOn_name: 'LED light', quantity: 1 }]],
    ['2026-11-20', 'Diamond peel', []],
    ['2026-10-01', 'Diamond peel', [{ addon_id: ids.addOnId, addOn_name: 'LED light', quantity: 3 }]],
  ])
  expect(data.services_availed[0]).toMatchObject({ treatment_name: 'Facials', receipt_number: null })
  // Services that were added by hand were never sold, so they have no refund.
  expect(data.services_availed.map(({ refunded }) => refunded)).toEqual([null, null, null])
  const list = await cashier(clients.list, { querystring: { search: 'bianca' } })
  expect(list.clients[0]?.services_availed).toBe(3)
})

test('a client’s history keeps the names of services when the catalogue changes', async () => {
  const { clientId } = await createUser(server.db, 'client')
  await add(clientId ?? '', '2026-11-01', [{ ...peel(), addOns: [light(1)] }])
  await server.db.updateTable('services').set({ name: 'Renamed', deleted_at: new Date() }).execute()
  await server.db.updateTable('treatments').set({ deleted_at: new Date() }).execute()
  const { data } = await cashier(clients.detail, { params: { id: clientId ?? '' } })
  expect(data.services_availed[0]).toMatchObject({ service_name: 'Diamond peel', treatment_name: 'Facials' })
})

test('the history of a client is found by user id; staff and removed people have none', async () => {
  const client = await createUser(server.db, 'client', { name: 'Found' })
  const staff = await createUser(server.db, 'cashier')
  expect(await inSnapshot(server.db, (tx) => findClientOfUser(tx, client.id))).toMatchObject({
    id: client.clientId,
    name: 'Found',
  })
  expect(await inSnapshot(server.db, (tx) => findClientOfUser(tx, staff.id))).toBeUndefined()
  await server.db
    .updateTable('people')
    .set({ email: null, closed_at: new Date() })
    .where('id', '=', client.id)
    .execute()
  expect(await inSnapshot(server.db, (tx) => findClientOfUser(tx, client.id))).toBeUndefined()
})
