import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { avoidMidnight } from '#server/cash/killed-books-fixture.ts'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { failEachStatement } from '#server/test/fail-statements.ts'
import { sendAndKill } from '#server/test/send-and-kill.ts'
import { DEPOSIT_OUTCOMES, depositsContract } from '#shared/deposits/contract.ts'
import { booksContract } from '#shared/reports/books-contract.ts'
import { salesContract } from '#shared/sales/contract.ts'
import { drillSize, recordFigure } from '../../scripts/test/drill-form.ts'
import { openDepositClinic, type DepositClinic } from './deposits-fixture.ts'

/** How many times the test kills the server at each step of a deposit: once in a test run, more often in a drill. */
const KILLS = drillSize('kills after the acts of a deposit', 1)

const CASH = { method: 'cash', received: 500 } as const

/** Creates a client with a booked visit whose deposit of ₱500 is not paid yet. */
async function requestedDeposit(clinic: DepositClinic) {
  const client = await clinic.newClient()
  const { appointment_id } = await clinic.bookNext(client)
  const { id } = (await clinic.list('requested')).find(({ visit }) => visit.appointment_id === appointment_id)!
  return { client, id, appointment_id }
}

/** The entries of a deposit's account, each as kind and pesos. */
const entriesOf = async ({ db }: DepositClinic, id: string) =>
  (
    await db
      .selectFrom('prepaid_entries')
      .innerJoin('deposits', 'deposits.account_id', 'prepaid_entries.account_id')
      .select(['kind', 'prepaid_entries.amount_centavos'])
      .where('deposits.id', '=', id)
      .orderBy('position')
      .execute()
  ).map(({ kind, amount_centavos }) => [kind, amount_centavos / 100])

/** Checks that nothing was written twice or only in part: the drawer, the readings, the accounts and the sums agree. */
async function expectSoundBooks(clinic: DepositClinic, sales: number): Promise<void> {
  expect((await clinic.recount()).findings).toEqual([])
  expect(await checkBooks(clinic.db)).toMatchObject({ ...balanced, sales })
  expect((await clinic.asAdmin(booksContract.checkBooks, {})).data).toMatchObject({ findings: [], finding_count: 0 })
}

/** Verifies a deposit, kills the server right after that, and repeats the request. */
async function verifyAndKill(clinic: DepositClinic, id: string) {
  const { token } = clinic.till.cashier
  const key = randomUUID()
  await sendAndKill(clinic.server, { url: depositsContract.verify.url.replace(':id', id), body: CASH, key, token })
  return (await clinic.asCashier(depositsContract.verify, { params: { id }, body: CASH }, { idempotencyKey: key })).data
}

/** Gives a deposit back or keeps it, kills the server right after that, and repeats the request. */
async function settleAndKill(
  clinic: DepositClinic,
  id: string,
  body: { outcome: 'returned' | 'kept'; amount: number; reason: string },
) {
  const { token } = clinic.admin
  const key = randomUUID()
  await sendAndKill(clinic.server, { url: depositsContract.settle.url.replace(':id', id), body, key, token })
  return (await clinic.asAdmin(depositsContract.settle, { params: { id }, body }, { idempotencyKey: key })).data
}

test(
  'a server killed right after a deposit was verified, used, given back or kept has recorded each step once, and all books agree',
  async () => {
    await avoidMidnight(KILLS)
    // The programs that the test starts use the real time, so the clinic does too.
    const clinic = await openDepositClinic({ now: new Date() })
    onTestFinished(() => clinic.server.close())
    for (let round = 1; round <= KILLS; round++) {
      const { client, id } = await requestedDeposit(clinic)
      expect(await verifyAndKill(clinic, id)).toMatchObject({
        status: 'paid',
        balance: 500,
        visit: { status: 'confirmed' },
      })
      const body = clinic.peelWithDeposit(client, id, 300)
      const key = randomUUID()
      await sendAndKill(clinic.server, { url: salesContract.checkout.url, body, key, token: clinic.till.cashier.token })
      expect((await clinic.till.send(body, key)).receipt_number).toBe(round)
      const returned = await settleAndKill(clinic, id, { outcome: 'returned', amount: 200, reason: 'Paid by cash' })
      expect(returned).toMatchObject({ status: 'returned', balance: 0 })
      expect(await entriesOf(clinic, id)).toEqual([
        ['sold', 500],
        ['paid', -300],
        ['void', -200],
      ])
      const other = await requestedDeposit(clinic)
      await clinic.verify(other.id, CASH)
      const kept = await settleAndKill(clinic, other.id, { outcome: 'kept', amount: 500, reason: 'Did not come' })
      expect(kept).toMatchObject({ status: 'kept', balance: 0 })
      expect(await entriesOf(clinic, other.id)).toEqual([
        ['sold', 500],
        ['kept', -500],
      ])
      await expectSoundBooks(clinic, round)
    }
    recordFigure({ what: 'kills right after the acts of a deposit, each recorded once', value: KILLS * 4 })
  },
  120_000 + KILLS * 90_000,
)

test('if any statement fails while a deposit is reported, verified, used, given back or kept, nothing changes', async () => {
  const clinic = await openDepositClinic({ poolSize: 12 })
  onTestFinished(async () => {
    vi.restoreAllMocks()
    await clinic.server.close()
  })
  const failEach = (work: () => Promise<unknown>) => failEachStatement(clinic.db, work)
  const { client, id, appointment_id } = await requestedDeposit(clinic)
  const statements = [
    await failEach(() => clinic.report(client, appointment_id, 'GC 1')),
    await failEach(() => clinic.verify(id, CASH)),
    await failEach(() => clinic.till.send(clinic.peelWithDeposit(client, id, 300))),
  ]
  for (const outcome of DEPOSIT_OUTCOMES) {
    const paid = await clinic.paidDeposit(client)
    statements.push(await failEach(() => clinic.settle(paid.id, outcome)))
  }
  for (const count of statements) expect(count).toBeGreaterThan(5)
  await expectSoundBooks(clinic, 1)
})
