import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { cashMessages } from '#shared/cash/messages.ts'
import { tillActionsContract } from '#shared/cash/till-actions-contract.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { sendTillActions } from '#web/cash/till-actions.ts'
import { beginSession, expireSession } from '#web/lib/session/session.ts'
import { now } from '#web/lib/use-now.ts'
import { visit } from '#web/test/samples.ts'
import {
  answer,
  answerLater,
  asked,
  drawScreen,
  letPass,
  loseConnection,
  personOfRole,
  refuse,
  sentBodies,
  stopTime,
} from '#web/test/screen.tsx'
import { beginNextOrder, clearOrder, currentOrder, dispatchOrder } from './order-store.ts'
import { add, addTo, glow, light, peel } from './order-samples.ts'
import { visitOf } from './order.ts'

const KEPT = 'mutya.till-actions'
const recorded = { message: cashMessages.actionsRecorded }
const call = `${tillActionsContract.record.method} ${tillActionsContract.record.url}`

type Sent = { actions: { id: string; kind: string; description: string; amount: number; seconds_ago: number }[] }
const sent = () => (sentBodies as Sent[]).flatMap(({ actions }) => actions)
const factsOf = ({ kind, description, amount }: Sent['actions'][number]) => [kind, description, amount]
const kept = () => JSON.parse(localStorage.getItem(KEPT) ?? '[]') as unknown[]

beforeEach(() => {
  stopTime()
  answer(tillActionsContract.record, recorded)
  drawScreen(<p>Till</p>, { role: 'cashier' })
  beginNextOrder()
})

test('deleted lines, deleted add-ons and reduced quantities are reported together as till actions, at prices before discounts', async () => {
  dispatchOrder(add(peel))
  dispatchOrder(addTo(light))
  dispatchOrder(add(glow))
  dispatchOrder({ type: 'discount', changes: { isOn: true, amount: '100' } })
  dispatchOrder({ type: 'service-quantity', serviceId: glow.serviceId, quantity: 5 })
  dispatchOrder({ type: 'service-quantity', serviceId: glow.serviceId, quantity: 2 })
  dispatchOrder({ type: 'remove-service', serviceId: peel.serviceId })
  expect(asked).toEqual([])
  await letPass(4)
  expect(sent().map(factsOf)).toEqual([
    ['line_deleted', '3 × Hydra glow', 7501.5],
    ['line_deleted', 'Diamond peel', 1500],
    ['line_deleted', 'LED light', 350],
  ])
  expect(sent()[0]).toMatchObject({ cashier_id: personOfRole('cashier').id, seconds_ago: 4 })
  expect(kept()).toEqual([])
})

test('changed prices, services that are no longer offered and a paid order are not reported as deletions at the till', async () => {
  dispatchOrder(add(peel))
  dispatchOrder(add(glow))
  dispatchOrder({ type: 'service-quantity', serviceId: glow.serviceId, quantity: 3 })
  dispatchOrder({ type: 'reprice', prices: { services: [], add_ons: [] } })
  beginNextOrder()
  await letPass(60)
  expect(asked).toEqual([])
})

test('a cleared order is reported as a till action once Undo is no longer offered, and a restored order is not reported', async () => {
  dispatchOrder(add(peel))
  clearOrder()
  await letPass(6)
  expect(asked).toEqual([])
  await letPass(5)
  expect(sent().map(factsOf)).toEqual([['order_dropped', 'Diamond peel', 1500]])
  dispatchOrder(add(glow))
  clearOrder()
  await letPass(1)
  act(() => screen.getByText(s.undo, { selector: 'button, button *' }).click())
  expect(currentOrder().lines).toHaveLength(1)
  await letPass(60)
  expect(sent()).toHaveLength(1)
})

test('an order that is replaced by the payment of a visit is reported as abandoned; an empty order is not reported', async () => {
  const begin = (key: string) =>
    dispatchOrder({ type: 'begin-visit', key: `01900000-0000-7000-8000-${key}`, visit: visitOf(visit), services: [] })
  begin('000000000091')
  dispatchOrder(add(peel))
  begin('000000000092')
  await letPass(4)
  expect(sent().map(factsOf)).toEqual([['order_dropped', 'Diamond peel', 1500]])
})

