import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import type { CashClinic } from '#server/cash/cash-fixture.ts'
import type { Till } from '#server/sales/till-fixture.ts'
import { drillSize, recordFigure } from '../../../scripts/test/drill-form.ts'
import { openWalkClinic, startAppointmentWalk } from './appointment-walk.ts'
import { openTillWalkClinic, startTillWalk } from './till-walk.ts'
import { playWalks, type WalkCounts } from './walk.ts'

const SIZE = {
  walks: drillSize('walks', 8),
  steps: drillSize('steps', 20),
  seed: drillSize('seed', 1),
  atOnce: drillSize('walks at once', 8),
}

let till: Till
let cash: CashClinic
beforeAll(async () => {
  ;[till, cash] = await Promise.all([openWalkClinic(), openTillWalkClinic()])
})
afterAll(() => Promise.all([till.server.close(), cash.server.close()]))

const record = (of: string, { allowed, refused }: WalkCounts) =>
  recordFigure({
    what: `walks ${of} that agree with the model; steps that succeeded, and steps that had to be refused`,
    value: `${SIZE.walks}; ${allowed}, ${refused}`,
    goal: `${SIZE.walks} walks`,
  })

/** Runs a statement of the owner, which plants a defect. */
async function plant(server: Till['server'], statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  await owner.query(statement)
  await owner.end()
}

test('random changes of appointments, several at once, agree with a model after each step', async () => {
  const counts = await playWalks(SIZE, (random) => startAppointmentWalk(till, random))
  record('with appointments', counts)
  expect(counts.refused).toBeGreaterThan(0)
  expect(await checkBooks(till.server.db)).toMatchObject(balanced)
})

test('the test with random changes of appointments detects a cancelled visit that keeps its room', async () => {
  await plant(
    till.server,
    `create function keep_slots() returns trigger language plpgsql as $$ begin return null; end $$;
     create trigger keep_slots before delete on resource_slots for each row execute function keep_slots()`,
  )
  const walks = playWalks({ ...SIZE, walks: 20, atOnce: 1 }, (random) => startAppointmentWalk(till, random))
  await expect(walks).rejects.toThrow(/The walk of the seed \d+ differs from the model/)
})

test('random actions at tills, several at once, agree with a model after each step', async () => {
  const counts = await playWalks(SIZE, (random, walk) => startTillWalk(cash, random, walk))
  record('at tills', counts)
  expect(counts.refused).toBeGreaterThan(0)
  expect((await cash.recount()).findings).toEqual([])
  expect(await checkBooks(cash.server.db)).toMatchObject(balanced)
})

test('the test with random actions at tills detects a drawer that is off by a peso', async () => {
  await plant(
    cash.server,
    `create function add_peso() returns trigger language plpgsql as
       $$ begin new.amount_centavos := new.amount_centavos + 100; return new; end $$;
     create trigger add_peso before insert on cash_movements for each row execute function add_peso()`,
  )
  const walks = playWalks({ ...SIZE, walks: 20, atOnce: 1 }, (random, walk) =>
    startTillWalk(cash, random, 10_000 + walk),
  )
  await expect(walks).rejects.toThrow(/The walk of the seed \d+ differs from the model/)
})
