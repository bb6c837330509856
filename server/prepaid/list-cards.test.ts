import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf } from '#server/sales/till-fixture.ts'
import { addDepositRow } from '#server/test/deposit-row.ts'
import { createUser } from '#server/test/factories.ts'
import { depositsContract } from '#shared/deposits/contract.ts'
import type { Input } from '#shared/lib/endpoint.ts'
import { cardListContract } from '#shared/prepaid/card-list-contract.ts'
import { cardEnding } from '#shared/prepaid/card-number.ts'
import type { PrepaidCard } from '#shared/prepaid/contract.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { openPackageClinic, type PackageClinic } from './packages/packages-fixture.ts'

let clinic: PackageClinic
let cards: { unused: PrepaidCard; used: PrepaidCard; voided: PrepaidCard; partly: PrepaidCard }

beforeAll(async () => {
  clinic = await openPackageClinic()
  const used = await clinic.sellCard(1500, { buyer_name: 'José Peñaflor' })
  const partly = await clinic.sellCard(2000, { recipient_name: 'Ana Cruz' })
  const unused = await clinic.sellCard(700)
  const voided = await clinic.sellCard(900)
  const { till } = clinic
  const full = await till.send(clinic.peelWith(used))
  await till.send(clinic.peelWith(partly, 1000))
  await clinic.voidCard(voided.id)
  await clinic.beginDay('2026-11-22')
  await clinic.asAdmin(
    refundContract.refund,
    {
      params: { id: full.id },
      body: { lines: [{ position: 1, quantity: 1 }], total: 1500, method: 'prepaid', reason: 'Not happy' },
    },
    { idempotencyKey: randomUUID() },
  )
  await clinic.sellPackage(await clinic.offer())
  const client = await createUser(till.server.db, 'client')
  const id = await addDepositRow(till.server.db, client, await till.appointment(client))
  await clinic.asCashier(
    depositsContract.verify,
    { params: { id }, body: { method: 'gcash', reference_number: 'GC 4471' } },
    { idempotencyKey: randomUUID() },
  )
  cards = { unused, used, voided, partly }
})
afterAll(() => clinic.till.server.close())

const list = (query: Input<typeof cardListContract.list>['querystring'] = {}) =>
  clinic.asCashier(cardListContract.list, { querystring: query })
const endingsOf = async (query: Parameters<typeof list>[0]) => (await list(query)).data.map(({ ending }) => ending)
const endOf = ({ card_number }: PrepaidCard) => cardEnding(card_number)

test('all gift cards and store credits are listed with their status and sums, without packages, deposits and whole card numbers', async () => {
  const answer = await list()
  expect(answer.data.map(({ kind, state, amount, balance }) => [kind, state, amount, balance])).toEqual(
    expect.arrayContaining([
      ['store_credit', 'unused', 1500, 1500],
      ['gift_card', 'void', 900, 0],
      ['gift_card', 'unused', 700, 700],
      ['gift_card', 'partly_used', 2000, 1000],
      ['gift_card', 'used_up', 1500, 0],
    ]),
  )
  expect(answer).toMatchObject({ total: 5, summary: { amount: 6600, balance: 3200 } })
  expect(answer.data.find(({ kind }) => kind === 'store_credit')).toMatchObject({
    holder_name: clinic.till.client.name,
    method: null,
    can_be_voided: false,
  })
  expect(answer.data.filter((one) => one.can_be_voided).map(({ ending }) => ending)).toEqual([endOf(cards.unused)])
  const text = JSON.stringify(answer)
  for (const { card_number } of Object.values(cards)) {
    expect(text).not.toContain(card_number)
    expect(text).not.toContain(card_number.replaceAll('-', ''))
  }
})

test('the list of gift cards and store credits is filtered by kind, status, name in any spelling and the last four letters, and divided into pages', async () => {
  expect(await endingsOf({ state: 'partly_used' })).toEqual([endOf(cards.partly)])
  expect((await list({ kind: 'store_credit' })).summary).toEqual({ amount: 1500, balance: 1500 })
  expect(await endingsOf({ search: 'penaflor jose' })).toEqual([endOf(cards.used)])
  expect(await endingsOf({ search: 'ana' })).toContain(endOf(cards.partly))
  expect(await endingsOf({ search: endOf(cards.voided).toLowerCase() })).toContain(endOf(cards.voided))
  expect(await endingsOf({ search: cards.voided.card_number })).toEqual([])
  expect(await endingsOf({ search: 'nobody of this name' })).toEqual([])
  const pages = await Promise.all([1, 2, 3].map((page) => list({ page, per_page: 2 })))
  const ids = pages.flatMap(({ data }) => data.map(({ id }) => id))
  expect([new Set(ids).size, pages.map(({ total }) => total)]).toEqual([5, [5, 5, 5]])
})

test('each entry of a card names its document and the balance after it; the calls for cards do not find packages and deposits', async () => {
  const entriesOf = async (id: string) => (await clinic.asCashier(cardListContract.entries, { params: { id } })).data
  expect(await entriesOf(cards.partly.id)).toMatchObject([
    { kind: 'sold', date: '2026-11-21', document: null, amount: 2000, balance: 2000 },
    { kind: 'paid', document: { name: expect.stringMatching(/^Receipt \d{6}$/) }, amount: -1000, balance: 1000 },
  ])
  const [credit] = (await list({ kind: 'store_credit' })).data
  expect(await entriesOf(credit!.id)).toMatchObject([
    {
      kind: 'given_back',
      date: '2026-11-22',
      document: { name: expect.stringMatching(/^Receipt refund \d{6}$/) },
      balance: 1500,
    },
  ])
  const others = clinic.till.server.db.selectFrom('prepaid_accounts').select('id')
  const ids = (await others.where('kind', 'in', ['package', 'deposit']).execute()).map(({ id }) => id)
  expect(ids).toHaveLength(2)
  for (const id of [...ids, randomUUID()]) {
    expect((await errorOf(entriesOf(id))).status).toBe(404)
    expect((await errorOf(clinic.voidCard(id))).status).toBe(404)
  }
})
