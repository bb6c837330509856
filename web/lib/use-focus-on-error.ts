import { useEffect, useRef, type RefObject } from 'react'

// A radio group is marked too but cannot be focused; hidden inputs belong to a list or a radio.
const wrong =
  ':is(input, textarea, button)[aria-invalid=true]:not([aria-hidden]), [data-invalid] :is([role=radio], input[type=radio]):not(:disabled)'

/**
 * For forms with their own state. Whenever new errors appear (`said` is another object with at least one), focuses the
 * first field with an error inside the returned ref.
 */
export function useFocusOnError(said: object): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (Object.values(said).some(Boolean)) fields.current?.querySelector<HTMLElement>(wrong)?.focus()
  }, [said])
  return fields
}
