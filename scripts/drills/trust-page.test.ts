import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { drillNamed, drills } from './drill-list.ts'
import { finishedDrills } from './finished-drills.ts'
import { drillHolds, withDrill } from './trust-page.ts'

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

test('the figures of a drill replace its earlier ones, and leave those of other drills', () => {
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

test('a drill with a failed test or a missed figure does not hold', () => {
  expect(drillHolds(result('races'))).toBe(true)
  expect(drillHolds(result('races', { failures: ['a test'] }))).toBe(false)
  expect(drillHolds(result('races', { figures: [{ ...figure, isMissed: true }] }))).toBe(false)
})

test('a run of the drills goes on after an interruption, and starts again with another commit', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'drills-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'finished.json')
  finishedDrills('first full', file).add('races')
  expect(finishedDrills('first full', file).has('races')).toBe(true)
  expect(finishedDrills('second full', file).has('races')).toBe(false)
})

test('each drill has a quick form of the same sizes and existing files', () => {
  for (const { name, full, quick, files, quickFiles = [], without = [] } of drills) {
    expect(Object.keys(quick), name).toEqual(Object.keys(full))
    for (const file of [...files, ...quickFiles, ...without]) expect(fs.existsSync(file), file).toBe(true)
  }
})
