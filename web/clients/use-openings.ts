import { useState } from 'react'

/** How often `open` has become true: as a key, it gives each opening of a dialog an empty form. */
export function useOpenings(open: boolean): number {
  const [{ count, wasOpen }, setSeen] = useState({ count: 0, wasOpen: false })
  if (open !== wasOpen) setSeen({ count: open ? count + 1 : count, wasOpen: open })
  return count
}
