import { expect, test } from 'vitest'
import { RESOURCE_COLOURS } from './colours.ts'
import { resourceMessages } from './messages.ts'

const linear = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** The relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

test.each(RESOURCE_COLOURS)(
  'white text is readable on %s, which is distinct from light and dark surfaces',
  (colour) => {
    expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colour, '#132124')).toBeGreaterThanOrEqual(3)
  },
)

test('every colour has a name of its own', () => {
  const names = RESOURCE_COLOURS.map((colour) => resourceMessages.colours[colour])
  expect(new Set(names).size).toBe(RESOURCE_COLOURS.length)
})
