import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { scratchFolder } from './scratch-cluster-fixture.ts'
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts'

afterEach(() => vi.unstubAllEnvs())

it('the socket folder is private and inside the temporary directory', () => {
  const temporary = scratchFolder()
  vi.stubEnv('TMPDIR', temporary)
  const folder = makeSocketFolder(null)
  expect(path.dirname(folder)).toBe(temporary)
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
})

it('a temporary directory with a path too long for a socket is skipped', () => {
  const deep = path.join(scratchFolder(), 'a'.repeat(60), 'b'.repeat(60))
  fs.mkdirSync(deep, { recursive: true })
  vi.stubEnv('TMPDIR', deep)
  const folder = makeSocketFolder(null)
  expect(path.join(folder, '.s.PGSQL.5432').length).toBeLessThan(104)
  removeSocketFolder(folder)
  expect(fs.existsSync(folder)).toBe(false)
})

it('a socket folder that belongs to another operating system user is never removed', () => {
  const folder = scratchFolder()
  removeSocketFolder(folder)
  expect(fs.existsSync(folder)).toBe(true)
})
