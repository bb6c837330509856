import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KeyMissingError, secretBox } from './secret-box.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mutya-secrets-'))
  file = path.join(folder, 'data', 'secret.key')
})

afterEach(() => rm(folder, { recursive: true }))

test('makes the key file at the first use, readable only by its owner, and reads the same key after a restart', async () => {
  const encrypted = await secretBox(file).encrypt('hunter2 ñ', 'mail')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(encrypted).not.toContain('hunter2')
  expect(await secretBox(file).encrypt('hunter2 ñ', 'mail')).not.toBe(encrypted)
  expect(await secretBox(file).decrypt(encrypted, 'mail')).toBe('hunter2 ñ')
})

test('processes that make the key at the same moment use one key', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, (_, i) => secretBox(file).encrypt(`secret ${i}`, 'mail')))
  const read = await Promise.all(made.map((encrypted) => secretBox(file).decrypt(encrypted, 'mail')))
  expect(read).toEqual(made.map((_, i) => `secret ${i}`))
  expect(await readdir(path.dirname(file))).toEqual(['secret.key'])
})

test('says that the key is missing for a lost, another or a damaged key file, and makes none when reading', async () => {
  const box = secretBox(file)
  const encrypted = await box.encrypt('hunter2', 'mail')
  await rm(file)
  await expect(box.decrypt(encrypted, 'mail')).rejects.toThrow(KeyMissingError)
  await expect(stat(file)).rejects.toThrow('ENOENT')
  await box.encrypt('another', 'mail')
  await expect(box.decrypt(encrypted, 'mail')).rejects.toThrow(KeyMissingError)
  await writeFile(file, 'not a key')
  await expect(box.decrypt(encrypted, 'mail')).rejects.toThrow(KeyMissingError)
})

test('refuses a secret that was changed or is used for another purpose', async () => {
  const box = secretBox(file)
  const encrypted = await box.encrypt('hunter2', 'mail of branch 1')
  await expect(box.decrypt(encrypted, 'mail of branch 2')).rejects.toThrow('authenticate')
  // The last character would not do: some of its bits may belong to no byte.
  const changed = encrypted.replace(/\../, (first) => (first === '.A' ? '.B' : '.A'))
  await expect(box.decrypt(changed, 'mail of branch 1')).rejects.toThrow()
})
