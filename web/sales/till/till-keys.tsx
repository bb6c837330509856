import { useEffect, useEffectEvent } from 'react'
import { isBarcode } from '#shared/inventory/barcode.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

/** True for a key that is typed into a field, that is a shortcut of the browser, or that a dialog on top receives. */
function isForOthers(event: KeyboardEvent): boolean {
  const isTyping = event.target instanceof Element && event.target.closest('input:not([type=radio]), textarea') !== null
  const isCovered = document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
  return event.ctrlKey || event.metaKey || event.altKey || isTyping || isCovered
}

/** Calls `act` for a key (one character each), unless something is being typed or a dialog is open. */
export function useTillKey(keys: string, act: (key: string) => void): void {
  const onPress = useEffectEvent(act)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Lower case, because Caps Lock makes capitals too; characters made with Shift stay.
      const key = event.shiftKey ? event.key : event.key.toLowerCase()
      if (key.length !== 1 || !keys.includes(key) || isForOthers(event)) return
      event.preventDefault()
      onPress(key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [keys])
}

/** The longest pause between two digits of a hand scanner, in milliseconds; people type slower. */
const SCAN_GAP_MS = 60

/**
 * Calls `scanned` with a barcode that a hand scanner types while no field has the focus, followed by Enter. Digits are
 * also shortcuts of the till, so each digit waits until it is clear that no scanner has typed it. While a field has the
 * focus, the field receives the digits.
 */
export function useScanner(isOn: boolean, scanned: (barcode: string) => void): void {
  const onScan = useEffectEvent(scanned)
  useEffect(() => {
    if (!isOn) return
    let digits = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const repeated = new WeakSet<Event>()
    /** A single digit was typed by a person as a shortcut, which is executed now. */
    const endScan = (target: EventTarget | null) => {
      if (digits.length === 1) {
        const event = new KeyboardEvent('keydown', { key: digits, bubbles: true, cancelable: true })
        repeated.add(event)
        target?.dispatchEvent(event)
      }
      digits = ''
    }
    const swallow = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const onKey = (event: KeyboardEvent) => {
      if (repeated.has(event) || isForOthers(event)) return
      const code = digits
      if (/^\d$/.test(event.key)) {
        swallow(event)
        digits += event.key
        clearTimeout(timer)
        timer = setTimeout(() => endScan(event.target), SCAN_GAP_MS)
      } else if (event.key === 'Enter' && isBarcode(code)) {
        swallow(event)
        clearTimeout(timer)
        digits = ''
        onScan(code)
      }
    }
    document.addEventListener('keydown', onKey, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', onKey, true)
    }
  }, [isOn])
}

/** Lists the till's keyboard shortcuts in a dialog. */
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
