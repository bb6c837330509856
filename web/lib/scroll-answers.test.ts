import { expectTypeOf, test } from 'vitest'

const calls = (element: Element, page: Window) =>
  [
    () => element.scrollIntoView(),
    () => element.scroll(0, 0),
    () => element.scrollTo({ top: 0 }),
    () => element.scrollBy(0, 1),
    () => page.scroll(0, 0),
    () => page.scrollTo({ top: 0 }),
    () => page.scrollBy(0, 1),
  ] as const

test('the compiler rejects a React effect that returns the result of a scroll method, which is a promise in newer browsers', () => {
  // If one of the methods returned `void`, its type would differ from `unknown` and the compilation would fail.
  expectTypeOf(calls).returns.toEqualTypeOf<
    readonly [() => unknown, () => unknown, () => unknown, () => unknown, () => unknown, () => unknown, () => unknown]
  >()
})
