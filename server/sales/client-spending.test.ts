import { afterAll, beforeAll, expect, test } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { openTill, type Till } from './till-fixture.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
  till.server.clock.now = new Date('2026-11-21T10:00:00+08:00')
})
afterAll(() => till.server.close())

const desk = () => till.server.as(till.cashier.token)
const spendingOf = async (id: string) => (await desk()(salesContract.spending, { params: { id } })).data
const detailOf = async (id: string) => (await desk()(clientsContract.detail, { params: { id } })).data

test('a client’s spending is the sum after discounts, and two sales on one day count as one visit', async () => {
  const id = till.client.clientId!
  expect(await spendingOf(id)).toEqual({ total_spent: 0, visits: 0 })
  await till.send(till.order([till.peel()], { discount: 250.5, is_discounted: 'yes' }))
  await till.send(till.order([till.glow()]))
  await till.send(till.order([till.peel()], { customer_name: till.otherClient.name, user_id: till.otherClient.id }))
  expect(await spendingOf(id)).toEqual({ total_spent: 3_750, visits: 1 })
})

test('a completed visit is one of the client’s visits, and their last visit, even before it is paid', async () => {
  const id = till.otherClient.clientId!
  const before = await spendingOf(id)
  const visit = await till.appointment(till.otherClient)
  for (const status of ['on-going', 'completed'] as const)
    await desk()(appointmentsContract.updateStatus, { params: { id: visit }, body: { status } })
  expect(await detailOf(id)).toMatchObject({ last_visit: '2026-11-21' })
  expect((await spendingOf(id)).total_spent).toBe(before.total_spent)
  expect((await spendingOf(id)).visits).toBe(1)
})

test('each paid service in a history refers to its sale, so that the receipt can be opened', async () => {
  const [entry] = (await detailOf(till.client.clientId!)).services_availed
  const { data } = await desk()(salesContract.receipt, { params: { id: entry!.sale_id! } })
  expect(data.receipt_number).toBe(entry!.receipt_number)
})

test('the spending of a client who does not exist gets a 404', async () => {
  const strange = spendingOf('01900000-0000-7000-8000-00000000dead')
  await expect(strange).rejects.toMatchObject({ status: 404 })
})
