import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { axisTicks } from './charts.tsx'

describe('the axis of the chart', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [7, [0, 2, 4, 6, 8]],
    [101, [0, 25, 50, 75, 100, 125]],
    [1_267_300, [0, 500_000, 1_000_000, 1_500_000]],
    [1_000_000, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]],
    [9_800_000, [0, 2_000_000, 4_000_000, 6_000_000, 8_000_000, 10_000_000]],
  ])('the axis of a chart with the highest value %d has the tick values %j', (max, ticks) =>
    expect(axisTicks(max)).toEqual(ticks),
  )

  test('the axis of a chart never ends below the highest bar, leaves less than half of the height empty, and has few tick values', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (max) => {
        const ticks = axisTicks(max)
        const top = ticks.at(-1) ?? 0
        return top >= max && max / top > 0.5 && ticks.length <= 6
      }),
    )
  })
})
