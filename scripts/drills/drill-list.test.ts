import { expect, test } from 'vitest'
import { findTestTitles } from '../structure/find-prose.ts'
import { projectFiles } from '../structure/source-file.ts'
import { type Drill, drills } from './drill-list.ts'

const testFiles = projectFiles().filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))

/** Names the drills that would run no test, because their `only` is in no title of their test files. */
const drillsWithoutTests = (list: readonly Pick<Drill, 'name' | 'files' | 'only'>[]): string[] =>
  list
    .filter(({ files, only }) => {
      const own = testFiles.filter(({ path }) => files.some((file) => path === file || path.startsWith(`${file}/`)))
      const titles = own.flatMap(({ text }) => findTestTitles(text).map((found) => found.text))
      return only !== undefined && !titles.some((title) => title.includes(only))
    })
    .map(({ name }) => name)

test('every drill that chooses tests by words of their titles finds a test with these words in its files', () => {
  expect(drillsWithoutTests(drills)).toEqual([])
})

test('a drill that chooses tests by words that are in no title of its files is reported', () => {
  const file = 'scripts/drills/drill-list.test.ts'
  expect(drillsWithoutTests([{ name: 'found', files: [file], only: 'in no title of its files' }])).toEqual([])
  expect(drillsWithoutTests([{ name: 'lost', files: [file], only: ['in', 'another', 'title'].join(' ') }])).toEqual([
    'lost',
  ])
})
