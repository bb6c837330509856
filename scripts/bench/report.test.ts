import { expect, test } from 'vitest'
import { becauseOf } from './known-misses.ts'
import type { Measured } from './measure.ts'
import { BOARD, reportOf, REPORTS, separateFigures, withSection, type Figures, type Row } from './report.ts'

const measured = (perSecond: number, p99: number, failed = 0): Measured => ({ perSecond, p50: 1, p99, failed })
const row = (name: string, figures: Measured): Row => ({
  scenario: {
    name,
    clients: 10,
    request: { method: 'GET', path: '/' },
    budget: { perSecond: 500, p99: 60 },
    reference: 'list',
  },
  measured: figures,
})
const figures: Figures = {
  machine: { commit: 'abc1234', cpu: 'a processor', cores: 2, node: 'v20', fsyncsPerSecond: 9000 },
  references: { http: measured(1, 1), booking: measured(1, 1), checkout: measured(1, 1), list: measured(53_740, 1) },
  rows: [
    row('kept calls', measured(600, 20)),
    row('slow calls', measured(400, 90)),
    row('lost calls', measured(600, 20, 3)),
  ],
  singles: [
    { name: 'a quick start', value: 690, unit: 'ms', budget: 1_000 },
    { name: 'a slow start', value: 1_250, unit: 'ms', budget: 1_000 },
  ],
  board: [{ name: 'a board', value: 250, unit: 'ms', budget: 300 }],
  reports: [{ name: 'a year of sales', value: 120, unit: 'ms', budget: 300 }],
}
const sizes = [
  { what: 'a page', limit: 15, brotli: 14.2, gzip: 16 },
  { what: 'the shell', limit: 115, brotli: 130, gzip: 149, missed: { allowed: 132, why: 'four libraries' } },
  { what: 'assets/part.js', limit: 60, brotli: 1, gzip: 1 },
]
const lineOf = (report: string, name: string) =>
  report.split('\n').find((line) => line.startsWith('|') && line.includes(name)) ?? ''

test('the benchmark report says for each measured value whether its budget was met, or by how much it was missed', () => {
  const report = reportOf(figures, '20,000 clients', sizes)
  expect(report).toContain('Commit abc1234 · Node v20 · 2 × a processor · 9000 fsyncs/s')
  expect(lineOf(report, 'kept calls')).toMatch(/600\/s.*\| kept \| 53,740\/s \| 1 % \|/)
  expect(lineOf(report, 'slow calls')).toContain('missed: 400/s of 500/s, p99 90 ms of 60 ms')
  expect(lineOf(report, 'lost calls')).toContain('missed: 3 failed')
  expect(lineOf(report, 'a quick start')).toContain('| kept |')
  expect(lineOf(report, 'a slow start')).toContain('missed by 250 ms')
  expect(lineOf(report, 'a page')).toContain('| kept |')
  expect(lineOf(report, '| the shell')).toContain('missed by 15.0 KB: four libraries')
  expect(report).not.toContain('assets/part.js')
})

test('on a machine of half the speed, the benchmark’s budgets for rates are halved and those for times doubled; on a faster machine no budget changes', () => {
  const reportAt = (reference: number) =>
    reportOf({ ...figures, references: { ...figures.references, list: measured(reference, 1) } }, '', sizes)
  const half = reportAt(26_870)
  expect(lineOf(half, 'kept calls')).toContain('| ≥ 500/s, p99 ≤ 60 ms | ≥ 250/s, p99 ≤ 120 ms | kept |')
  expect(lineOf(half, 'slow calls')).toContain('| kept for this machine |')
  expect(lineOf(half, 'lost calls')).toContain('missed: 3 failed')
  expect(lineOf(reportAt(45_000), 'slow calls')).toContain('missed: 400/s of 419/s, p99 90 ms of 72 ms')
  expect(lineOf(reportAt(107_480), 'slow calls')).toContain('| ≥ 500/s, p99 ≤ 60 ms | missed: 400/s of 500/s')
})

test.each([
  [BOARD, figures.board],
  [REPORTS, figures.reports],
])(
  'measuring one section of the benchmark again replaces only the measured values of this section in the report',
  (section, singles) => {
    const report = reportOf(figures, '20,000 clients', sizes)
    const machine = { ...figures.machine, commit: 'def5678' }
    const later = withSection(report, section, machine, [{ name: 'another', value: 310, unit: 'ms', budget: 300 }])
    expect(lineOf(later, 'another')).toContain('missed by 10 ms')
    expect(later).toContain('Commit def5678')
    expect(withSection(later, section, figures.machine, singles)).toBe(report)
  },
)

test('the part of the benchmark report that npm run bench does not measure stays when a section is measured again', () => {
  const separate = '\n## Measured separately\n\nSuggestions took 10 ms.\n'
  const report = reportOf(figures, '20,000 clients', sizes)
  expect([separateFigures(report), separateFigures(report + separate)]).toEqual(['', separate])
  const later = withSection(report + separate, REPORTS, figures.machine, [])
  expect(separateFigures(later)).toBe(separate)
})

test('the benchmark report gives the reason for late painting of the day board only where the processor is slowed down', () => {
  const painted = 'day board, 20 columns and 300 visits: opened from the desk'
  expect(becauseOf(`${painted}, processor slowed four times`)).toContain('React and layout')
  expect(becauseOf(painted)).toBe('')
})
