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

test('a secret box makes its key file at the first use, readable only by its owner, and reads the same key after a restart', async () => {
  const encrypted = await secretBox(file).encrypt('hunter2 ñ', 'mail')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(encrypted).not.toContain('hunter2')
  expect(await secretBox(file).encrypt('hunter2 ñ', 'mail')).not.toBe(encrypted)
  expect(await secretBox(file).decrypt(encrypted, 'mail')).toBe('hunter2 ñ')
})

test('processes that make the key file at the same moment use the same key', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, (_, i) => secretBox(file).encrypt(`secret ${i}`, 'mail')))
  const read = await Promise.all(made.map((encrypted) => secretBox(file).decrypt(encrypted, 'mail')))
  expect(read).toEqual(made.map((_, i) => `secret ${i}`))
  expect(await readdir(path.dirname(file))).toEqual(['secret.key'])
})

test('decrypting with a lost, different or damaged key file says that the key is missing, and makes no new key', async () => {
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

test('decrypting refuses a secret that was changed or was encrypted for another purpose', async () => {
  const box = secretBox(file)
  const encrypted = await box.encrypt('hunter2', 'mail of branch 1')
  await expect(box.decrypt(encrypted, 'mail of branch 2')).rejects.toThrow('authenticate')
  // Changes the first character after the dot, because a change of the last character may change no byte.
  const changed = encrypted.replace(/\../, (first) => (first === '.A' ? '.B' : '.A'))
  await expect(box.decrypt(changed, 'mail of branch 1')).rejects.toThrow()
})