test('without a connection till actions stay on the device, and are sent later with their age, each under its id', async () => {
  loseConnection(tillActionsContract.record)
  dispatchOrder(add(peel))
  dispatchOrder({ type: 'remove-service', serviceId: peel.serviceId })
  await letPass(4)
  expect(kept()).toHaveLength(1)
  await letPass(30)
  const tries = sent().map(({ id }) => id)
  expect(tries.length).toBeGreaterThan(1)
  const arrive = answerLater(tillActionsContract.record, recorded)
  window.dispatchEvent(new Event('online'))
  await letPass(1)
  window.dispatchEvent(new Event('online'))
  arrive()
  await letPass(60)
  expect(new Set(sent().map(({ id }) => id))).toEqual(new Set(tries.slice(0, 1)))
  expect(sent()).toHaveLength(tries.length + 1)
  expect(sent().at(-1)!.seconds_ago).toBeGreaterThanOrEqual(34)
  expect(kept()).toEqual([])
})

test('a cleared order that could still be undone is reported before a shift is closed', async () => {
  dispatchOrder(add(peel))
  clearOrder()
  await sendTillActions(true)
  expect(sent().map(factsOf)).toEqual([['order_dropped', 'Diamond peel', 1500]])
})

test('a cleared order can be restored as long as Undo is shown, and a restored order is never reported as abandoned', async () => {
  dispatchOrder(add(peel))
  clearOrder()
  await letPass(1)
  const undo = screen.getByText(s.undo, { selector: 'button, button *' })
  act(() => undo.closest('button')!.focus())
  await letPass(60)
  expect(asked).toEqual([])
  act(() => undo.click())
  await letPass(60)
  expect(currentOrder().lines).toHaveLength(1)
  expect(asked).toEqual([])
  expect(kept()).toEqual([])
})

test('an order that was reported as abandoned can no longer be restored', async () => {
  dispatchOrder(add(peel))
  clearOrder()
  await letPass(1)
  const undo = screen.getByText(s.undo, { selector: 'button, button *' })
  await sendTillActions(true)
  act(() => undo.click())
  expect(currentOrder().lines).toEqual([])
  await letPass(1)
  expect(screen.queryByText(s.undo)).toBeNull()
  expect(sent().map(factsOf)).toEqual([['order_dropped', 'Diamond peel', 1500]])
})

test('the report of a till action stays within the server’s limits: its amount is capped and no character is cut in half', async () => {
  const name = `${'x'.repeat(199)}💆`
  dispatchOrder(add({ ...peel, name, price: 999_999_999 }))
  dispatchOrder({ type: 'service-quantity', serviceId: peel.serviceId, quantity: 2 })
  dispatchOrder({ type: 'remove-service', serviceId: peel.serviceId })
  dispatchOrder(add({ ...peel, name }))
  dispatchOrder({ type: 'remove-service', serviceId: peel.serviceId })
  await letPass(4)
  expect(sent().map(({ amount }) => amount)).toEqual([9_999_999.99, 1500])
  expect(sent()[1]!.description).toBe('x'.repeat(199))
})

test('a very old till action is reported with the largest age that the server accepts', async () => {
  loseConnection(tillActionsContract.record)
  dispatchOrder(add(peel))
  dispatchOrder({ type: 'remove-service', serviceId: peel.serviceId })
  vi.setSystemTime(Date.now() + 40 * 86_400_000)
  await sendTillActions()
  expect(sent()[0]!.seconds_ago).toBe(31 * 86_400)
})

test('a till action is kept and sent again after an error that is not the server’s, and after an expired session', async () => {
  refuse(tillActionsContract.record, { status: 404 })
  dispatchOrder(add(peel))
  dispatchOrder({ type: 'remove-service', serviceId: peel.serviceId })
  await letPass(4)
  expect(kept()).toHaveLength(1)
  expireSession()
  await letPass(60)
  expect(sent()).toHaveLength(1)
  answer(tillActionsContract.record, recorded)
  beginSession(personOfRole('cashier'))
  await letPass(30)
  expect(sent()).toHaveLength(2)
  expect(kept()).toEqual([])
})

test('a till action that the server refuses for good does not delay the other actions', async () => {
  const action = { kind: 'drawer_opened', amount: 0, terminalId: 'gone', cashierId: 'x', at: now().getTime() }
  const waiting = ['', 'Change'].map((description) => ({
    ...action,
    id: crypto.randomUUID(),
    description,
    sendFrom: 0,
  }))
  localStorage.setItem(KEPT, JSON.stringify([...waiting, { damaged: true }]))
  window.dispatchEvent(new StorageEvent('storage', { key: KEPT }))
  refuse(tillActionsContract.record, { status: 422, message: 'This value is not valid.' })
  await sendTillActions()
  expect(asked).toEqual([call, call, call])
  expect(sent().map(({ description }) => description)).toEqual(['', 'Change', '', 'Change'])
  expect(kept()).toEqual([])
})
