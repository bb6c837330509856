import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { COLOUR_SETS, type OwnColour } from './colour-choice.ts'
import {
  coloursAsCss,
  colourSets,
  isReadable,
  mainColours,
  nearestReadable,
  NEIGHBOURS,
  parseOwnColour,
  textPairs,
} from './colours.ts'

const tokens = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8')
const token = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens)![1]!

test.each(Object.entries(colourSets))('all text in the colours %s has enough contrast', (_, set) => {
  const pairs = textPairs(set)
  expect(pairs.filter(([one, other]) => contrast(one, other) < 4.5)).toEqual([])
})

test('the default set of colours needs no style sheet of its own, other sets have one', () => {
  expect(COLOUR_SETS.filter((set) => coloursAsCss(set) === '')).toEqual(['lagoon'])
  expect(coloursAsCss('plum')).toMatch(/^:root:root\{--primary:#6b2f5e;.*\}$/)
})

test('the default main colours match the style sheets', () => {
  const css = tokens + readFileSync(new URL('../../web/styles/public.css', import.meta.url), 'utf8')
  for (const [name, colour] of Object.entries(mainColours('lagoon'))) expect(css).toContain(`--${name}: ${colour};`)
})

test('a clinic’s own colour is checked against the backgrounds and text colours of the style sheets', () => {
  const { grounds, inks, blush } = NEIGHBOURS
  for (const [name, colour] of Object.entries({ ...grounds, ...inks, blush })) expect(token(name)).toBe(colour)
})

/** Numbers from 0 up to 1, the same in each run. */
function* randomNumbers(seed: number) {
  for (let state = seed; ;) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    yield state / 4_294_967_296
  }
}

const random = randomNumbers(7)
const randomColours = Array.from({ length: 100 }, () =>
  parseOwnColour(
    Math.floor(random.next().value! * 0x1000000)
      .toString(16)
      .padStart(6, '0'),
  ),
) as OwnColour[]

/** The hue in degrees; null for a colour that is almost grey, whose hue depends on rounding. */
function hueOf(hex: string): number | null {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))
  if (Math.max(r, g, b) - Math.min(r, g, b) < 40) return null
  return ((Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI + 360) % 360
}

test('the colour offered instead of an unreadable colour is readable, darker and of a similar hue, and a readable colour is kept', () => {
  const unreadable = randomColours.filter((colour) => !isReadable(colour))
  expect(unreadable.length).toBeGreaterThan(20)
  expect(unreadable.length).toBeLessThan(90)
  for (const colour of randomColours) {
    const nearest = nearestReadable(colour)
    expect(isReadable(nearest)).toBe(true)
    if (isReadable(colour)) {
      expect(nearest).toBe(colour)
      continue
    }
    expect(contrast(nearest, '#ffffff')).toBeGreaterThan(contrast(colour, '#ffffff'))
    // The offered colour is not darker than needed: its weakest pair of text and background is barely readable.
    expect(contrast(nearest, NEIGHBOURS.grounds['surface-3'])).toBeLessThan(5.6)
    const [from, to] = [hueOf(colour), hueOf(nearest)]
    if (from === null || to === null) continue
    expect(Math.abs(((from - to + 540) % 360) - 180)).toBeLessThan(40)
  }
})

test('a page in a clinic’s own colour uses this colour and tints of it, and the main colours of the sets are readable', () => {
  expect(coloursAsCss('#9b1c31')).toMatch(/^:root:root\{--primary:#9b1c31;--primary-hover:#7c1627;.*\}$/)
  expect(mainColours('#9b1c31').primary).toBe('#9b1c31')
  expect(COLOUR_SETS.filter((set) => !isReadable(mainColours(set).primary as OwnColour))).toEqual([])
  expect(['#000000', '#9b1c31', '#fff3b0', '#ffffff'].map((each) => isReadable(each as OwnColour))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(['AA3344', ' #aa3344 ', '#abc', 'red', '#aa33445'].map(parseOwnColour)).toEqual([
    '#aa3344',
    '#aa3344',
    null,
    null,
    null,
  ])
})
