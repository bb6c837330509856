import type { Measured as SizeMeasured } from '../sizes/built-web.ts'
import { becauseOf } from './known-misses.ts'
import type { Machine } from './machine.ts'
import type { Measured } from './measure.ts'
import type { References } from './references.ts'
import type { Scenario } from './scenarios.ts'

export type Row = { scenario: Scenario; measured: Measured }
export type Single = { name: string; value: number; unit: string; budget: number }
/** Everything that one run measured. */
export type Figures = { machine: Machine; rows: Row[]; references: References; singles: Single[] }

const rate = (measured: Measured) => Math.round(measured.perSecond).toLocaleString('en-US')

/** Whether a row keeps its budget, or by how much it misses. */
function verdict({ scenario, measured }: Row): string {
  const { perSecond, p99 } = scenario.budget
  const missed = [
    ...(measured.failed > 0 ? [`${measured.failed} failed`] : []),
    ...(perSecond !== undefined && measured.perSecond < perSecond ? [`${rate(measured)}/s of ${perSecond}/s`] : []),
    ...(measured.p99 > p99 ? [`p99 ${measured.p99} ms of ${p99} ms`] : []),
  ]
  return missed.length ? `missed: ${missed.join(', ')}${becauseOf(scenario.name)}` : 'kept'
}

const budgetOf = ({ perSecond, p99 }: Scenario['budget']) =>
  `${perSecond === undefined ? '' : `≥ ${perSecond}/s, `}p99 ≤ ${p99} ms`

function rowOf(row: Row, references: References): string {
  const { scenario, measured } = row
  const reference = references[scenario.reference]
  const share = `${Math.round((100 * measured.perSecond) / reference.perSecond)} %`
  const cells = [
    scenario.name,
    `${rate(measured)}/s`,
    measured.p50,
    measured.p99,
    budgetOf(scenario.budget),
    verdict(row),
  ]
  return `| ${[...cells, `${rate(reference)}/s`, share].join(' | ')} |`
}

function singleRow({ name, value, unit, budget }: Single): string {
  const missed = `missed by ${Number((value - budget).toFixed(3))} ${unit}`.trim() + becauseOf(name)
  return `| ${name} | ${value} ${unit} | ≤ ${budget} ${unit} | ${value <= budget ? 'kept' : missed} |`
}

function sizeRow({ what, limit, brotli, gzip, missed }: SizeMeasured): string {
  const over = `missed by ${(brotli - limit).toFixed(1)} KB${missed ? `: ${missed.why}` : ''}`
  return `| ${what} | ${brotli.toFixed(1)} KB | ${gzip.toFixed(1)} KB | ≤ ${limit} KB | ${brotli <= limit ? 'kept' : over} |`
}

const table = (head: readonly string[], rows: readonly string[]) => [
  `| ${head.join(' | ')} |`,
  `| ${head.map(() => '---').join(' | ')} |`,
  ...rows,
  '',
]

/** The figures of one run as a page. */
export function reportOf(figures: Figures, volume: string, sizes: readonly SizeMeasured[]): string {
  const { machine, rows, references, singles } = figures
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench`. Load, app, database and browser share one machine; the reference is bare Fastify (reads) or',
    'the same number of rows written by bare SQL in one transaction (changes), measured in the same run.',
    '',
    `Commit ${machine.commit} · Node ${machine.node} · ${machine.cores} × ${machine.cpu} · ${machine.fsyncsPerSecond} fsyncs/s`,
    '',
    '## Calls',
    '',
    `Volume: ${volume}.`,
    '',
    ...table(
      ['what', 'rate', 'p50 ms', 'p99 ms', 'budget', 'kept?', 'reference', 'of it'],
      rows.map((row) => rowOf(row, references)),
    ),
    '## Start, memory and screens',
    '',
    'Screens in Chromium with the processor slowed four times; the public pages as a phone on slow 4G, medians of five first',
    'visits.',
    '',
    ...table(['what', 'figure', 'budget', 'kept?'], singles.map(singleRow)),
    '## Sizes',
    '',
    'Checked by every `npm test`. A page is what it alone brings beyond the shell, a dialog what its page has not brought.',
    '',
    // Single files stand in the check; here what a person loads.
    ...table(
      ['what', 'brotli', 'gzip', 'budget', 'kept?'],
      sizes.filter(({ what }) => !what.startsWith('assets/')).map(sizeRow),
    ),
  ].join('\n')
}
