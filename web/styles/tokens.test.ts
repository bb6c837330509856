import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast } from '#shared/clinic/contrast.ts'

type Palette = Record<string, string>

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The hexadecimal tokens of the rule that begins with `selector`. */
function paletteOf(selector: string): Palette {
  const from = css.indexOf(selector)
  const rule = css.slice(from, css.indexOf('}', from))
  return Object.fromEntries(
    [...rule.matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
}

const soft = ['success', 'warning', 'danger', 'info', 'violet', 'rose'].map((tone) => [tone, `${tone}-soft`] as const)
const onGrounds = (ink: string, ...grounds: string[]) => grounds.map((ground) => [ink, ground] as const)

/** Each text colour with each background on which it is used. */
const text = [
  ...onGrounds('ink', 'bg', 'surface', 'surface-2', 'surface-3', 'blush', 'primary-soft', 'danger-soft'),
  ...onGrounds('ink-2', 'bg', 'surface', 'surface-2', 'surface-3', 'danger-soft', 'primary-soft'),
  ...onGrounds('ink-3', 'bg', 'surface', 'surface-2'),
  ...onGrounds('primary', 'bg', 'surface', 'surface-2'),
  ...onGrounds('primary-ink', 'primary-soft', 'surface'),
  ...onGrounds('on-primary', 'primary', 'primary-hover'),
  ...onGrounds('on-danger', 'danger'),
  ...onGrounds('gold-ink', 'bg', 'surface', 'surface-2'),
  ...['success', 'warning', 'danger', 'info', 'violet', 'rose'].flatMap((tone) =>
    onGrounds(tone, 'bg', 'surface', 'surface-2'),
  ),
  ...onGrounds('bg', 'ink'),
  ...soft,
]
/** The colours of borders, the focus ring and a switch's thumb, each with every background beside which it is used. */
const edges = [
  ...onGrounds('line-strong', 'bg', 'surface', 'surface-2'),
  ...onGrounds('danger', 'bg', 'surface', 'surface-2'),
  ...onGrounds('primary', 'bg', 'surface', 'surface-2', 'surface-3'),
]

describe.each([
  ['light', ':root {'],
  ['dark', "[data-theme='dark'] {"],
])('the contrast of the colours in the %s theme is high enough', (_, selector) => {
  const palette = paletteOf(selector)
  const between = (one: string, other: string) => {
    const pair = [palette[one], palette[other]]
    if (!pair[0] || !pair[1]) throw new Error(`tokens.css has no ${one} or ${other} in this theme`)
    return contrast(pair[0], pair[1])
  }
  test.each(text)('the contrast is at least 4.5 between the text colour %s and the background %s', (ink, ground) =>
    expect(between(ink, ground)).toBeGreaterThanOrEqual(4.5),
  )
  test.each(edges)('the contrast is at least 3 between the edge colour %s and the background %s', (edge, ground) =>
    expect(between(edge, ground)).toBeGreaterThanOrEqual(3),
  )
})

test('the calculated contrast is 21 for black on white, and 4.54 for the grey #767676 on white', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})
