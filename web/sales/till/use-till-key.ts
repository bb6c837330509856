import { useEffect, useEffectEvent } from 'react'

/** Does something when a key is pressed at the till, as long as nothing is being typed and no dialog is open. */
export function useTillKey(key: string, act: () => void): void {
  const onPress = useEffectEvent(act)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input:not([type=radio]), textarea')
      const isCovered = document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || isTyping || isCovered) return
      event.preventDefault()
      onPress()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [key])
}
