// Newer browsers return a promise from scroll methods, while the types of TypeScript still say `void`. An effect that
// returns the promise crashes the page, because React calls it as the effect's clean-up. `unknown` fits browsers of
// both kinds, and the compiler refuses an effect that returns it.

interface Element {
  scroll(...to: [options?: ScrollToOptions] | [x: number, y: number]): unknown
  scrollTo(...to: [options?: ScrollToOptions] | [x: number, y: number]): unknown
  scrollBy(...by: [options?: ScrollToOptions] | [x: number, y: number]): unknown
  scrollIntoView(how?: boolean | ScrollIntoViewOptions): unknown
}

interface Window {
  scroll(...to: [options?: ScrollToOptions] | [x: number, y: number]): unknown
  scrollTo(...to: [options?: ScrollToOptions] | [x: number, y: number]): unknown
  scrollBy(...by: [options?: ScrollToOptions] | [x: number, y: number]): unknown
}
