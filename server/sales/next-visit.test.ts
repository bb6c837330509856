import { afterAll, beforeEach, expect, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { newId } from '#server/lib/new-id.ts'
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

test('after a sale, the suggested next visit has the same client, service and practitioner, and is as many days later as the service says', async () => {
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

test('a sale whose service is no longer offered suggests no next visit', async () => {
  const sale = await till.send(till.order([till.peel()]))
  await till.server.db.updateTable('services').set({ deleted_at: new Date() }).execute()
  expect(await nextVisit(sale)).toBeNull()
})

test('a sale for a session of a running treatment plan suggests the session after the paid one, even if that visit is not completed yet', async () => {
  const { db } = till.server
  const plan = {
    id: newId(),
    branch_id: MAIN_BRANCH_ID,
    client_id: till.client.clientId!,
    service_id: till.catalogue.otherServiceId,
    service_at_start: 'Hydra glow',
    sessions: 3,
    interval_count: 3,
    interval_unit: 'weeks' as const,
    started_on: '2026-11-01',
    created_at: new Date(),
    created_by: till.cashier.id,
    created_by_name: 'Dra. Reyes',
  }
  await db.insertInto('treatment_plans').values(plan).execute()
  const appointmentId = await till.appointment(till.client, 'confirmed')
  await db
    .updateTable('appointments')
    .set({ service_id: till.catalogue.otherServiceId })
    .where('id', '=', appointmentId)
    .execute()
  const sale = await till.send(
    till.order([till.peel(), till.glow()], { appointment_id: appointmentId, is_walk_in: false }),
  )
  // While the clinical record is off, no session of a treatment plan is suggested.
  expect(await nextVisit(sale)).toMatchObject({ service: { id: till.catalogue.serviceId }, session: null })
  await db.updateTable('chart_settings').set({ is_on: true }).execute()
  expect(await nextVisit(sale)).toMatchObject({
    service: { id: till.catalogue.otherServiceId },
    date: '2026-12-12',
    session: { session: 2, sessions: 3, due_on: '2026-12-12', booked_for: null },
  })
  await db.updateTable('treatment_plans').set({ ended_on: '2026-11-21' }).execute()
  expect(await nextVisit(sale)).toMatchObject({ session: null })
})
