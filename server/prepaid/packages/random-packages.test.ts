import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { OWN_VALUES } from '#server/merges/merge-fixture.ts'
import { chance } from '#server/test/chance.ts'
import { createUser, type TestUser } from '#server/test/factories.ts'
import { addDays } from '#shared/lib/manila-time.ts'
import { mergesContract } from '#shared/merges/contract.ts'
import { ownedPackagesContract } from '#shared/prepaid/owned-packages-contract.ts'
import type { OfferedPackage, SoldPackage } from '#shared/prepaid/package-contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { refundContract } from '#shared/sales/refunds/refund-contract.ts'
import { drillSize, recordFigure } from '../../../scripts/test/drill-form.ts'
import { openPackageClinic, type PackageClinic } from './packages-fixture.ts'

/** How many random acts (sales, uses, transfers and the like) the test performs. */
const ACTS = drillSize('acts with packages', 40)
/** The seed of the random acts; with another seed the test performs other acts. */
const SEED = 20_261_129

/** A sold package as the test knows it: its owner, and the sessions that are free, each with its value. */
type Package = { sold: SoldPackage; owner: TestUser; free: Map<string, number> }
type Sale = { id: string; date: string; by: Package; session: string; value: number; isOver: boolean }

/** Computes which sessions each package must have, independently of the app. */
class History {
  readonly packages: Package[] = []
  readonly sales: Sale[] = []
  date = '2026-11-21'
  merges = 0
  transfers = 0
  private shiftId: string
  private readonly below = chance(SEED)

  constructor(
    private readonly clinic: PackageClinic,
    private readonly clients: TestUser[],
    private readonly offers: readonly OfferedPackage[],
  ) {
    this.shiftId = clinic.shift.id
  }

  private pick<T>(from: readonly T[]): T | undefined {
    return from[this.below(Math.max(1, from.length))]
  }

  private async sell(): Promise<void> {
    const owner = this.pick(this.clients)!
    const sold = await this.clinic.sellPackage(this.pick(this.offers)!, { user_id: owner.id })
    const free = new Map(
      sold.services.flatMap(({ left }) => left.map(({ id, value }): [string, number] => [id, value])),
    )
    expect([...free.values()].reduce((sum, value) => sum + Math.round(value * 100), 0)).toBe(sold.price * 100)
    this.packages.push({ sold, owner, free })
  }

  /** A till order in which the owner of a package uses its first unused session; null if no session is left. */
  private order(by: Package) {
    const [service, session] =
      by.sold.services
        .flatMap((one) => one.left.map((left) => [one, left] as const))
        .find(([, { id }]) => by.free.has(id)) ?? []
    if (!service || !session) return null
    const { till } = this.clinic
    const line = [till.peel(), till.glow()].find(({ service_id }) => service_id === service.service_id)!
    const from = service.left.indexOf(session)
    const person = { user_id: by.owner.id, customer_name: by.owner.name }
    const body = this.clinic.orderOf([{ line, by: by.sold, from }], person)
    return { body, session: session.id, value: session.value }
  }

  /** Uses a session, several times at once in every other act; only one of these sales succeeds. */
  private async use(): Promise<void> {
    const by = this.pick(this.packages)
    const order = by && this.order(by)
    if (!by || !order) return
    const times = this.below(2) === 0 ? 1 : 4
    const sent = await Promise.allSettled(
      Array.from({ length: times }, () => this.clinic.till.send(order.body, randomUUID())),
    )
    const made = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(made).toHaveLength(1)
    const { session, value } = order
    by.free.delete(session)
    this.sales.push({ id: made[0]!.id, date: this.date, by, session, value, isOver: false })
  }

  private giveBack(sale: Sale): void {
    sale.isOver = true
    sale.by.free.set(sale.session, sale.value)
  }

  private async voidSale(): Promise<void> {
    const sale = this.pick(this.sales.filter(({ date, isOver }) => date === this.date && !isOver))
    if (!sale) return
    await this.clinic.asAdmin(salesContract.voidSale, { params: { id: sale.id }, body: { reason: 'Wrong client' } })
    this.giveBack(sale)
  }

  private async refund(): Promise<void> {
    const sale = this.pick(this.sales.filter(({ date, isOver }) => date < this.date && !isOver))
    if (!sale) return
    const body = {
      lines: [{ position: 1, quantity: 1 }],
      total: sale.value,
      method: this.below(2) === 0 ? ('cash' as const) : ('prepaid' as const),
      reason: 'Allergic reaction',
    }
    const { credit } = await this.clinic.asAdmin(
      refundContract.refund,
      { params: { id: sale.id }, body },
      { idempotencyKey: randomUUID() },
    )
    expect(credit).toBeUndefined()
    this.giveBack(sale)
  }

