import type { Counts } from '../test/count-results.ts'
import type { Figure } from '../test/drill-form.ts'
import { machineLine, table } from '../bench/report.ts'
import type { Machine } from '../bench/machine.ts'
import type { Drill, Sizes } from './drill-list.ts'

type DrillResult = {
  drill: Drill
  sizes: Sizes
  figures: readonly Figure[]
  /** The failures of the drill: first the titles of failed tests, then the figures that missed their goal. */
  failures: readonly string[]
  minutes: number
  machine: Machine
  date: string
}

const first = (name: string) => `<!-- The figures of ${name} begin here. -->`
const last = (name: string) => `<!-- The figures of ${name} end here. -->`

/** Names the sizes of a run, each with the full size where the run was smaller. */
const sizesText = ({ full }: Drill, sizes: Sizes): string =>
  Object.entries(sizes)
    .map(([name, size]) => {
      const whole = full[name]
      const isSmaller = whole !== undefined && size < whole
      return `${name} ${size.toLocaleString('en-US')}${isSmaller ? ` of ${whole.toLocaleString('en-US')}` : ''}`
    })
    .join(', ')

/**
 * Returns the table row of a figure. If a figure does not say itself whether it reached its goal, it counts as reached
 * when no test failed.
 */
const figureRow = ({ what, value, goal = '', isMissed }: Figure, hasFailed: boolean): string => {
  const isReached = goal !== '' && (isMissed === false || !hasFailed)
  return `| ${what} | ${value} | ${goal} | ${isMissed ? '**missed**' : isReached ? 'reached' : ''} |`
}

/**
 * Returns what failed in the run of a drill. A drill that is judged by its figures has failed if it measured no figure
 * with a goal, such as after a crash.
 */
export function failuresOf(
  { isJudgedByFigures }: Drill,
  { failed, failures = [] }: Counts,
  figures: readonly Figure[],
): string[] {
  const ofRun = ['the run of the tests']
  if (isJudgedByFigures) return figures.some(({ goal }) => goal !== undefined) ? [] : ofRun
  return failed > failures.length ? [...failures, ...ofRun] : failures
}

/** True if all tests of a drill passed and each measured figure meets its goal. */
export const drillHolds = ({ failures, figures }: Pick<DrillResult, 'failures' | 'figures'>): boolean =>
  failures.length === 0 && !figures.some(({ isMissed }) => isMissed)

function sectionOf(result: DrillResult): string {
  const { drill, sizes, figures, failures, minutes, machine, date } = result
  return [
    `### ${drill.name}`,
    '',
    drill.text,
    '',
    [`\`npm run drills -- ${drill.name}\``, sizesText(drill, sizes), `${minutes.toFixed(1)} minutes`, date]
      .filter(Boolean)
      .join(' · '),
    '',
    machineLine(machine),
    '',
    ...table(
      ['measurement', 'figure', 'figure to reach', 'result'],
      figures.map((figure) => figureRow(figure, failures.length > 0)),
    ),
    // docs/trust.md shows only the title of a failed test; the error of the test is in the output of the run.
    ...(failures.length > 0
      ? [`**Failed:** ${failures.map((failure) => failure.split('\n')[0]).join('; ')}`]
      : drill.isJudgedByFigures
        ? []
        : ['All tests of the drill passed.']),
  ].join('\n')
}

/**
 * Returns the text of docs/trust.md with the new figures of a drill in place of its earlier ones. A drill without
 * earlier figures comes after the other drills.
 */
export function withDrill(page: string, result: DrillResult): string {
  const [begin, end] = [first(result.drill.name), last(result.drill.name)]
  const section = `${begin}\n\n${sectionOf(result)}\n\n${end}\n`
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from >= 0 && to >= 0) return page.slice(0, from) + section + page.slice(to + end.length + 1)
  const rest = page.indexOf('\n## ', page.indexOf('## Drills') + 1)
  if (rest < 0) throw new Error('docs/trust.md has no section after its drills.')
  return `${page.slice(0, rest)}\n${section}${page.slice(rest)}`
}
