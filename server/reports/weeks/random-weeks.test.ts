import { expect, onTestFinished, test } from 'vitest'
import { addDays } from '#shared/lib/manila-time.ts'
import { openWeeksClinic, type WeeksClinic } from './clinic-fixture.ts'
import { recountWeek } from './recount-fixture.ts'
import { playWeek } from './week-fixture.ts'
import { drillSize, isDrill, isDrillNamed, recordFigure } from '../../../scripts/test/drill-form.ts'

/**
 * How many weeks the test simulates; as a drill it simulates more. Each clinic has only a few weeks, so that its books
 * stay small.
 */
const WEEKS = drillSize('weeks', 5)
const WEEKS_OF_CLINIC = 5
/**
 * The seed of the first clinic; the next clinics have the seeds after it. With the default seed the weeks contain every
 * act of `ACTS`.
 */
const SEED = drillSize('seed', 4)
/**
 * How many clinics the test simulates at the same time, so that one makes calls while the database works for another.
 */
const CLINICS_AT_ONCE = drillSize('clinics at once', 1)

const ACTS = [
  'Z-reading, refused',
  'booklet number',
  'cash control off',
  'clock a day behind',
  'clock far ahead',
  'close shift, refused',
  'count with a difference',
  'drop with approval',
  'hand over',
  'invoice for slips',
  'mode acknowledgement',
  'mode booklet',
  'mode invoice_non_vat',
  'open shift, refused',
  'pay-in',
  'pay-out with approval',
  'print',
  'refund with approval',
  'refund, refused',
  'repeat',
  'sale with approval',
  'sale, refused',
  'sales slip',
  'switch the mode, refused',
  'void with approval',
  'void, refused',
  'withheld tax',
  'wrong order, refused',
]

/**
 * Simulates the weeks of one clinic. The error of a failure names the seed, with which exactly these weeks can be
 * repeated.
 */
async function playClinic(seed: number, weeks: number): Promise<WeeksClinic['played']> {
  const clinic = await openWeeksClinic(seed)
  onTestFinished(() => clinic.server.close())
  let from = '2026-01-05'
  for (let week = 1; week <= weeks; week++) {
    try {
      const played = await playWeek(clinic, week, from)
      await recountWeek(clinic, played)
      from = addDays(played.to, 1)
    } catch (error) {
      const drill = isDrillNamed('many-sales') ? 'many-sales' : 'weeks'
      const again = `npm run drills -- ${drill} --set weeks=${week} --set seed=${seed}`
      throw new Error(`Week ${week} failed; play it again with ${again}.\n${clinic.journal.join('\n')}`, {
        cause: error,
      })
    }
  }
  await clinic.server.close()
  return clinic.played
}

/** Simulates all weeks and returns how often each act happened. */
async function playAll(): Promise<Map<string, number>> {
  const played = new Map<string, number>()
  let [left, seed] = [WEEKS, SEED]
  const playClinics = async () => {
    while (left > 0) {
      const weeks = Math.min(left, WEEKS_OF_CLINIC)
      left -= weeks
      for (const [act, count] of await playClinic(seed++, weeks)) played.set(act, (played.get(act) ?? 0) + count)
    }
  }
  await Promise.all(Array.from({ length: CLINICS_AT_ONCE }, playClinics))
  return played
}

test(
  'drawers, numbers, readings, reports and the check of the books agree with the test’s own books after weeks of random sales',
  async () => {
    const played = await playAll()
    const countOf = (isCounted: (act: string) => boolean) =>
      [...played].reduce((sum, [act, count]) => sum + (isCounted(act) ? count : 0), 0)
    const refused = countOf((act) => act.endsWith(', refused'))
    recordFigure({ what: 'weeks without a difference', value: WEEKS, goal: String(WEEKS) })
    recordFigure({ what: 'acts, of which had to be refused', value: `${countOf(() => true)}, ${refused}` })
    recordFigure({ what: 'sales', value: countOf((act) => act === 'sale' || act === 'sale with approval') })
    const wanted = isDrill ? [] : ACTS
    expect([...played.keys()]).toEqual(expect.arrayContaining(wanted))
  },
  60_000 + WEEKS * 20_000,
)
