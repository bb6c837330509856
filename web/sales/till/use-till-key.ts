import { useEffect, useEffectEvent } from 'react'

/** Does something when one of some keys (a character each) is pressed at the till, as long as nothing is being typed and no dialog is open. */
export function useTillKey(keys: string, act: (key: string) => void): void {
  const onPress = useEffectEvent(act)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Caps Lock makes capitals too, and no key of the till is one; what Shift makes stays what it is.
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
