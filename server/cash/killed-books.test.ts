import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { callerAt } from '#server/test/caller-at.ts'
import { createSession } from '#server/test/factories.ts'
import { startMain, type Program } from '#server/test/start-main.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { booksContract } from '#shared/reports/books-contract.ts'
import { prepareCardActs } from './card-acts-fixture.ts'
import { prepareRepeatableActs } from './repeatable-acts-fixture.ts'
import type { CashClinic } from './cash-fixture.ts'
import { openClinicToday, prepareActs, type Act, type People } from './killed-books-fixture.ts'
import { drillSize, recordFigure } from '../../scripts/test/drill-form.ts'

/**
 * How often the server is killed, and how often two processes compete for each operation; a drill does both more often.
 */
const KILLS = drillSize('kills during till acts', 1)

const startProcess = ({ server }: CashClinic): Program =>
  startMain({
    DATABASE_URL: server.database.appUrl,
    DATABASE_ADMIN_URL: server.database.ownerUrl,
    DATA_DIR: server.uploadsDir,
  })

/**
 * All operations that must be recorded once: those of the till, those of gift cards, and those that can be repeated
 * without effect.
 */
const actsOf = async (clinic: CashClinic, old: { id: string }, round: number): Promise<Act[]> => [
  ...(await prepareActs(clinic, old, round)),
  ...(await prepareCardActs(clinic, round)),
  ...(await prepareRepeatableActs(clinic, round)),
]

/**
 * The people of a clinic as callers of another process, with sessions of their own, because a long drill exceeds what
 * one session may send.
 */
async function peopleAt(address: URL, { server, till, admin }: CashClinic): Promise<People> {
  const callerOf = async ({ id }: { id: string }) => callerAt(address, await createSession(server.db, id))
  return { asCashier: await callerOf(till.cashier), asAdmin: await callerOf(admin) }
}

const sentenceOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'rejected' ? (outcome.reason as Error).message : null
const isRefusal = ({ refusals }: Act, sentence: string | null) =>
  sentence !== null && refusals.some((one) => sentence.startsWith(one))

/** Checks that nothing was written twice or only in part: the readings, drawers, numbers and sums are right. */
async function expectSoundBooks(clinic: CashClinic): Promise<void> {
  expect((await clinic.recount()).findings).toEqual([])
  expect(await checkBooks(clinic.server.db)).toMatchObject(balanced)
  expect((await clinic.asAdmin(booksContract.checkBooks, {})).data).toMatchObject({ findings: [], finding_count: 0 })
  const { shifts } = (await clinic.asAdmin(cashManagementContract.openShifts, {})).data
  for (const { expected } of shifts) expect(expected).toBeGreaterThanOrEqual(0)
}

/**
 * Repeats an operation twice after the server was killed, and expects that it is recorded once and that each answer
 * says so.
 */
async function expectOnceAfterKill(clinic: CashClinic, act: Act, key: string): Promise<void> {
  const wasDone = (await act.count()) === 1
  const [first] = await Promise.allSettled([act.send(clinic, key)])
  const [second] = await Promise.allSettled([act.send(clinic, key)])
  expect(await act.count(), act.name).toBe(1)
  if (act.hasKey || act.isRepeatable) {
    expect([first.status, second], act.name).toEqual(['fulfilled', first])
    return
  }
  // Without an idempotency key the till learns only from the refusal that the operation was recorded. A commit that was
  // under way when the server was killed may have ended after `wasDone` was read.
  if (wasDone || first.status === 'rejected')
    expect(isRefusal(act, sentenceOf(first)), `${act.name}: ${sentenceOf(first)}`).toBe(true)
  expect(isRefusal(act, sentenceOf(second)), `${act.name}: ${sentenceOf(second)}`).toBe(true)
}

test(
  'shift, cash and sale operations during which the server is killed are recorded once, and repeating them gives the same answer or a clear refusal',
  async () => {
    const { clinic, old } = await openClinicToday(KILLS)
    for (let round = 0; round < KILLS; round++) {
      clinic.server.clock.now = new Date()
      const acts = await actsOf(clinic, old[round]!, round)
      const dying = startProcess(clinic)
      const by = await peopleAt(await dying.address, clinic)
      const sent = acts.map((act) => ({ act, key: randomUUID() }))
      const calls = { areAnswered: false }
      const answers = Promise.allSettled(sent.map(({ act, key }) => act.send(by, key))).then(() => {
        calls.areAnswered = true
      })
      // The first round kills the server after all operations are committed. Later rounds wait for one operation only,
      // so that the kill can interrupt the others.
      const awaited = round === 0 ? acts : [acts[round % acts.length]!]
      for (const act of awaited)
        while (!calls.areAnswered && (await act.count()) === 0) await new Promise((resolve) => setImmediate(resolve))
      dying.process.kill('SIGKILL')
      await Promise.all([answers, dying.exited])
      for (const { act, key } of sent) await expectOnceAfterKill(clinic, act, key)
      await expectSoundBooks(clinic)
    }
    recordFigure({ what: 'kills while acts at the till were under way, each recorded once', value: KILLS })
  },
  180_000 + KILLS * 90_000,
)

test(
  'if two processes run the same shift, cash or sale operation at the same moment, it is recorded once, and the other process gets a clear refusal, or an answer if the operation can be repeated',
  async () => {
    const { clinic, old } = await openClinicToday(KILLS)
    const other = startProcess(clinic)
    for (let round = 0; round < KILLS; round++) {
      const by = await peopleAt(await other.address, clinic)
      clinic.server.clock.now = new Date()
      for (const act of await actsOf(clinic, old[round]!, round)) {
        // The two calls have different idempotency keys, like calls of two people.
        const outcomes = await Promise.allSettled([act.send(by, randomUUID()), act.send(clinic, randomUUID())])
        const sentences = outcomes.map(sentenceOf)
        const refused = sentences.filter((sentence) => sentence !== null)
        if (act.isRepeatable) {
          expect([sentences, await act.count()], act.name).toEqual([[null, null], 1])
          continue
        }
        const isCopied = act.refusals.length === 0
        expect([refused.length, await act.count()], `${act.name}: ${refused.join(' / ')}`).toEqual(
          isCopied ? [0, 2] : [1, 1],
        )
        if (isCopied) expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(2)
        else expect(isRefusal(act, refused[0]!), `${act.name}: ${refused[0]}`).toBe(true)
      }
      await expectSoundBooks(clinic)
    }
    recordFigure({ what: 'rounds in which two processes did each act at once, each recorded once', value: KILLS })
  },
  180_000 + KILLS * 90_000,
)
