import pg from 'pg'
import { expect, test } from 'vitest'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { drillSize, isDrill, recordFigure } from '../../../scripts/test/drill-form.ts'
import { bookingRace, races } from './race-list.ts'
import { openAppProcesses, outcomeOf, type Outcome, type AppProcesses } from './app-processes.ts'

const PEOPLE = drillSize('people', 8)
const ROUNDS = drillSize('rounds', 1)

type Judged = { wrongRounds: number; refusals: Record<string, number> }

/** Counts the rounds that did not have exactly one winner, and the refusals by their status. */
function judge(rounds: readonly Outcome[][]): Judged {
  const refusals: Record<string, number> = {}
  for (const outcome of rounds.flat()) {
    if (outcome === 'won') continue
    const status = outcome.slice(0, 3)
    refusals[status] = (refusals[status] ?? 0) + 1
  }
  return { wrongRounds: rounds.filter((all) => all.filter((one) => one === 'won').length !== 1).length, refusals }
}

/** Plants a defect: the database lets two visits have the same quarter hour of a resource. */
async function removeKey(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`alter table resource_slots drop constraint resource_slots__taken,
    add constraint resource_slots__taken unique (resource_id, slot_at, appointment_id)`)
  await owner.end()
}

/**
 * Races bookings in up to 30 rounds until one round does not have exactly one winner. Returns the number of such
 * rounds: 1 or 0.
 */
async function findDoubleBooking(app: AppProcesses): Promise<number> {
  const prepare = await bookingRace(app, { people: 20, rounds: 30 })
  let wrong = 0
  for (let round = ROUNDS; round < ROUNDS + 30 && wrong === 0; round++)
    wrong = judge(await run(prepare, round, round + 1)).wrongRounds
  return wrong
}

type RoundOf = Awaited<ReturnType<typeof bookingRace>>

/** In a test the machine may be too busy for everybody at once, so a call that gets 503 is sent again. */
async function send(call: () => Promise<boolean>): Promise<Outcome> {
  const outcome = await outcomeOf(call())
  return !isDrill && outcome.startsWith('503') ? send(call) : outcome
}

async function run(prepare: RoundOf, from: number, to: number): Promise<Outcome[][]> {
  const rounds: Outcome[][] = []
  for (let round = from; round < to; round++) {
    const calls = await prepare(round)
    rounds.push(await Promise.all(calls.map(send)))
  }
  return rounds
}

test('if people book, move, reserve, pay, refund, close a day or accept an offer at the same time at two processes, only one succeeds; if the unique key is removed from the database, the test detects a double booking', async () => {
  const app = await openAppProcesses()
  for (const [name, race] of Object.entries(races)) {
    const prepare = await race(app, { people: PEOPLE, rounds: ROUNDS })
    const judged = judge(await run(prepare, 0, ROUNDS))
    recordFigure({
      what: `${name}: rounds in which none or several of the requests succeeded`,
      value: `${judged.wrongRounds} of ${ROUNDS}`,
      goal: '0',
      isMissed: judged.wrongRounds > 0,
    })
    recordFigure({
      what: `${name}: answers to the other requests, by status code`,
      value: JSON.stringify(judged.refusals),
      goal: 'only 409',
    })
    expect(judged, name).toEqual({ wrongRounds: 0, refusals: { 409: ROUNDS * (PEOPLE - 1) } })
  }
  app.syncClock()
  expect((await app.clinic.recount()).findings).toEqual([])
  expect(await checkBooks(app.clinic.server.db)).toMatchObject(balanced)
  await removeKey(app.clinic.server.database.ownerUrl)
  expect(await findDoubleBooking(app)).toBe(1)
})
