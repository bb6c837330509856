import { expect, test } from 'vitest'
import { cellClasses, rowLengths } from './full-rows.ts'

test('any number of items on the landing page fills complete rows, on wide screens and on narrow ones with two items in a row', () => {
  expect([1, 2, 3, 4, 5, 7, 9, 12, 13].map(rowLengths)).toEqual([
    [1],
    [2],
    [3],
    [4],
    [2, 3],
    [3, 4],
    [3, 3, 3],
    [4, 4, 4],
    [3, 3, 3, 4],
  ])
  for (let count = 1; count <= 24; count++) {
    const cells = cellClasses(count)
    const columns = cells.reduce((sum, cell) => sum + Number(/lg:col-span-(\d+)$/.exec(cell)![1]), 0)
    const narrow = cells.reduce((sum, cell) => sum + (cell.includes('max-lg:col-span-2') ? 2 : 1), 0)
    expect([count, cells.length, columns % 12, narrow % 2]).toEqual([count, count, 0, 0])
  }
})
