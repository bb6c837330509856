import { expect, onTestFinished, test } from 'vitest'
import { OWN_VALUES } from '#server/merges/merge-fixture.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { errorOf } from '#server/sales/till-fixture.ts'
import { chance } from '#server/test/chance.ts'
import type { TestUser } from '#server/test/factories.ts'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import type { DepositStatus } from '#shared/deposits/records.ts'
import { mergesContract } from '#shared/merges/contract.ts'
import { drillSize, recordFigure } from '../../scripts/test/drill-form.ts'
import { openDepositClinic, type DepositClinic } from './deposits-fixture.ts'

/** How many random acts (bookings, payments, sales and the like) the test performs. */
const ACTS = drillSize('acts with deposits', 50)
/** The seed of the random acts; with another seed the test performs other acts. */
const SEED = 20_261_130
const DEPOSIT = 500

type Kept = { id: string; visit: string; owner: TestUser; status: DepositStatus; balance: number }
type Sale = { id: string; by: Kept; amount: number }

/** Computes the expected state of each deposit independently of the app. */
class History {
  readonly deposits: Kept[] = []
  readonly sales: Sale[] = []
  private readonly below = chance(SEED)

  constructor(
    private readonly clinic: DepositClinic,
    private readonly clients: TestUser[],
  ) {}

  private pick(...statuses: DepositStatus[]): Kept | undefined {
    const from = this.deposits.filter(({ status }) => statuses.includes(status))
    return from[this.below(Math.max(1, from.length))]
  }

  private async book(): Promise<void> {
    const owner = this.clients[this.below(this.clients.length)]!
    const { appointment_id: visit } = await this.clinic.bookNext(owner)
    const found = (await this.clinic.list('requested')).find((one) => one.visit.appointment_id === visit)!
    this.deposits.push({ id: found.id, visit, owner, status: 'requested', balance: 0 })
  }

  private async report(): Promise<void> {
    const deposit = this.pick('requested', 'reported', 'paid', 'expired')
    if (!deposit) return
    const report = this.clinic.report(deposit.owner, deposit.visit, `R-${this.below(1_000_000)}`)
    if (deposit.status === 'paid' || deposit.status === 'expired') expect((await errorOf(report)).status).toBe(409)
    else deposit.status = (await report).status
  }

  private async refuse(): Promise<void> {
    const deposit = this.pick('reported', 'requested')
    if (!deposit) return
    if (deposit.status === 'reported') deposit.status = (await this.clinic.refuse(deposit.id)).status
    else expect((await errorOf(this.clinic.refuse(deposit.id))).status).toBe(409)
  }

