import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { drillSize, isDrillNamed, recordFigure } from '../../test/drill-form.ts'
import { areas } from './areas.ts'
import { installStryker, runStryker } from './run-stryker.ts'
import { scoreFigure } from './score.ts'

const reportOf = (files: Record<string, string[]>) => ({
  files: Object.fromEntries(
    Object.entries(files).map(([file, statuses]) => [file, { mutants: statuses.map((status) => ({ status })) }]),
  ),
})

test('the mutation score of an area includes the mutants of all its files, and a score below 85 % misses the goal', () => {
  const area = { name: 'money', rules: ['a.ts', 'b.ts'] }
  const killed = Array.from({ length: 16 }, () => 'Killed')
  const reached = reportOf({ 'a.ts': killed, 'b.ts': ['Timeout', 'Survived', 'NoCoverage', 'Pending'] })
  const figure = { what: 'money: mutants that a test detected', goal: '≥ 85 %' }
  expect(scoreFigure(area, reached)).toEqual({ ...figure, value: '17 of 20 (85 %)', isMissed: false })
  const missed = reportOf({ 'a.ts': killed, 'b.ts': ['Survived', 'NoCoverage', 'Pending'] })
  expect(scoreFigure(area, missed)).toEqual({ ...figure, value: '16 of 19 (84.2 %)', isMissed: true })
})

test('mutants that do not compile or run, or that a comment excludes, are not included in the mutation score', () => {
  const statuses = ['Killed', 'Ignored', 'CompileError', 'RuntimeError']
  const figure = scoreFigure(
    { name: 'names', rules: ['a.ts'] },
    reportOf({ 'a.ts': statuses, 'other.ts': ['Survived'] }),
  )
  expect(figure).toMatchObject({ value: '1 of 1 (100 %)', isMissed: false })
})

test('an area without mutants misses the goal, and a report that lacks one of the area’s files is an error', () => {
  const area = { name: 'slots', rules: ['a.ts'] }
  expect(scoreFigure(area, reportOf({ 'a.ts': [] }))).toMatchObject({ value: '0 of 0 (0 %)', isMissed: true })
  expect(() => scoreFigure(area, reportOf({ 'b.ts': ['Killed'] }))).toThrow('a.ts')
})

test('all files that mutation testing changes, and all tests that it runs, exist', () => {
  for (const { rules, tests } of areas)
    for (const file of [...rules, ...tests.map((name) => name.replace('*.test.ts', ''))])
      expect(fs.existsSync(file), file).toBe(true)
})

// Downloads StrykerJS from npm.
test.runIf(isDrillNamed('mutants'))(
  'the tests of each area detect at least 85 % of the mutants of its rules',
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mutya-mutants-'))
    onTestFinished(() => fs.rmSync(folder, { recursive: true }))
    await installStryker(folder)
    const missed: string[] = []
    for (const area of areas.slice(0, drillSize('areas', areas.length))) {
      const rules = area.rules.slice(0, drillSize('files of each area', area.rules.length))
      const figure = scoreFigure({ ...area, rules }, await runStryker({ ...area, rules }, folder))
      recordFigure(figure)
      if (figure.isMissed) missed.push(`${area.name}: ${figure.value}`)
    }
    expect(missed).toEqual([])
  },
)
