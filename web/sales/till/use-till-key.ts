import { useEffect, useEffectEvent } from 'react'

/** Calls `act` for a key (one character each), unless something is being typed or a dialog is open. */
export function useTillKey(keys: string, act: (key: string) => void): void {
  const onPress = useEffectEvent(act)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Lower case, because Caps Lock makes capitals too; characters made with Shift stay.
      const key = event.shiftKey ? event.key : event.key.toLowerCase()
      const isTyping = event.target instanceof Element && event.target.closest('input:not([type=radio]), textarea')
      const isCovered = document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
      if (
        key.length !== 1 ||
        !keys.includes(key) ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping ||
        isCovered
      )
        return
      event.preventDefault()
      onPress(key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [keys])
}
