import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { axisTicks, axisTop } from './chart-scale.ts'

describe("the chart's axis", () => {
  test.each([
    [0, 1],
    [1, 1],
    [7, 8],
    [101, 150],
    [1_267_300, 1_500_000],
    [1_000_000, 1_000_000],
    [9_800_000, 10_000_000],
  ])('for at most %d it ends at %d', (max, top) => expect(axisTop(max)).toBe(top))

  test('never ends below its highest bar, nor wastes more than a third of the height', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (max) => {
        const top = axisTop(max)
        return top >= max && max / top > 0.66
      }),
    )
  })

  test('has five even steps from zero', () =>
    expect(axisTicks(1_500_000)).toEqual([0, 375_000, 750_000, 1_125_000, 1_500_000]))
})
