import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { fileOf, picture } from '#server/test/pictures.ts'
import { AppError } from './app-error.ts'
import { withPicture } from './stored-pictures.ts'

async function failing(error: Error): Promise<{ kept: string[]; name: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mutya-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  let name = ''
  const work = (given: string) => {
    name = given
    return Promise.reject(error)
  }
  await expect(withPicture(folder, fileOf(await picture()), 'image', work)).rejects.toBe(error)
  return { kept: await readdir(folder), name }
}

const taken = Object.assign(new pg.DatabaseError('duplicate key', 13, 'error'), {
  code: '23505',
  constraint: 'services__name',
})

test.each([
  ['the called service', new AppError('not_found', 'Service not found')],
  ['a database constraint', taken],
])('a picture whose record was rejected by %s is deleted', async (_, error) => {
  expect((await failing(error)).kept).toEqual([])
})

test('a picture is kept when the database connection broke and it is unknown whether its record was saved', async () => {
  const { kept, name } = await failing(new Error('Connection terminated unexpectedly'))
  expect(kept).toEqual([name])
})
