import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { useExistingPage, useUrlState } from './use-url-state.ts'

const defaults = { search: '', per_page: 10, page: 1 }

/** Opens a list at this URL, with a loader that takes a while, as the app's guard does. */
function open(address: string) {
  let list: ReactNode
  const loader = () => Promise.resolve(null)
  const router = createMemoryRouter([{ path: '/', Component: () => list, loader, HydrateFallback: () => null }], {
    initialEntries: [address],
  })
  const wrapper = ({ children }: { children: ReactNode }) => {
    list = children
    return <RouterProvider router={router} />
  }
  const { result } = renderHook(() => useUrlState(defaults), { wrapper })
  return { router, result }
}

test('two changes of the URL right after one another are both kept', async () => {
  const { router, result } = open('/?page=3')
  await act(async () => {})
  expect(result.current[0]).toEqual({ search: '', per_page: 10, page: 3 })
  await act(async () => {
    result.current[1]({ per_page: 20 })
    result.current[1]({ search: 'kit' })
  })
  expect(router.state.location.search).toBe('?per_page=20&search=kit')
  expect(result.current[0]).toEqual({ search: 'kit', per_page: 20, page: 1 })
})

test('going back in the browser history restores the state of the earlier URL', async () => {
  const { router, result } = open('/?search=ana')
  await act(async () => {})
  await act(() => router.navigate('/?search=bea'))
  await act(() => router.navigate(-1))
  await act(async () => result.current[1]({ page: 2 }))
  expect(router.state.location.search).toBe('?search=ana&page=2')
})

/** The pages to which a list that starts at `page` was redirected, after each of these page counts was known. */
function ledTo(page: number, ...counts: (number | undefined)[]): number[] {
  const shown: number[] = []
  const useList = (pages: number | undefined) => useExistingPage(page, pages, (to) => shown.push(to))
  const { rerender } = renderHook(useList, { initialProps: counts[0] })
  for (const pages of counts.slice(1)) rerender(pages)
  return shown
}

test('the page number in the URL does not change while that page exists or the number of pages is unknown', () => {
  expect(ledTo(2, undefined, 2, 3, 2)).toEqual([])
})

test('a page number that no longer exists is replaced by the last page, once', () => {
  expect(ledTo(3, undefined, 3, 2, 2)).toEqual([2])
  expect(ledTo(9, 1)).toEqual([1])
})
