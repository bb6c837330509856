import { startTransition, useEffect, useState, useLayoutEffect, useRef } from 'react'

/**
 * Returns the value only after it has not changed for `ms`, so that a search does not run at each key press. The
 * returned value changes in a React transition, so that a navigation that began before the pause ended is rendered at
 * the latest together with the search.
 */
export function useDebounced<Value>(value: Value, ms = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled(value)), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/**
 * Stable functions that call those of the last render, so that memoized children do not re-render. For events, not
 * during rendering.
 */
export function useStableCallbacks<Actions extends Record<string, (...args: never[]) => unknown>>(
  actions: Actions,
): Actions {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  return useState(
    () =>
      Object.fromEntries(
        Object.keys(actions).map((name) => [name, (...args: never[]) => latest.current[name]!(...args)]),
      ) as Actions,
  )[0]
}
