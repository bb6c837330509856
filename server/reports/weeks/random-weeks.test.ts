import { expect, onTestFinished, test } from 'vitest'
import { addDays } from '#shared/lib/manila-time.ts'
import { openWeeksClinic, type WeeksClinic } from './clinic-fixture.ts'
import { recountWeek } from './recount-fixture.ts'
import { playWeek } from './week-fixture.ts'
import { drillSize, isDrill, recordFigure } from '../../../scripts/test/drill-form.ts'

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
const SEED = drillSize('seed', 15)

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
      const again = `npm run drills -- weeks --set weeks=${week} --set seed=${seed}`
      throw new Error(`Week ${week} failed; play it again with ${again}.\n${clinic.journal.join('\n')}`, {
        cause: error,
      })
    }
  }
  await clinic.server.close()
  return clinic.played
}

test(
  'drawers, numbers, readings, reports and the check of the books agree with the test’s own books after weeks of random sales',
  async () => {
    const played = new Map<string, number>()
    for (let left = WEEKS, seed = SEED; left > 0; left -= WEEKS_OF_CLINIC, seed++)
      for (const [act, count] of await playClinic(seed, Math.min(left, WEEKS_OF_CLINIC)))
        played.set(act, (played.get(act) ?? 0) + count)
    const acts = [...played].reduce((sum, [, count]) => sum + count, 0)
    const refused = [...played].reduce((sum, [act, count]) => sum + (act.endsWith(', refused') ? count : 0), 0)
    recordFigure({ what: 'weeks without a difference', value: WEEKS, goal: String(WEEKS) })
    recordFigure({ what: 'acts, of which had to be refused', value: `${acts}, ${refused}` })
    const wanted = isDrill ? [] : ACTS
    expect([...played.keys()]).toEqual(expect.arrayContaining(wanted))
  },
  60_000 + WEEKS * 20_000,
)
