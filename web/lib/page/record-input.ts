/** The event that a page fires once it is hydrated; earlier input is replayed then. */
export const HYDRATED = 'mutya:hydrated'

/**
 * Records input in a prerendered page before hydration and replays it once after `HYDRATED`. Only the last press
 * counts, because people press again when nothing happens.
 */
export function recordInput(root: HTMLElement): void {
  const typed = new Map<HTMLInputElement, string>()
  let last: (() => void) | undefined
  const keep = (event: Event, again: () => void) => {
    // A page that is being hydrated must not react to the event now, because it is replayed later.
    event.stopPropagation()
    last = again
  }
  const onInput = ({ target }: Event) => target instanceof HTMLInputElement && typed.set(target, target.value)
  const onClick = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button?.type === 'button') keep(event, () => button.click())
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    keep(event, () => (event.target as HTMLFormElement).requestSubmit())
  }
  for (const input of root.querySelectorAll('input'))
    if (input.value !== input.defaultValue) typed.set(input, input.value)
  const listeners = { input: onInput, click: onClick, submit: onSubmit }
  for (const [name, listener] of Object.entries(listeners)) root.addEventListener(name, listener, true)
  const replay = () => {
    for (const [name, listener] of Object.entries(listeners)) root.removeEventListener(name, listener, true)
    for (const [input, value] of typed) typeInto(input, value)
    last?.()
  }
  window.addEventListener(HYDRATED, replay, { once: true })
}

/** Types into a React field. Uses the prototype's setter, because React's own hides the change from it. */
function typeInto(input: HTMLInputElement, value: string): void {
  if (input.value === value) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
