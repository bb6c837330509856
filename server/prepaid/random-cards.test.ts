import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { errorOf } from '#server/sales/till-fixture.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { OWN_VALUES } from '#server/merges/merge-fixture.ts'
import { chance } from '#server/test/chance.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { mergesContract } from '#shared/merges/contract.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reports } from '#shared/reports/reports.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { drillSize, recordFigure } from '../../scripts/test/drill-form.ts'
import { openPrepaidClinic, type PrepaidClinic } from './prepaid-fixture.ts'

/** How many random acts (sales, payments, voids and the like) the test performs. */
const ACTS = drillSize('acts with gift cards', 40)
/** The seed of the random acts; with another seed the test performs other acts. */
const SEED = 20_261_128
const PEEL = 1500

type Card = {
  id: string
  number: string
  kind: 'gift_card' | 'store_credit'
  amount: number
  balance: number
  isVoid: boolean
}
type Sale = { id: string; date: string; state: 'sold' | 'voided' | 'refunded'; paid: [Card, number][] }

/** Computes what each gift card and store credit must have, independently of the app. */
class History {
  readonly cards: Card[] = []
  readonly sales: Sale[] = []
  date = '2026-11-21'
  shiftId: string
  private references = 0
  private readonly below = chance(SEED)

  constructor(
    private readonly clinic: PrepaidClinic,
    private readonly buyers: TestUser[],
  ) {
    this.shiftId = clinic.shift.id
  }

  private pick<T>(from: readonly T[]): T | undefined {
    return from[this.below(Math.max(1, from.length))]
  }

  private async sell(): Promise<void> {
    const amount = 100 + this.below(3000)
    const isByWallet = this.below(2) === 0
    const card = await this.clinic.sellCard(amount, {
      client_id: this.pick(this.buyers)!.clientId,
      ...(isByWallet && { method: 'gcash', reference_number: `RC-${this.references++}` }),
    })
    const { id, card_number: number, kind } = card
    this.cards.push({ id, number, kind, amount, balance: amount, isVoid: false })
  }

  /** The order of a peel that gift cards pay in part or fully, and cash the rest. */
  private orderWith(paid: readonly [Card, number][]) {
    const rest = PEEL - paid.reduce((sum, [, amount]) => sum + amount, 0)
    const byCard = paid.map(([{ number }, amount]) => ({
      method: 'prepaid' as const,
      amount,
      reference_number: number,
    }))
    const { till } = this.clinic
    const cash = rest === 0 ? [] : [{ method: 'cash' as const, amount: rest, received: rest }]
    return till.order([till.peel()], { payments: [...byCard, ...cash] })
  }

  private record(id: string, paid: [Card, number][]): void {
    for (const [card, amount] of paid) card.balance -= amount
    this.sales.push({ id, date: this.date, state: 'sold', paid })
  }

  /** Pays with one gift card or two, sometimes with more than is left, which is refused and changes nothing. */
  private async pay(): Promise<void> {
    const first = this.pick(this.cards)
    if (!first) return
    const second = this.pick(this.cards)!
    const both = this.below(3) === 0 && second !== first ? [first, second] : [first]
    const paid = both.map((card): [Card, number] => [card, 1 + this.below(Math.min(PEEL / 2, card.balance + 50))])
    const isRight = paid.every(([card, amount]) => !card.isVoid && amount <= card.balance)
    const order = this.orderWith(paid)
    if (isRight) this.record((await this.clinic.till.send(order)).id, paid)
    else expect([409, 422]).toContain((await this.clinic.till.error(order)).status)
  }

  /** Four tills pay with more than half of one gift card at once; one of them succeeds. */
  private async payAtOnce(): Promise<void> {
    const card = this.pick(this.cards.filter(({ balance, isVoid }) => !isVoid && balance > 1))
    if (!card) return
    const paid: [Card, number] = [card, Math.min(PEEL, Math.floor(card.balance / 2) + 1)]
    const most = Math.floor(card.balance / paid[1])
    const sent = await Promise.allSettled(
      [1, 2, 3, 4].map(() => this.clinic.till.send(this.orderWith([paid]), randomUUID())),
    )
    const sold = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
    expect(sold).toHaveLength(Math.min(4, most))
    for (const id of sold) this.record(id, [paid])
  }

  private async voidSale(): Promise<void> {
    const sale = this.pick(this.sales.filter(({ date, state }) => date === this.date && state === 'sold'))
    if (!sale) return
    await this.clinic.asAdmin(salesContract.voidSale, { params: { id: sale.id }, body: { reason: 'Wrong client' } })
    sale.state = 'voided'
    for (const [card, amount] of sale.paid) card.balance += amount
  }

  private async voidCard(): Promise<void> {
    const card = this.pick(this.cards)
    if (!card) return
    if (card.kind === 'gift_card' && !card.isVoid && card.balance === card.amount) {
      await this.clinic.voidCard(card.id)
      Object.assign(card, { balance: 0, isVoid: true })
    } else expect((await errorOf(this.clinic.voidCard(card.id))).status).toBe(409)
  }

