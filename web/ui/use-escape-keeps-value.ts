import { useRef, type KeyboardEvent } from 'react'

type LibraryKeyEvent = KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler?: () => void }

/**
 * The library empties a closed combobox on Escape. In a dialog that would lose a person's choices on the key that
 * closes the dialog: with these two, Escape closes the list first and then belongs to the dialog.
 */
export function useEscapeKeepsValue() {
  const open = useRef(false)
  return {
    onOpenChange: (next: boolean) => {
      open.current = next
    },
    onKeyDown: (event: LibraryKeyEvent) => {
      if (event.key === 'Escape' && !open.current) event.preventBaseUIHandler?.()
    },
  }
}
