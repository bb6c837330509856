import type { Machine } from './machine.ts'
import type { Measured } from './measure.ts'
import type { References } from './references.ts'
import type { Scenario } from './scenarios.ts'

export type Row = { scenario: Scenario; measured: Measured }
export type Single = { name: string; value: number; unit: string; budget: number }

const rate = (measured: Measured) => Math.round(measured.perSecond).toLocaleString('en-US')

/** Whether a row keeps its budget, or by how much it misses. */
function verdict({ scenario, measured }: Row): string {
  const { perSecond, p99 } = scenario.budget
  const missed = [
    ...(measured.failed > 0 ? [`${measured.failed} failed`] : []),
    ...(perSecond !== undefined && measured.perSecond < perSecond ? [`${rate(measured)}/s of ${perSecond}/s`] : []),
    ...(measured.p99 > p99 ? [`p99 ${measured.p99} ms of ${p99} ms`] : []),
  ]
  return missed.length ? `missed: ${missed.join(', ')}` : 'kept'
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

/** The figures of one run as a page. */
export function reportOf(
  machine: Machine,
  volume: string,
  rows: readonly Row[],
  references: References,
  singles: readonly Single[],
): string {
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench`. Load, app and database share one machine; the reference is bare Fastify (reads) or the',
    'same number of rows written by bare SQL in one transaction (changes), measured in the same run.',
    '',
    `Commit ${machine.commit} · Node ${machine.node} · ${machine.cores} × ${machine.cpu} · ${machine.fsyncsPerSecond} fsyncs/s`,
    '',
    `Volume: ${volume}.`,
    '',
    '| what | rate | p50 ms | p99 ms | budget | kept? | reference | of it |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => rowOf(row, references)),
    '',
    '| what | figure | budget | kept? |',
    '| --- | --- | --- | --- |',
    ...singles.map(
      ({ name, value, unit, budget }) =>
        `| ${name} | ${value} ${unit} | ≤ ${budget} ${unit} | ${value <= budget ? 'kept' : `missed by ${value - budget} ${unit}`} |`,
    ),
    '',
  ].join('\n')
}