  private async refundAsCredit(): Promise<void> {
    const sale = this.pick(this.sales.filter(({ date, state }) => date < this.date && state === 'sold'))
    if (!sale) return
    const body = {
      lines: [{ position: 1, quantity: 1 }],
      total: PEEL,
      method: 'prepaid' as const,
      reason: 'Allergic reaction',
    }
    const { credit } = await this.clinic.asAdmin(
      refundContract.refund,
      { params: { id: sale.id }, body },
      { idempotencyKey: randomUUID() },
    )
    sale.state = 'refunded'
    const { id, card_number: number, kind } = credit!
    this.cards.push({ id, number, kind, amount: PEEL, balance: PEEL, isVoid: false })
  }

  private async mergeBuyers(): Promise<void> {
    if (this.buyers.length < 2) return
    const [kept, other] = [this.buyers[0]!, this.buyers.pop()!]
    const ids = { id: kept.clientId!, other_id: other.clientId! }
    const { data } = await this.clinic.asAdmin(mergesContract.compare, { params: ids })
    const body = { other_id: ids.other_id, other_version: data.other.version, takes: OWN_VALUES }
    const headers = { 'if-match': String(data.kept.version) }
    await this.clinic.asAdmin(mergesContract.merge, { params: { id: ids.id }, body }, { headers })
  }

  private async closeDay(): Promise<void> {
    const { clinic } = this
    const { expected } = (await clinic.x(this.shiftId)).shifts[0]!
    await clinic.close(this.shiftId, expected!)
    await clinic.closeDay(this.date)
    this.date = addDays(this.date, 1)
    clinic.at(`${this.date}T10:00:00+08:00`)
    this.shiftId = (await clinic.open(50_000)).id
  }

  async act(): Promise<void> {
    const acts = [this.sell, this.sell, this.pay, this.pay, this.pay, this.payAtOnce, this.voidSale, this.voidCard]
    const all = [...acts, this.refundAsCredit, this.refundAsCredit, this.closeDay, this.mergeBuyers]
    await all[this.below(all.length)]!.call(this)
  }

  async balances(): Promise<[string, number][]> {
    const rows = await this.clinic.till.server.db
      .selectFrom('prepaid_accounts')
      .select(['id', 'balance_centavos'])
      .execute()
    return rows.map(({ id, balance_centavos }): [string, number] => [id, balance_centavos / 100]).toSorted()
  }
}

async function owed(clinic: PrepaidClinic, to: string): Promise<number> {
  const { data } = await clinic.asAdmin(reportsContract.read, {
    params: { report: 'money-paid-ahead' },
    querystring: { from: '2026-11-21', to },
  })
  return Number(data.totals[reports['money-paid-ahead'].columns.findIndex(({ key }) => key === 'owed')])
}

test('random sequences of actions with gift cards and store credit lose no centavo and use none twice, and all sums of the books are right', async () => {
  const clinic = await openPrepaidClinic({ poolSize: 20 })
  onTestFinished(() => clinic.till.server.close())
  const { db } = clinic.till.server
  const buyers = []
  for (const name of ['Ana Cruz', 'Bea Reyes', 'Carla Santos', 'Dina Lim'])
    buyers.push(await createUser(db, 'client', { name }))
  await clinic.move(clinic.shift.id, 'in', 50_000)
  const history = new History(clinic, buyers)
  for (let n = 0; n < ACTS; n++) {
    await history.act()
    const expected = history.cards.map(({ id, balance }): [string, number] => [id, balance]).toSorted()
    expect(await history.balances(), `after act ${n}`).toEqual(expected)
  }
  expect(history.cards.length).toBeGreaterThan(ACTS / 10)
  expect(await clinic.wrongBalances()).toEqual([])
  expect(await checkBooks(db)).toMatchObject(balanced)
  expect((await clinic.recount()).findings).toEqual([])
  const left = history.cards.reduce((sum, { balance }) => sum + balance, 0)
  expect(await owed(clinic, history.date)).toBe(left)
  recordFigure({
    what: 'random acts with gift cards and store credit; after each act, every balance was that of the second set of books',
    value: ACTS,
  })
})

test('a gift card bought in 2026 still pays in 2036, and keeps the rest of its balance', async () => {
  const clinic = await openPrepaidClinic()
  onTestFinished(() => clinic.till.server.close())
  const card = await clinic.sellCard(2000)
  await clinic.close(clinic.shift.id, 4000)
  await clinic.closeDay()
  clinic.at('2036-11-21T10:00:00+08:00')
  await clinic.asAdmin(documentsContract.acceptClock, { body: { date: '2036-11-21' } })
  await clinic.open(2000)
  await clinic.till.send(clinic.peelWith(card, 1500))
  expect(await clinic.lookUp(card.card_number)).toMatchObject({ amount: 2000, balance: 500, is_void: false })
})
