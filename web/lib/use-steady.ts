import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Functions that stay the same and call those of the last render: what they are passed to (`memo`) is drawn anew only when
 * something else has changed. They are for events, not for a render.
 */
export function useSteady<Actions extends Record<string, (...args: never[]) => unknown>>(actions: Actions): Actions {
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
