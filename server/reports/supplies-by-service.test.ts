import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { visitSuppliesContract } from '#shared/appointments/supplies-contract.ts'
import { suppliesContract } from '#shared/catalogue/supplies-contract.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'
import { reportsContract } from '#shared/reports/contract.ts'

const TODAY = '2026-11-21'
let clinic: BookingClinic
let gauze: string
let toxin: string
let filler: string

beforeAll(async () => {
  clinic = await startBookingClinic({ poolSize: 12 })
  const { id: category_id } = (await clinic.admin(inventoryContract.createCategory, { body: { name: 'Injectables' } }))
    .data
  const addProduct = async (name: string, cost?: string) => {
    const body = { name, quantity: '50', unit_type: 'vial', category_id, ...(cost !== undefined && { cost }) }
    return (await clinic.admin(inventoryContract.createProduct, { body })).data.id
  }
  gauze = await addProduct('Gauze')
  toxin = await addProduct('Toxin', '100')
  filler = await addProduct('Filler', '100')
  await setSupplies(clinic.catalogue.serviceId, [gauze, 1], [toxin, 0.5])
  await setSupplies(clinic.catalogue.otherServiceId, [toxin, 0.125])
})
afterAll(() => clinic.server.close())

const suppliesOf = (supplies: readonly [product_id: string, amount: number][]) =>
  supplies.map(([product_id, amount]) => ({ product_id, amount }))
const setSupplies = (id: string, ...supplies: [product_id: string, amount: number][]) =>
  clinic.admin(suppliesContract.changeOfService, { params: { id }, body: { supplies: suppliesOf(supplies) } })

async function completedVisit(time: string, service_ids?: string[], date = TODAY): Promise<string> {
  const id = await clinic.appointment(date, time, 'on-going')
  if (service_ids) await clinic.desk(visitContract.changeServices, { params: { id }, body: { service_ids } })
  await clinic.desk(appointmentsContract.updateStatus, { params: { id }, body: { status: 'completed' } })
  return id
}

const readDays = async (from: string, to: string) =>
  (
    await clinic.admin(reportsContract.read, {
      params: { report: 'supplies-by-service' },
      querystring: { from, to },
    })
  ).data

test('the supplies that completed visits have used are added up by service and supply, with their average and cost', async () => {
  await completedVisit('10:30:00')
  const corrected = await completedVisit('11:00:00')
  await clinic.admin(
    stockContract.move,
    { params: { id: toxin }, body: { kind: 'receive', amount: 10, unit_cost: 80 } },
    { headers: { 'idempotency-key': crypto.randomUUID() } },
  )
  await clinic.admin(
    stockContract.move,
    { params: { id: toxin }, body: { kind: 'use', amount: 3 } },
    { headers: { 'idempotency-key': crypto.randomUUID() } },
  )
  await completedVisit('11:30:00')
  const supplies = suppliesOf([
    [gauze, 4],
    [toxin, 0.5],
  ])
  await clinic.desk(visitSuppliesContract.correct, { params: { id: corrected }, body: { supplies } })
  const { rows, totals } = await readDays(TODAY, TODAY)
  expect(rows).toEqual([
    ['Diamond peel', 'Gauze', 3, 6, 'vial', 2, null],
    ['Diamond peel', 'Toxin', 3, 1.5, 'vial', 0.5, 140],
  ])
  expect(totals).toEqual([null, null, null, null, null, null, 140])
  for (const day of ['2026-11-20', '2026-11-22']) expect((await readDays(day, day)).rows).toEqual([])
})

test('a supply that several services of one visit use is divided among them in proportion to their lists', async () => {
  const { serviceId, otherServiceId } = clinic.catalogue
  await completedVisit('13:00:00', [serviceId, otherServiceId])
  const amounts = (await readDays(TODAY, TODAY)).rows.map(([service, supply, visits, used]) => [
    service,
    supply,
    visits,
    used,
  ])
  expect(amounts).toEqual([
    ['Diamond peel', 'Gauze', 4, 7],
    ['Diamond peel', 'Toxin', 4, 2],
    ['Hydra glow', 'Toxin', 1, 0.125],
  ])
  await setSupplies(serviceId)
  await setSupplies(otherServiceId)
  const total = (await readDays(TODAY, TODAY)).rows.reduce((sum, [, , , used]) => sum + Number(used), 0)
  expect(total).toBe(9.125)
})

test('a correction after a later delivery has the cost of the visit, and a visit at midnight belongs to the date before it', async () => {
  await setSupplies(clinic.catalogue.serviceId, [filler, 5])
  clinic.server.clock.now = new Date('2026-11-24T23:00:00+08:00')
  const id = await completedVisit('00:00:00', undefined, '2026-11-24')
  await clinic.admin(
    stockContract.move,
    { params: { id: filler }, body: { kind: 'receive', amount: 10, unit_cost: 200 } },
    { headers: { 'idempotency-key': crypto.randomUUID() } },
  )
  await clinic.desk(visitSuppliesContract.correct, { params: { id }, body: { supplies: suppliesOf([[filler, 1]]) } })
  expect((await readDays('2026-11-24', '2026-11-24')).rows).toEqual([['Diamond peel', 'Filler', 1, 1, 'vial', 1, 100]])
  expect((await readDays('2026-11-25', '2026-11-25')).rows).toEqual([])
})
