import type { Measured as SizeMeasured } from '../sizes/built-web.ts'
import { becauseOf } from './known-misses.ts'
import type { Machine } from './machine.ts'
import type { Measured } from './measure.ts'
import { speedOf, type References } from './references.ts'
import type { Scenario } from './scenarios.ts'

export type Row = { scenario: Scenario; measured: Measured }
export type Single = { name: string; value: number; unit: string; budget: number }
/** All results of a run of the benchmarks. */
export type Figures = {
  machine: Machine
  rows: Row[]
  references: References
  singles: Single[]
  board: Single[]
  reports: Single[]
}

const rate = (measured: Measured) => Math.round(measured.perSecond).toLocaleString('en-US')

type Budget = Scenario['budget']

/** Returns a budget (requests per second, latency) scaled to a machine's speed. */
const scaled = ({ perSecond, p99 }: Budget, speed: number): Budget => ({
  ...(perSecond !== undefined && { perSecond: Math.round(perSecond * speed) }),
  p99: Math.round(p99 / speed),
})

/** Returns the ways in which a result misses its budget. The list is empty if the result misses none. */
const missesOf = (measured: Measured, { perSecond, p99 }: Budget): string[] => [
  ...(measured.failed > 0 ? [`${measured.failed} failed`] : []),
  ...(perSecond !== undefined && measured.perSecond < perSecond ? [`${rate(measured)}/s of ${perSecond}/s`] : []),
  ...(measured.p99 > p99 ? [`p99 ${measured.p99} ms of ${p99} ms`] : []),
]

/**
 * Returns whether a measurement keeps its budget, keeps only the budget that is scaled to this machine's speed, or by
 * how much it misses the scaled budget (decision 74).
 */
function verdict({ scenario, measured }: Row, speed: number): string {
  if (missesOf(measured, scenario.budget).length === 0) return 'kept'
  const missed = missesOf(measured, scaled(scenario.budget, speed))
  return missed.length ? `missed: ${missed.join(', ')}${becauseOf(scenario.name)}` : 'kept for this machine'
}

const budgetOf = ({ perSecond, p99 }: Budget) => `${perSecond === undefined ? '' : `≥ ${perSecond}/s, `}p99 ≤ ${p99} ms`

function rowOf(row: Row, references: References): string {
  const { scenario, measured } = row
  const reference = references[scenario.reference]
  const speed = speedOf(scenario.reference, references)
  const cells = [
    scenario.name,
    `${rate(measured)}/s`,
    measured.p50,
    measured.p99,
    budgetOf(scenario.budget),
    budgetOf(scaled(scenario.budget, speed)),
    verdict(row, speed),
    `${rate(reference)}/s`,
    `${Math.round((100 * measured.perSecond) / reference.perSecond)} %`,
  ]
  return `| ${cells.join(' | ')} |`
}

function singleRow({ name, value, unit, budget }: Single): string {
  const missed = `missed by ${Number((value - budget).toFixed(3))} ${unit}`.trim() + becauseOf(name)
  return `| ${name} | ${value} ${unit} | ≤ ${budget} ${unit} | ${value <= budget ? 'kept' : missed} |`
}

function sizeRow({ what, limit, brotli, gzip, missed }: SizeMeasured): string {
  const over = `missed by ${(brotli - limit).toFixed(1)} KB${missed ? `: ${missed.why}` : ''}`
  return `| ${what} | ${brotli.toFixed(1)} KB | ${gzip.toFixed(1)} KB | ≤ ${limit} KB | ${brotli <= limit ? 'kept' : over} |`
}

export const table = (head: readonly string[], rows: readonly string[]) => [
  `| ${head.join(' | ')} |`,
  `| ${head.map(() => '---').join(' | ')} |`,
  ...rows,
  '',
]

/** A part of the report that can be measured alone, with its own machine and commit. */
type Section = { head: string; text: string }

export const machineLine = ({ commit, node, cores, cpu, fsyncsPerSecond }: Machine) =>
  `Commit ${commit} · Node ${node} · ${cores} × ${cpu} · ${fsyncsPerSecond} fsyncs/s`

