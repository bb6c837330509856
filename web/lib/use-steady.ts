import { useLayoutEffect, useRef, useState } from 'react'

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
