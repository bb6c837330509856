import { describe, expect, test } from 'vitest'
import { pageWindow } from './page-window.ts'

describe('the window of page numbers', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 12, [1, 2, 3, 4, 5]],
    [3, 12, [1, 2, 3, 4, 5]],
    [6, 12, [4, 5, 6, 7, 8]],
    [11, 12, [8, 9, 10, 11, 12]],
    [12, 12, [8, 9, 10, 11, 12]],
  ])('page %i of %i shows %j', (page, pageCount, shown) => expect(pageWindow(page, pageCount)).toEqual(shown))
})
