import { useEffect, useEffectEvent } from 'react'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

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

/** The till's keyboard shortcuts. */
export function KeysDialog({ open, onClose }: DialogControl) {
  return (
    <Dialog open={open} onClose={onClose} size="sm" title={s.keysTitle} description={s.keysHint}>
      <dl className="divide-y divide-line">
        {s.keyList.map(([keys, meaning]) => (
          <div key={`${keys} ${meaning}`} className="flex min-h-12 items-center gap-4 py-2">
            <dt className="w-24 shrink-0">
              <kbd className="rounded-sm border border-line bg-surface-2 px-2 py-1 font-sans text-sm font-semibold whitespace-nowrap">
                {keys}
              </kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