  /** Lets two staff members verify the same deposit at once, in cash or by wallet; it is paid only once. */
  private async verify(): Promise<void> {
    const deposit = this.pick('reported', 'requested')
    if (!deposit) return
    const body = this.below(2) === 0 ? ({ method: 'cash' } as const) : undefined
    const both = await Promise.allSettled([this.clinic.verify(deposit.id, body), this.clinic.verify(deposit.id, body)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    Object.assign(deposit, { status: 'paid', balance: DEPOSIT })
  }

  /**
   * Lets two tills pay with parts of one deposit at once; a part that is larger than the rest of the deposit is
   * refused.
   */
  private async pay(): Promise<void> {
    const deposit = this.pick('paid', 'used', 'kept', 'returned')
    if (!deposit) return
    const amount = 1 + this.below(DEPOSIT + 50)
    const order = () => this.clinic.till.send(this.clinic.peelWithDeposit(deposit.owner, deposit.id, amount))
    const both = await Promise.allSettled([order(), order()])
    const sold = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
    expect(sold).toHaveLength(Math.min(2, Math.floor(deposit.balance / amount)))
    for (const id of sold) this.sales.push({ id, by: deposit, amount })
    deposit.balance -= sold.length * amount
    if (deposit.status === 'paid' && deposit.balance === 0) deposit.status = 'used'
  }

  private async voidSale(): Promise<void> {
    const [sale] = this.sales.splice(this.below(Math.max(1, this.sales.length)), 1)
    if (!sale) return
    const { by, id, amount } = sale
    const isSettled = by.status === 'kept' || by.status === 'returned'
    if (isSettled) return expect((await errorOf(this.clinic.voidSale({ id }))).status).toBe(409)
    await this.clinic.voidSale({ id })
    Object.assign(by, { status: 'paid', balance: by.balance + amount })
  }

  private async settle(): Promise<void> {
    const deposit = this.pick('paid', 'used', 'requested')
    if (!deposit) return
    const outcome = this.below(2) === 0 ? 'returned' : 'kept'
    const call = this.clinic.settle(deposit.id, outcome, deposit.balance)
    if (deposit.balance === 0) return expect((await errorOf(call)).status).toBe(409)
    Object.assign(deposit, { status: (await call).status, balance: 0 })
  }

  private async cancelVisit(): Promise<void> {
    const deposit = this.pick('requested')
    if (!deposit) return
    await this.clinic.asCashier(appointmentsContract.updateStatus, {
      params: { id: deposit.visit },
      body: { status: 'cancelled', reason: 'clinic' },
    })
    deposit.status = 'expired'
  }

  private async mergeClients(): Promise<void> {
    if (this.clients.length < 3) return
    const [kept, other] = [this.clients[0]!, this.clients.pop()!]
    const ids = { id: kept.clientId!, other_id: other.clientId! }
    const { data } = await this.clinic.asAdmin(mergesContract.compare, { params: ids })
    const body = { other_id: ids.other_id, other_version: data.other.version, takes: OWN_VALUES }
    await this.clinic.asAdmin(
      mergesContract.merge,
      { params: { id: ids.id }, body },
      { headers: { 'if-match': String(data.kept.version) } },
    )
    for (const deposit of this.deposits) if (deposit.owner === other) deposit.owner = kept
  }

  async act(): Promise<void> {
    const acts = [this.book, this.book, this.book, this.report, this.report, this.refuse, this.verify, this.verify]
    const all = [...acts, this.pay, this.pay, this.pay, this.voidSale, this.settle, this.cancelVisit, this.mergeClients]
    await all[this.below(all.length)]!.call(this)
  }
}

test('in random sequences of actions with deposits each deposit is paid once, no centavo is lost or used twice, and all sums of the books are right', async () => {
  const clinic = await openDepositClinic()
  onTestFinished(() => clinic.till.server.close())
  const clients = []
  for (const name of ['Ana Cruz', 'Bea Reyes', 'Carla Santos', 'Dina Lim']) clients.push(await clinic.newClient(name))
  await clinic.move(clinic.shift.id, 'in', 50_000)
  const history = new History(clinic, clients)
  for (let n = 0; n < ACTS; n++) {
    await history.act()
    const groups = await Promise.all((['requested', 'reported', 'paid', 'closed'] as const).map(clinic.list))
    const stored = groups.flat().map(({ id, status, balance }) => [id, status, balance].join(' '))
    const expected = history.deposits.map(({ id, status, balance }) => [id, status, balance].join(' '))
    expect(stored.toSorted(), `after act ${n}`).toEqual(expected.toSorted())
  }
  expect(history.deposits.length).toBeGreaterThan(ACTS / 10)
  expect(history.sales.length).toBeGreaterThan(0)
  expect(await clinic.wrongBalances()).toEqual([])
  expect(await checkBooks(clinic.db)).toMatchObject(balanced)
  expect((await clinic.recount()).findings).toEqual([])
  const owed = (await clinic.owed()).reduce((sum, row) => sum + Number(row['owed']), 0)
  expect(owed).toBe(history.deposits.reduce((sum, { balance }) => sum + balance, 0))
  recordFigure({
    what: 'random acts with deposits; after each act, the status and balance of every deposit were those of the second set of books',
    value: ACTS,
  })
})