  /** Gives a package to a client, and is refused for the client who has it and for a package without sessions. */
  private async transfer(): Promise<void> {
    const one = this.pick(this.packages)
    const to = this.pick(this.clients)!
    if (!one) return
    const given = this.clinic.asCashier(ownedPackagesContract.transfer, {
      params: { id: one.sold.id },
      body: { user_id: to.id },
    })
    if (one.owner === to) expect((await errorOf(given)).status).toBe(422)
    else if (one.free.size === 0) expect((await errorOf(given)).status).toBe(409)
    else {
      await given
      one.owner = to
      this.transfers += 1
    }
  }

  private async mergeClients(): Promise<void> {
    if (this.clients.length < 2) return
    const [kept, other] = [this.clients[0]!, this.clients.pop()!]
    const ids = { id: kept.clientId!, other_id: other.clientId! }
    const { data } = await this.clinic.asAdmin(mergesContract.compare, { params: ids })
    const body = { other_id: ids.other_id, other_version: data.other.version, takes: OWN_VALUES }
    const headers = { 'if-match': String(data.kept.version) }
    await this.clinic.asAdmin(mergesContract.merge, { params: { id: ids.id }, body }, { headers })
    this.merges += 1
    for (const one of this.packages) if (one.owner === other) one.owner = kept
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
    const acts = [this.sell, this.use, this.use, this.use, this.use, this.voidSale, this.voidSale]
    const all = [...acts, this.refund, this.refund, this.closeDay, this.mergeClients, this.transfer, this.transfer]
    await all[this.below(all.length)]!.call(this)
  }

  /** The free sessions and the balance of each open package, as the test has computed them. */
  expected(): [string, string[], number][] {
    return this.packages
      .filter(({ free }) => free.size > 0)
      .map(({ sold, free }): [string, string[], number] => [
        sold.id,
        [...free.keys()].toSorted(),
        [...free.values()].reduce((sum, value) => sum + Math.round(value * 100), 0),
      ])
      .toSorted()
  }

  async actual(): Promise<[string, string[], number][]> {
    const open: SoldPackage[] = []
    for (const client of this.clients) open.push(...(await this.clinic.openPackages(client)))
    return open
      .map(({ id, services, balance }): [string, string[], number] => [
        id,
        services.flatMap(({ left }) => left.map((session) => session.id)).toSorted(),
        Math.round(balance * 100),
      ])
      .toSorted()
  }
}

test('random sequences of actions with packages use no session twice and lose no centavo, and all sums of the books are right', async () => {
  const clinic = await openPackageClinic({ poolSize: 20 })
  onTestFinished(() => clinic.till.server.close())
  const { db } = clinic.till.server
  const clients = []
  for (const name of ['Ana Cruz', 'Bea Reyes', 'Carla Santos', 'Dina Lim'])
    clients.push(await createUser(db, 'client', { name }))
  const { serviceId, otherServiceId } = clinic.till.catalogue
  const offers = [
    // The price divided by the number of sessions is not a whole number of centavos.
    await clinic.offer({
      name: 'Three Peels',
      price: 1000,
      services: [{ service_id: serviceId, sessions: 3 }],
      is_transferable: true,
    }),
    await clinic.offer({
      name: 'Glow and Peel',
      price: 7777.77,
      is_transferable: true,
      services: [
        { service_id: serviceId, sessions: 4 },
        { service_id: otherServiceId, sessions: 2 },
      ],
    }),
  ]
  const history = new History(clinic, clients, offers)
  for (let n = 0; n < ACTS; n++) {
    await history.act()
    expect(await history.actual(), `after act ${n}`).toEqual(history.expected())
  }
  expect(history.sales.length).toBeGreaterThan(ACTS / 10)
  expect(history.transfers).toBeGreaterThan(0)
  expect(await clinic.wrongSessions()).toEqual([])
  expect(await clinic.wrongBalances()).toEqual([])
  // After a merge, the retired client record still counts the services whose history has moved to the remaining record.
  const { historyOff, ...books } = await checkBooks(db)
  expect({ ...books, historyOff: 0 }).toMatchObject(balanced)
  expect(historyOff).toBeLessThanOrEqual(history.merges)
  expect((await clinic.recount()).findings).toEqual([])
  recordFigure({
    what: 'random acts with packages; after each act, the free sessions and the balance of every package were those of the second set of books',
    value: ACTS,
  })
})
