import { expect, test } from 'vitest'
import { drillSize, isDrill, recordFigure } from '../../../scripts/test/drill-form.ts'
import { judgeSoak, type Answered } from './judge-soak.ts'
import { openSoakClinic, sample, work } from './soak-load.ts'

const MINUTES = drillSize('seconds', 3) / 60
const MAXIMUM_MINUTES = drillSize('seconds at full speed', 1) / 60
const EVERY_MS = drillSize('milliseconds between samples', 500)
/**
 * True if the test runs for at least an hour. A shorter run predicts nothing about an hour, because caches and compiled
 * code are still growing.
 */
const JUDGES_HOUR = MINUTES >= 60

type SoakClinic = Awaited<ReturnType<typeof openSoakClinic>>

/** Runs the app under load for some time, and judges its memory, descriptors and response times. */
async function soak(clinic: SoakClinic, tasksASecond: number) {
  const run: { answers?: Answered[] } = {}
  const working = work(clinic, MINUTES, tasksASecond).then((answers) => (run.answers = answers))
  const samples = await sample(clinic, () => run.answers !== undefined)
  const answers = await working
  return { ...judgeSoak(samples, answers, MINUTES), answers: answers.length }
}
type Judged = Awaited<ReturnType<typeof soak>>

function record(judged: Judged, maximum: number): void {
  const figure = (what: string, value: number, unit: string, most: number, judges = JUDGES_HOUR) =>
    recordFigure({
      what,
      value: `${value.toFixed(1)} ${unit}`.trim(),
      ...(judges && { goal: `≤ ${Number(most.toFixed(1))} ${unit}`.trim(), isMissed: value > most }),
    })
  recordFigure({ what: 'tasks a second at full speed', value: maximum.toFixed(0) })
  recordFigure({ what: 'tasks during the soak, at a third of the full speed', value: judged.answers })
  figure('heap in use, growth after the first sixth', judged.heapMbAnHour, 'MB an hour', 1)
  figure('buffers outside of the heap, growth after the first sixth', judged.buffersMbAnHour, 'MB an hour', 1)
  figure('growth of the highest memory of the process in the second half', judged.morePeakMb, 'MB', 1)
  figure('growth of the median number of open file descriptors in the second half', judged.moreDescriptors, '', 0)
  figure('growth of the median number of database connections in the second half', judged.moreConnections, '', 0)
  recordFigure({ what: 'most database connections at one moment', value: judged.mostConnections })
  figure('half of the tasks in the first part took at most', judged.firstMedian, 'ms', Infinity, false)
  figure('half of the tasks in the last part took at most', judged.lastMedian, 'ms', Infinity, false)
  figure('slowest of a hundred tasks in the first part', judged.firstP99, 'ms', Infinity, false)
  figure('slowest of a hundred tasks in the last part', judged.lastP99, 'ms', 1.2 * judged.firstP99)
  for (const { task, firstP99, lastP99 } of judged.byTask)
    recordFigure({ what: `the same for “${task}”`, value: `${firstP99.toFixed(0)} ms, then ${lastP99.toFixed(0)} ms` })
  figure('errors', judged.errors, '', 0, true)
}

// Only Linux reports the descriptors and the memory of a process in /proc.
test.runIf(process.platform === 'linux')(
  'at a third of its greatest load the app answers requests, in the drill without any error, and the test detects a planted leak of memory and descriptors',
  async () => {
    const clinic = await openSoakClinic(EVERY_MS)
    const fastest = await work(clinic, MAXIMUM_MINUTES)
    const maximum = fastest.length / (MAXIMUM_MINUTES * 60)
    const judged = await soak(clinic, maximum / 3)
    record(judged, maximum)
    expect(judged.answers).toBeGreaterThan(0)
    if (isDrill) {
      expect(judged.errors).toBe(0)
      return
    }
    // Only the drill judges errors: in a test run on a busy machine the app may ask people to try again.
    clinic.plantLeak()
    const leaking = await soak(clinic, maximum / 3)
    expect(leaking.heapMbAnHour).toBeGreaterThan(1)
    expect(leaking.moreDescriptors).toBeGreaterThan(0)
  },
)
