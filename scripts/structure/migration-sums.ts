import path from 'node:path'
import { checksumOf } from '#server/db/migration-checksums.ts'
import type { Finding, Rule, SourceFile } from './source-file.ts'

/** Lists every migration, oldest first, one per line: its name and the checksum of its text. */
export const sumsPath = 'server/db/migrations.sum'

type Sum = { name: string; checksum: string; line: number }
type MigrationFile = SourceFile & { name: string }

const migrationsOf = (files: readonly SourceFile[]): MigrationFile[] =>
  files
    .filter(({ path: file }) => /^server\/db\/migrations\/[^/]+\.sql$/.test(file))
    .map((file) => ({ ...file, name: path.posix.basename(file.path, '.sql') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

function sumsOf(files: readonly SourceFile[]): Sum[] {
  const text = files.find((file) => file.path === sumsPath)?.text ?? ''
  return text.split('\n').flatMap((written, at) => {
    const [name = '', checksum = ''] = written.trim().split(' ')
    return name === '' ? [] : [{ name, checksum, line: at + 1 }]
  })
}

function unlistedMigrations(files: readonly SourceFile[]): MigrationFile[] {
  const listed = new Set(sumsOf(files).map(({ name }) => name))
  return migrationsOf(files).filter(({ name }) => !listed.has(name))
}

const editedSentence = (name: string) =>
  `${name} is not the text that landed: put it back; a change of the tables is a new migration. ` +
  `If this migration has not landed yet, delete its line in ${sumsPath} and run npm run schema.`

/** Returns a finding for each listed migration that is missing, was edited or is out of order. */
function checkListed(files: readonly SourceFile[]): Finding[] {
  const migrations = new Map(migrationsOf(files).map((file) => [file.name, file]))
  return sumsOf(files).flatMap(({ name, checksum, line }, at, sums): Finding[] => {
    const found = migrations.get(name)
    const before = sums[at - 1]?.name ?? ''
    if (found === undefined)
      return [{ path: sumsPath, line, sentence: `${name} has landed and is missing: put it back.` }]
    if (name <= before)
      return [{ path: sumsPath, line, sentence: `${name} stands below ${before}: the list is in order.` }]
    return checksumOf(found.text) === checksum ? [] : [{ path: found.path, line: 1, sentence: editedSentence(name) }]
  })
}

/**
 * Returns a finding for each new migration whose name sorts before the last landed one. A clinic that has run the
 * landed migration would refuse to start.
 */
function checkOrder(files: readonly SourceFile[]): Finding[] {
  const last = sumsOf(files).at(-1)?.name ?? ''
  return unlistedMigrations(files)
    .filter(({ name }) => name < last)
    .map(({ name, path: file }) => {
      const sentence = `${name} comes before ${last}, which has landed: give it a higher number.`
      return { path: file, line: 1, sentence }
    })
}

/** A landed migration has already run in some clinic, so its text and its position must never change. */
export const migrationSums: Rule = (files) => {
  const misplaced = checkOrder(files)
  const unlisted = unlistedMigrations(files)
    .filter((file) => misplaced.every((finding) => finding.path !== file.path))
    .map((file) => ({ path: file.path, line: 1, sentence: `${file.name} is not in ${sumsPath}: run npm run schema.` }))
  return [...checkListed(files), ...misplaced, ...unlisted]
}

/** Returns the list with the new migrations appended. Throws if a landed migration or the order has changed. */
export function appendSums(files: readonly SourceFile[]): string {
  const [fault] = [...checkListed(files), ...checkOrder(files)]
  if (fault !== undefined) throw new Error(`${sumsPath} was not written. ${fault.sentence}`)
  const added = unlistedMigrations(files).map(({ name, text }) => ({ name, checksum: checksumOf(text) }))
  return [...sumsOf(files), ...added].map(({ name, checksum }) => `${name} ${checksum}\n`).join('')
}
