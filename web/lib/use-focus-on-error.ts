import { useEffect, useRef, type RefObject } from 'react'

// The group around radios is marked too, but takes no focus; hidden inputs stand behind a list or a radio.
const wrong =
  ':is(input, textarea, button)[aria-invalid=true]:not([aria-hidden]), [data-invalid] :is([role=radio], input[type=radio]):not(:disabled)'

/**
 * For forms that keep their own state. Each time sentences have appeared (`said` is another object, with at least one
 * of them), the focus goes to the first field inside the returned ref that has one.
 */
export function useFocusOnError(said: object): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (Object.values(said).some(Boolean)) fields.current?.querySelector<HTMLElement>(wrong)?.focus()
  }, [said])
  return fields
}
