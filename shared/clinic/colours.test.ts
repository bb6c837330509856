import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast } from '#shared/messages/mail-colours.ts'
import { COLOUR_SETS, coloursAsCss, colourSets, mainColours } from './colours.ts'

const tokens = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8')
const token = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens)![1]!

test.each(Object.entries(colourSets))('all text in the colours %s has enough contrast', (_, set) => {
  const grounds = ['bg', 'surface', 'surface-2'].map(token)
  const pairs = [
    ...grounds.map((ground) => [set.primary, ground]),
    [set['primary-ink'], set['primary-soft']],
    [set['primary-ink'], token('surface')],
    [set['on-primary'], set.primary],
    [set['on-primary'], set['primary-hover']],
    ['#ffffff', set['color-lagoon']],
    [set['color-lagoon'], token('blush')],
    [token('ink'), set['primary-soft']],
    [token('ink-2'), set['primary-soft']],
  ]
  expect(pairs.filter(([one, other]) => contrast(one!, other!) < 4.5)).toEqual([])
})

test('the default set of colours needs no style sheet of its own, other sets have one', () => {
  expect(COLOUR_SETS.filter((set) => coloursAsCss(set) === '')).toEqual(['lagoon'])
  expect(coloursAsCss('plum')).toMatch(/^:root:root\{--primary:#6b2f5e;.*\}$/)
})

test('the default main colours match the style sheets', () => {
  const css = tokens + readFileSync(new URL('../../web/styles/public.css', import.meta.url), 'utf8')
  for (const [name, colour] of Object.entries(mainColours('lagoon'))) expect(css).toContain(`--${name}: ${colour};`)
})
