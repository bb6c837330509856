import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { UNUSED_ZOD_METHODS } from './lean-packages.ts'

/** Source files that use zod and are bundled for browsers. */
const sources = ['shared', 'web'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')] as const)
    .filter(([, text]) => text.includes("import { z } from 'zod'")),
)

/** Matches a method call on a schema: after another call or at the start of a line. `z.email()` is not one. */
const callOf = (name: string) => new RegExp(`(?:\\)|^\\s*)\\s*\\.${name}\\(`, 'm')

test('no schema calls a zod method that the browser build removes', () => {
  expect(sources.length).toBeGreaterThan(20)
  const found = sources.flatMap(([file, text]) =>
    UNUSED_ZOD_METHODS.filter((name) => callOf(name).test(text)).map((name) => `${file}: .${name}()`),
  )
  expect(found).toEqual([])
})

test.each(['z.string().email()', 'z.string()\n  .trim()\n  .prefault("")'])(
  'a schema that calls a removed zod method is detected: %j',
  (schema) => {
    expect(UNUSED_ZOD_METHODS.some((name) => callOf(name).test(schema))).toBe(true)
  },
)

test('no page uses a part of the router that the browser build removes', () => {
  const unused = /import [^;]*\b(?:Form|useFetchers?|useSubmit)\b[^;]*from 'react-router|\.patchRoutes\(/
  const pages = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((file) => unused.test(readFileSync(path.join('web', file), 'utf8')))).toEqual([])
  expect(unused.test("import { Link, useFetcher } from 'react-router'")).toBe(true)
})
