import { describe, expect, test } from 'vitest'
import { allowedInSource } from './allowed-features.ts'
import { judgeSyntax } from './check-build.ts'
import { findYoungCode } from './find-young-code.ts'
import { findYoungStyles } from './find-young-styles.ts'
import { judgeUses } from './judge-uses.ts'
import { compatData } from './young-features.ts'
import { youngNames } from './young-names.ts'

const names = youngNames()
const inScript = (text: string) => findYoungCode([{ path: 'a.tsx', text }], names).map(({ feature }) => feature)
const inStyles = (text: string) => findYoungStyles([{ path: 'a.css', text }]).map(({ feature }) => feature)

describe('features younger than the oldest browsers', () => {
  test.each([
    ['AbortSignal.any([signal])', 'api.AbortSignal.any_static'],
    ['URL.canParse(text)', 'api.URL.canParse_static'],
    ['Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
    ['Promise.try(work)', 'javascript.builtins.Promise.try'],
    ['Object.groupBy(rows, byDay)', 'javascript.builtins.Object.groupBy'],
    ['Array.fromAsync(rows)', 'javascript.builtins.Array.fromAsync'],
    ['RegExp.escape(text)', 'javascript.builtins.RegExp.escape'],
    ['new Set(a).union(b)', 'javascript.builtins.Set.union'],
    ['found.values().filter(isNew)', 'javascript.builtins.Iterator.filter'],
    ['Iterator.from(rows)', 'javascript.builtins.Iterator.from'],
    ['window.requestIdleCallback(work)', 'api.Window.requestIdleCallback'],
    ['box.checkVisibility()', 'api.Element.checkVisibility'],
    ['list.addEventListener(`scrollend`, done)', 'scrollend_event'],
    ['const a = <div popover="auto" />', 'html.global_attributes.popover'],
    ['const a = <ul onScrollEnd={done} />', 'scrollend_event'],
  ])('the script %s is reported', (text, feature) => expect(inScript(text)).toEqual([expect.stringContaining(feature)]))

  test.each([
    '@starting-style { a { opacity: 0 } }',
    'a { color: light-dark(black, white) }',
    'a { color: oklch(from red l c h) }',
    'a { field-sizing: content }',
    'a { & b { color: red } }',
    'a:open { color: red }',
    'a { backdrop-filter: blur(4px) }',
  ])('the style sheet %s is reported', (text) => expect(inStyles(text)).toHaveLength(text.includes('field') ? 2 : 1))

  test.each(['/[a--b]/v', '/(?i:a)b/', 'using file = open()', `import a from './a.json' with { type: 'json' }`])(
    'the script %s, whose syntax the oldest browsers cannot parse, is reported',
    (text) => expect(judgeSyntax({ path: 'a.js', text })[0]).toMatch(/cannot parse/),
  )
})

test.each([
  'rows.toSorted(byDay).findLast(isNew)',
  'structuredClone(crypto.randomUUID())',
  'dialog.showModal()',
  'const a = <dialog inert />',
  'Object.values(found).filter(isNew)',
  'Promise.allSettled(calls)',
  'const union = (a) => a; const z = { union }; z.union(1)',
  `typeof requestIdleCallback === 'function'`,
  'box.checkVisibility?.()',
  'const copy = (rows: Iterator<string>) => rows',
])('the script %s uses no feature younger than the oldest browsers and is not reported', (text) =>
  expect(inScript(text)).toEqual([]),
)

test.each([
  'a { color: color-mix(in oklab, red, blue); height: 100dvh }',
  '@property --x { syntax: "*"; inherits: false } @layer a { b:has(c) { inset: 0 } }',
  '@media (width >= 48rem) { a:is(:open, [open]) { -webkit-user-select: none; user-select: none } }',
  '@supports (color: light-dark(red, red)) { a { color: light-dark(red, red) } }',
])('the style sheet %s uses no feature younger than the oldest browsers and is not reported', (text) =>
  expect(inStyles(text)).toEqual([]),
)

test('an allowed exception covers a browser feature with all its values, and is reported once nothing uses the feature', () => {
  const uses = [{ path: 'a.css', line: 3, feature: 'css.properties.cursor.grab' }]
  expect(judgeUses(uses, { 'css.properties.cursor': 'Phones have no pointer.' })).toEqual([])
  expect(judgeUses(uses, {})).toEqual(['a.css:3  css.properties.cursor.grab is younger than the oldest browsers.'])
  expect(judgeUses([], { 'css.properties.cursor': '' })).toEqual([expect.stringContaining('take its allowance out')])
})

test('every allowed exception names a feature that exists in the browser compatibility data', () => {
  const known = (feature: string) =>
    feature
      .split('.')
      .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], compatData)
  expect(Object.keys(allowedInSource).filter((feature) => known(feature) === undefined)).toEqual([])
})
