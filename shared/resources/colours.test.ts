import { expect, test } from 'vitest'
import { contrast } from '#shared/clinic/contrast.ts'
import { RESOURCE_COLOURS } from './colours.ts'
import { resourceMessages } from './messages.ts'

test.each(RESOURCE_COLOURS)(
  'white text is readable on %s, which is distinct from light and dark surfaces',
  (colour) => {
    expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colour, '#132124')).toBeGreaterThanOrEqual(3)
  },
)

test('every colour of practitioners, rooms and devices has a name of its own', () => {
  const names = RESOURCE_COLOURS.map((colour) => resourceMessages.colours[colour])
  expect(new Set(names).size).toBe(RESOURCE_COLOURS.length)
})
