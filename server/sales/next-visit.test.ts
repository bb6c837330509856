import { afterAll, beforeEach, expect, test } from 'vitest'
import { assignResources, createResource, setService } from '#server/test/factories.ts'

import { nextVisitContract } from '#shared/sales/till-contract.ts'
import type { Sale } from '#shared/sales/contract.ts'
import { openTill, type Till } from './till-fixture.ts'

let till: Till
beforeEach(async () => {
  await till?.server.close()
  till = await openTill()
})
afterAll(() => till.server.close())

const nextVisit = async ({ id }: Sale) =>
  (await till.server.as(till.cashier.token)(nextVisitContract.ofSale, { params: { id } })).data

test('the next visit suggested by a sale has its client, service and practitioner, after the service’s number of days', async () => {
  const { db } = till.server
  const joy = await createResource(db, 'practitioner', 'Joy Abad')
  await assignResources(db, till.catalogue.serviceId, joy)
  await setService(db, till.catalogue.serviceId, { rebook_after_days: 14 })
  const appointmentId = await till.appointment(till.client, 'completed')
  await db.updateTable('appointments').set({ practitioner_id: joy }).where('id', '=', appointmentId).execute()
  const sale = await till.send(
    till.order([till.peel(), till.glow()], { appointment_id: appointmentId, is_walk_in: false }),
  )
  expect(await nextVisit(sale)).toMatchObject({
    client: { user_id: till.client.id, client_id: till.client.clientId, name: till.client.name },
    service: { id: till.catalogue.serviceId, rebook_after_days: 14 },
    practitioner: { id: joy, name: 'Joy Abad' },
    date: '2026-12-05',
    time: '08:00:00',
  })
})

test('by default the next visit is suggested four weeks later; after a sale without a visit, it is with any practitioner', async () => {
  const sale = await till.send(till.order([till.peel()]))
  expect(await nextVisit(sale)).toMatchObject({ practitioner: null, date: '2026-12-19', time: null })
})

test('a voided sale, or a service no longer offered, suggests no next visit', async () => {
  const sale = await till.send(till.order([till.peel()]))
  await till.server.db.updateTable('services').set({ deleted_at: new Date() }).execute()
  expect(await nextVisit(sale)).toBeNull()
})