export const BOARD: Section = {
  head: '## Day board',
  text: 'The figures are medians of five measurements in Chromium. `npm run bench -- --board` measures only the day board.',
}
export const REPORTS: Section = {
  head: '## Reports',
  text: 'The clinic has 200,000 visits and 200,000 sales, about 60,000 and 35,000 of them from the last year. Each figure is the second slowest of twenty answers over HTTP. `npm run bench -- --reports` measures only the reports.',
}

const sectionOf = ({ head, text }: Section, machine: Machine, singles: readonly Single[]): string =>
  [
    head,
    '',
    text,
    '',
    machineLine(machine),
    '',
    ...table(['measurement', 'figure', 'budget', 'result'], singles.map(singleRow)),
  ].join('\n')

/** Returns the report of Lighthouse, a document of its own because Lighthouse is optional (decision 57). */
export const lighthouseReport = (machine: Machine, singles: readonly Single[]): string =>
  [
    '# Lighthouse',
    '',
    '`npm run bench -- --lighthouse` writes this page. Lighthouse loads the public pages of the sample clinic as a phone; each figure is the median of five visits.',
    '',
    machineLine(machine),
    '',
    ...table(['measurement', 'figure', 'budget', 'result'], singles.map(singleRow)),
  ].join('\n')

/** Returns the report with the given section replaced by one with new figures. */
export function withSection(report: string, section: Section, machine: Machine, singles: readonly Single[]): string {
  const [before, rest] = report.split(`${section.head}\n`)
  if (before === undefined || rest === undefined) throw new Error(`The report has no section ${section.head}.`)
  return `${before}${sectionOf(section, machine, singles)}\n${rest.slice(rest.indexOf('\n## ') + 1)}`
}

const SEPARATE_HEAD = '\n## Measured separately\n'

/** Returns the last part of the report: comparisons that `npm run bench` does not measure and leaves unchanged. */
export function separateFigures(report: string): string {
  const start = report.indexOf(SEPARATE_HEAD)
  return start === -1 ? '' : report.slice(start)
}

const budgetHeads = ['budget', 'budget for this machine', 'result']
const callHeads = ['call', 'rate', 'p50 ms', 'p99 ms', ...budgetHeads, 'rate of reference', '% of reference']

/** Returns the report of a run as a Markdown document. */
export function reportOf(figures: Figures, volume: string, sizes: readonly SizeMeasured[]): string {
  const { machine, rows, references, singles, board, reports } = figures
  return [
    '# Benchmarks',
    '',
    '`npm run bench` writes this page. The load generator, app, database and browser share one machine. Each call is compared with a',
    'reference measured in the same run: bare Fastify for reads, and for changes the same rows written by bare SQL in one transaction.',
    'The budgets were set on one machine. On a slower machine, budgets are scaled by the speed of its reference (decision 74).',
    '',
    machineLine(machine),
    '',
    '## Calls',
    '',
    `The database has ${volume}.`,
    '',
    ...table(
      callHeads,
      rows.map((row) => rowOf(row, references)),
    ),
    '## Start, memory and screens',
    '',
    'Screens are measured in Chromium with the processor slowed four times. Public pages are measured as on a phone with slow 4G;',
    'their figures are medians of five first visits.',
    '',
    ...table(['measurement', 'figure', 'budget', 'result'], singles.map(singleRow)),
    sectionOf(BOARD, machine, board),
    sectionOf(REPORTS, machine, reports),
    '## Sizes',
    '',
    'Every `npm test` checks these sizes. The size of a page excludes the files that all pages share; the size of a dialog excludes its page.',
    '',
    // Leaves out the sizes of single files, which `npm test` checks but the report does not show.
    ...table(
      ['page, or dialog on its page', 'brotli', 'gzip', 'budget of brotli', 'result'],
      sizes.filter(({ what }) => !what.startsWith('assets/')).map(sizeRow),
    ),
  ].join('\n')
}
