import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { drills } from './drill-list.ts'
import { drillNamed, readSizes } from './drill-options.ts'
import { finishedDrills } from './finished-drills.ts'
import { drillHolds, failuresOf, withDrill } from './trust-page.ts'

const machine = { commit: '1234abcd', cpu: 'CPU', cores: 2, node: 'v20', fsyncsPerSecond: 100 }
const figure = { what: 'rounds without a winner', value: '0 of 5', goal: '0' }
const result = (name: string, more: object = {}) => ({
  drill: drillNamed(name),
  sizes: { rounds: 5 },
  figures: [figure],
  failures: [],
  minutes: 2,
  machine,
  date: '2026-11-27',
  ...more,
})

test('in the document of drills, the measured values of a run replace the drill’s earlier ones, and those of other drills stay', () => {
  const empty = '# Trust\n\n## Drills\n\nText.\n\n## Other\n\nMore.\n'
  const both = withDrill(withDrill(empty, result('races')), result('fuzz'))
  expect(both).toContain('Commit 1234abcd')
  expect(both).toContain('rounds 5 of 100')
  expect(both.indexOf('### races')).toBeLessThan(both.indexOf('### fuzz'))
  const again = withDrill(both, result('races', { figures: [{ ...figure, value: '1 of 5', isMissed: true }] }))
  expect(again).toContain('| rounds without a winner | 1 of 5 | 0 | **missed** |')
  expect(again.split('### races')).toHaveLength(2)
  expect(again).toContain('| rounds without a winner | 0 of 5 | 0 | reached |')
  expect(again.endsWith('\n## Other\n\nMore.\n')).toBe(true)
})

test('a drill has not passed if one of its tests failed or one of its measured values missed the goal', () => {
  expect(drillHolds(result('races'))).toBe(true)
  expect(drillHolds(result('races', { failures: ['a test'] }))).toBe(false)
  expect(drillHolds(result('races', { figures: [{ ...figure, isMissed: true }] }))).toBe(false)
})

test('in the document of drills, a measured value that does not say whether it reached its goal is shown as reached only if no test of the drill failed', () => {
  const page = '# Trust\n\n## Drills\n\nText.\n\n## Other\n\nMore.\n'
  const figures = [
    { ...figure, isMissed: false },
    { ...figure, what: 'lost changes' },
  ]
  const failed = withDrill(page, result('kills', { figures, failures: ['a test'] }))
  expect(failed).toContain('| rounds without a winner | 0 of 5 | 0 | reached |')
  expect(failed).toContain('| lost changes | 0 of 5 | 0 |  |')
})

test('a drill that is judged by its measured values fails if nothing was measured; any other drill fails if a test fails or does not run', () => {
  const crashed = { passed: 0, failed: 1 }
  expect(failuresOf(drillNamed('failing-queries'), crashed, [])).toHaveLength(1)
  expect(failuresOf(drillNamed('failing-queries'), crashed, [figure])).toEqual([])
  expect(failuresOf(drillNamed('races'), crashed, [figure])).toHaveLength(1)
  expect(failuresOf(drillNamed('races'), { passed: 1, failed: 1, failures: ['a test'] }, [])).toEqual(['a test'])
})

test('a size option that no chosen drill has, or whose value is no number, is refused', () => {
  const races = [drillNamed('races')]
  expect(readSizes(['rounds=5'], races)).toEqual({ rounds: 5 })
  for (const wrong of ['round=5', 'rounds', 'rounds=', 'rounds=many']) expect(() => readSizes([wrong], races)).toThrow()
})

test('a run of the drills continues after an interruption, and starts again if the commit has changed', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'drills-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'finished.json')
  finishedDrills('first full', file).add('races')
  expect(finishedDrills('first full', file).has('races')).toBe(true)
  expect(finishedDrills('second full', file).has('races')).toBe(false)
})

test('each drill has a quick variant with the same size options, and all its test files exist', () => {
  for (const { name, full, quick, files, quickFiles = [], without = [] } of drills) {
    expect(Object.keys(quick), name).toEqual(Object.keys(full))
    for (const file of [...files, ...quickFiles, ...without]) expect(fs.existsSync(file), file).toBe(true)
  }
})
