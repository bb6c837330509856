import { expect, it } from 'vitest'
import { appendSums, migrationSums, sumsPath } from './structure/migration-sums.ts'
import { projectFiles, type SourceFile } from './structure/source-file.ts'

const migration = (name: string, text = 'create table a (id int);'): SourceFile => ({
  path: `server/db/migrations/${name}.sql`,
  text,
})
const first = migration('0001-first')
const second = migration('0004-second')
const list = { path: sumsPath, text: appendSums([first, second]) }
const sentences = (...files: SourceFile[]) =>
  migrationSums(files).map(({ path, line, sentence }) => `${path}:${line} ${sentence}`)

it('migrations that have landed on the main branch and are unchanged are accepted, with any line endings', () => {
  expect(sentences(list, first, second)).toEqual([])
  const lines = 'a\nb'
  const landed = { path: sumsPath, text: appendSums([migration('0001-first', lines)]) }
  expect(sentences(landed, migration('0001-first', 'a\r\nb'))).toEqual([])
})

it('a landed migration that was edited, deleted or preceded by a new one is reported', () => {
  expect(sentences(list, migration('0001-first', 'drop table a;'), second)).toEqual([
    expect.stringMatching(/^server\/db\/migrations\/0001-first\.sql:1 0001-first is not the text that landed/),
  ])
  expect(sentences(list, first)).toEqual([`${sumsPath}:2 0004-second has landed and is missing: put it back.`])
  expect(sentences(list, first, second, migration('0003-late'))).toEqual([
    'server/db/migrations/0003-late.sql:1 0003-late comes before 0004-second, which has landed: give it a higher number.',
  ])
})

it('a list of migrations that is out of order, and a new migration missing from it, are reported', () => {
  const turned = { ...list, text: list.text.split('\n').reverse().join('\n') }
  expect(sentences(turned, first, second)).toEqual([
    `${sumsPath}:3 0001-first stands below 0004-second: the list is in order.`,
  ])
  expect(sentences(list, first, second, migration('0005-new'))).toEqual([
    `server/db/migrations/0005-new.sql:1 0005-new is not in ${sumsPath}: run npm run schema.`,
  ])
})

it('a new migration is appended to the list, but nothing is appended if a landed migration has changed', () => {
  const appended = appendSums([list, migration('0005-new'), first, second])
  expect(appended.startsWith(list.text)).toBe(true)
  expect(appended.slice(list.text.length)).toMatch(/^0005-new [0-9a-f]{64}\n$/)
  expect(() => appendSums([list, migration('0001-first', 'x'), second])).toThrow('0001-first is not the text')
  expect(() => appendSums([list, first, second, migration('0002-late')])).toThrow('give it a higher number')
})

it('the list of migrations names every migration', () => {
  const files = projectFiles()
  expect(appendSums(files)).toBe(files.find((file) => file.path === sumsPath)?.text)
})
