import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useExistingPage } from './use-existing-page.ts'

/** The pages to which a list was redirected for these page counts, starting at this page. */
function ledTo(page: number, ...counts: (number | undefined)[]): number[] {
  const shown: number[] = []
  const useList = (pages: number | undefined) => useExistingPage(page, pages, (to) => shown.push(to))
  const { rerender } = renderHook(useList, { initialProps: counts[0] })
  for (const pages of counts.slice(1)) rerender(pages)
  return shown
}

test('an existing page, or one not known yet, is kept', () => {
  expect(ledTo(2, undefined, 2, 3, 2)).toEqual([])
})

test('a page that no longer exists leads to the last one, once', () => {
  expect(ledTo(3, undefined, 3, 2, 2)).toEqual([2])
  expect(ledTo(9, 1)).toEqual([1])
})
