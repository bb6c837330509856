import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findChromium } from './find-chromium.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chromium-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const program = (name: string) => {
  const file = path.join(folder, name)
  fs.writeFileSync(file, '')
  return file
}

it('the search for Chromium tries CHROMIUM_PATH first, then the program names that systems use, in order', () => {
  const chrome = program('google-chrome')
  expect(findChromium(undefined, `/nowhere:${folder}`)).toBe(chrome)
  const chromium = program('chromium')
  expect(findChromium(undefined, folder)).toBe(chromium)
  const shell = program('chromium-headless-shell')
  expect(findChromium(undefined, folder)).toBe(shell)
  expect(findChromium(chrome, folder)).toBe(chrome)
})

it('a CHROMIUM_PATH that names no program is an error, not ignored', () => {
  expect(() => findChromium('/nowhere/chromium', folder)).toThrow(
    'CHROMIUM_PATH names /nowhere/chromium, and there is no such program.',
  )
})
