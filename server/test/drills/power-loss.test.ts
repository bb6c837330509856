import { expect, test } from 'vitest'
import { balanced, checkBooks } from '#server/sales/books/books-fixture.ts'
import { drillSize, recordFigure } from '../../../scripts/test/drill-form.ts'
import { countHalfBooked, openBusyClinic } from '../busy-clinic.ts'
import { canForgetWrites, forgetfulDisk } from './forgetful-disk.ts'

const ROUNDS = drillSize('power failures', 1)
const VISITS_OF_A_ROUND = 64

/**
 * Lets eight simulated people sell and book until the power fails, and repeats this `rounds` times. Returns which
 * confirmed changes are missing afterwards, and counts of lost writes and half-written records.
 */
async function failPower(rounds: number, settings: Record<string, string> = {}) {
  const disk: { current?: ReturnType<typeof forgetfulDisk> } = {}
  const clinic = await openBusyClinic(async (folder) => {
    disk.current = forgetfulDisk(folder, settings)
    await disk.current.start()
  })
  const totals = { lostWrites: 0, confirmed: 0, missing: [] as string[], halfWritten: 0 }
  for (let round = 0; round < rounds; round++) {
    const load = clinic.startLoad(round * VISITS_OF_A_ROUND)
    await load.acknowledged(40)
    clinic.program().process.kill('SIGKILL')
    totals.lostWrites += await disk.current!.failPower()
    await Promise.all([clinic.program().exited, load.stop()])
    await disk.current!.start()
    await clinic.restart()
    totals.confirmed += load.sales.size + load.bookings.size
    totals.missing.push(...(await clinic.findLostChanges(load)))
    totals.halfWritten += await countHalfBooked(clinic.db)
    expect(await checkBooks(clinic.db)).toMatchObject(balanced)
  }
  return totals
}

// This test needs a C compiler (cc) for the library that forgets unflushed writes.
test.runIf(canForgetWrites())('a power failure under load loses nothing that was confirmed', async () => {
  const { lostWrites, confirmed, missing, halfWritten } = await failPower(ROUNDS)
  recordFigure({ what: 'power failures; unflushed writes that they undid', value: `${ROUNDS}, ${lostWrites}` })
  recordFigure({
    what: 'changes that were confirmed and lost',
    value: `${missing.length} of ${confirmed}`,
    goal: '0',
  })
  expect([missing, halfWritten]).toEqual([[], 0])
  expect(lostWrites).toBeGreaterThan(0)
})

test.runIf(canForgetWrites())(
  'a power failure loses confirmed changes if the database confirms them before they are on disk, and the drill reports it',
  async () => {
    const { missing } = await failPower(1, { synchronous_commit: 'off', wal_writer_delay: '10s' })
    recordFigure({
      what: 'changes that were confirmed and lost with synchronous_commit=off',
      value: missing.length,
      goal: '> 0',
    })
    expect(missing.length).toBeGreaterThan(0)
  },
)
