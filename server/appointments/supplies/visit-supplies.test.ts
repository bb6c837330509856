import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lastLogEntry } from '#server/test/log-entries.ts'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { visitSuppliesContract } from '#shared/appointments/supplies-contract.ts'
import { suppliesContract } from '#shared/catalogue/supplies-contract.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { roundAmount } from '#shared/inventory/movement.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'
import { startBookingClinic, type BookingClinic } from '#server/appointments/booking-fixture.ts'

const TODAY = '2026-11-21'
let clinic: BookingClinic
let category_id: string
let gauze: string
let toxin: string
let halfHours = 0

beforeAll(async () => {
  clinic = await startBookingClinic({ poolSize: 12 })
  category_id = (await clinic.admin(inventoryContract.createCategory, { body: { name: 'Injectables' } })).data.id
})
afterAll(() => clinic.server.close())

const addProduct = async (name: string, quantity: string) =>
  (await clinic.admin(inventoryContract.createProduct, { body: { name, quantity, unit_type: 'vial', category_id } }))
    .data.id
const setSupplies = (id: string, ...supplies: [product_id: string, amount: number][]) =>
  clinic.admin(suppliesContract.changeOfService, {
    params: { id },
    body: { supplies: supplies.map(([product_id, amount]) => ({ product_id, amount })) },
  })
let names = 0
beforeEach(async () => {
  names += 1
  gauze = await addProduct(`Gauze ${names}`, '10')
  toxin = await addProduct(`Toxin ${names}`, '0')
  await setSupplies(clinic.catalogue.serviceId, [gauze, 1], [toxin, 0.5])
  await setSupplies(clinic.catalogue.otherServiceId)
})

const receive = (id: string, amount: number, code: string, expires_on: string) =>
  clinic.admin(
    stockContract.move,
    { params: { id }, body: { kind: 'receive', amount, code, expires_on } },
    { headers: { 'idempotency-key': crypto.randomUUID() } },
  )
/** Reads the stock of a product: in total, by batch and without a batch. */
const stock = async (id: string) => {
  const { data, batches, without_batch } = await clinic.admin(stockContract.stock, { params: { id } })
  return [data.quantity, Object.fromEntries(batches.map(({ code, quantity }) => [code, quantity])), without_batch]
}
const movements = async (id: string) =>
  (await clinic.admin(stockContract.movements, { querystring: { product_id: id, per_page: 100 } })).data
const steps = async (id: string) =>
  (await movements(id)).map(({ kind, amount, batch, visit }) => [kind, amount, batch?.code ?? null, visit !== null])

/** Expects that the quantity of a product is the sum of its movements. */
const expectLedger = async (id: string) => {
  const sum = (await movements(id)).reduce((total, { amount }) => total + amount, 0)
  expect((await stock(id))[0]).toBe(roundAmount(sum))
}

