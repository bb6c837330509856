import { z } from 'zod'
import type { Figure } from '../../test/drill-form.ts'
import type { Area } from './areas.ts'

/** The percentage of mutants that the tests of each area must detect. */
const GOAL = 85

/** The parts of Stryker's JSON report that the score needs. */
const reportSchema = z.object({
  files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
})

const DETECTED = ['Killed', 'Timeout']
/**
 * The states of mutants that are not counted: a comment in the code excludes them, or their code does not compile or
 * run.
 */
const NOT_COUNTED = ['Ignored', 'CompileError', 'RuntimeError']

/**
 * Returns the mutation score of an area from Stryker's JSON report. Throws an error if a file of rules is missing in
 * the report, because Stryker only warns of a file that it does not find.
 */
export function scoreFigure({ name, rules }: Pick<Area, 'name' | 'rules'>, report: unknown): Figure {
  const { files } = reportSchema.parse(report)
  const statuses = rules.flatMap((file) => {
    const found = files[file]
    if (!found) throw new Error(`Stryker's report lacks ${file}.`)
    return found.mutants.map(({ status }) => status).filter((status) => !NOT_COUNTED.includes(status))
  })
  const detected = statuses.filter((status) => DETECTED.includes(status)).length
  // Rounded down, so that a score that is just below the goal is not displayed as the goal.
  const score = statuses.length === 0 ? 0 : Math.floor((detected / statuses.length) * 1_000) / 10
  return {
    what: `${name}: mutants that a test detected`,
    value: `${detected} of ${statuses.length} (${score} %)`,
    goal: `≥ ${GOAL} %`,
    isMissed: score < GOAL,
  }
}