/** Books a visit for today at a time that no other test uses, and starts it, or starts and completes it. */
const begunVisit = (status: 'on-going' | 'completed' = 'on-going') => {
  halfHours += 1
  const minutes = 9 * 60 + halfHours * 30
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`
  return clinic.appointment(TODAY, time, status)
}
const complete = (id: string) => clinic.desk(contract.updateStatus, { params: { id }, body: { status: 'completed' } })
const undo = (id: string) => clinic.desk(visitContract.undo, { params: { id }, body: {} })
const read = async (id: string) => (await clinic.desk(visitSuppliesContract.read, { params: { id } })).data
const correct = (id: string, supplies: [string, number][], options = {}) =>
  clinic.desk(
    visitSuppliesContract.correct,
    { params: { id }, body: { supplies: supplies.map(([product_id, amount]) => ({ product_id, amount })) } },
    options,
  )

test('completing a visit takes the supplies of its services from the first batch to expire, and the answer lists them', async () => {
  await receive(toxin, 0.25, 'SOON', '2026-12-01')
  await receive(toxin, 2, 'LATE', '2027-12-01')
  const id = await begunVisit()
  const { used } = await complete(id)
  expect(
    used?.map(({ product_id, amount, balance, expired_batch }) => [product_id, amount, balance, expired_batch]),
  ).toEqual(
    expect.arrayContaining([
      [gauze, 1, 9, null],
      [toxin, 0.5, 1.75, null],
    ]),
  )
  expect(await stock(toxin)).toEqual([1.75, { LATE: 1.75 }, 0])
  expect(await steps(toxin)).toEqual([
    ['use', -0.25, 'LATE', true],
    ['use', -0.25, 'SOON', true],
    ['receive', 2, 'LATE', false],
    ['receive', 0.25, 'SOON', false],
  ])
  const [movement] = await movements(toxin)
  expect(movement?.visit).toEqual({ client: (await clinic.read(id)).name, date: TODAY })
  expect(movement?.moved_by).not.toBeNull()
  expect((await read(id)).supplies.map(({ product_id, amount }) => [product_id, amount])).toEqual([
    [gauze, 1],
    [toxin, 0.5],
  ])
})

test('the supplies of all services of a visit are added up, and a visit of a service without supplies uses nothing', async () => {
  await setSupplies(clinic.catalogue.otherServiceId, [gauze, 2.5])
  const id = await begunVisit()
  const service_ids = [clinic.catalogue.serviceId, clinic.catalogue.otherServiceId]
  await clinic.desk(visitContract.changeServices, { params: { id }, body: { service_ids } })
  // The second service makes the visit longer, so the next half hour is taken too.
  halfHours += 1
  await complete(id)
  expect(await stock(gauze)).toEqual([6.5, {}, 6.5])
  expect(await steps(gauze)).toEqual([
    ['use', -3.5, null, true],
    ['receive', 10, null, false],
  ])
  await setSupplies(clinic.catalogue.serviceId)
  const plain = await begunVisit()
  expect(await complete(plain)).not.toHaveProperty('used')
  expect((await read(plain)).supplies).toEqual([])
})

test('a visit for which the stock is too low is completed and makes the stock negative; an expired batch is named and not used', async () => {
  await receive(toxin, 3, 'OLD', '2026-11-20')
  const { used } = await complete(await begunVisit())
  expect(used?.find(({ product_id }) => product_id === toxin)).toMatchObject({
    balance: 2.5,
    expired_batch: { code: 'OLD', expires_on: '2026-11-20' },
  })
  expect(await stock(toxin)).toEqual([2.5, { OLD: 3 }, -0.5])
  await setSupplies(clinic.catalogue.serviceId, [gauze, 12])
  const { used: missing } = await complete(await begunVisit())
  expect(missing).toMatchObject([{ amount: 12, balance: -3, expired_batch: null }])
})

test('a visit that is completed twice at once uses its supplies once', async () => {
  const id = await begunVisit()
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => complete(id)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(complete(id)).rejects.toMatchObject({ status: 409 })
  expect(await stock(gauze)).toEqual([9, {}, 9])
  await expectLedger(gauze)
})

test('visits with the same products that are completed at once use each product once for each visit', async () => {
  await setSupplies(clinic.catalogue.otherServiceId, [toxin, 1], [gauze, 1])
  const ids = [await begunVisit(), await begunVisit(), await begunVisit()]
  await Promise.all(ids.map(complete))
  expect(await stock(gauze)).toEqual([7, {}, 7])
  expect(await stock(toxin)).toEqual([-1.5, {}, -1.5])
  for (const product of [gauze, toxin]) await expectLedger(product)
})

test('undoing a completed visit returns its supplies to their batches, also after a correction; completing it again uses them again', async () => {
  await receive(toxin, 0.25, 'SOON', '2026-12-01')
  await receive(toxin, 2, 'LATE', '2027-12-01')
  const before = [await stock(toxin), await stock(gauze)]
  const id = await begunVisit()
  await complete(id)
  await correct(id, [
    [toxin, 1.5],
    [gauze, 0],
  ])
  await undo(id)
  expect([await stock(toxin), await stock(gauze)]).toEqual(before)
  expect((await read(id)).supplies).toEqual([])
  await expect(undo(id)).rejects.toMatchObject({ status: 409 })
  await complete(id)
  expect(await stock(gauze)).toEqual([9, {}, 9])
  for (const product of [gauze, toxin]) await expectLedger(product)
})

test('a correction of a visit’s supplies changes the stock only by the differences, returns amounts to the last batch used, and is logged', async () => {
  await receive(toxin, 0.25, 'SOON', '2026-12-01')
  await receive(toxin, 2, 'LATE', '2027-12-01')
  const extra = await addProduct(`Needle ${names}`, '5')
  const id = await begunVisit('completed')
  const { data, used } = await correct(id, [
    [toxin, 0.125],
    [gauze, 1],
    [extra, 2],
  ])
  expect(used).toMatchObject([{ product_id: extra, amount: 2, balance: 3 }])
  expect(data.supplies.map(({ product_id, amount }) => [product_id, amount])).toEqual([
    [gauze, 1],
    [extra, 2],
    [toxin, 0.125],
  ])
  expect(await stock(toxin)).toEqual([2.125, { SOON: 0.125, LATE: 2 }, 0])
  expect(await steps(gauze)).toEqual([
    ['use', -1, null, true],
    ['receive', 10, null, false],
  ])
  expect((await lastLogEntry(clinic.server.db)).action).toMatch(
    /^Corrected the supplies used for .+ from 1 vial of Gauze .+, 0\.5 vial of Toxin .+ to 1 vial of Gauze .+, 2 vial of Needle .+, 0\.125 vial of Toxin \d+$/,
  )
  for (const product of [gauze, toxin, extra]) await expectLedger(product)
})

test('a correction of a visit’s supplies is refused, and changes nothing, from a stale form, for a visit that is not completed, and with a deleted product', async () => {
  const id = await begunVisit('completed')
  const seen = { headers: { 'if-match': String((await read(id)).version) } }
  const { data } = await correct(id, [[gauze, 2]], seen)
  await expect(correct(id, [[gauze, 5]], seen)).rejects.toMatchObject({ status: 409, code: 'stale', data })
  const gone = await addProduct(`Gone ${names}`, '5')
  await clinic.admin(inventoryContract.deleteProduct, { params: { id: gone } })
  await expect(correct(id, [[gone, 1]])).rejects.toMatchObject({
    status: 422,
    errors: { supplies: ['A product was deleted meanwhile. Remove it from the list.'] },
  })
  const open = await begunVisit()
  await expect(correct(open, [[gauze, 5]])).rejects.toMatchObject({
    status: 409,
    code: 'state_moved',
    message: 'Supplies can be corrected only while the visit is completed.',
  })
  expect(await stock(gauze)).toEqual([8, {}, 8])
})
