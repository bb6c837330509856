import { clsx } from 'clsx'
import { CircleAlert, RefreshCw } from 'lucide-react'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'
import { Button } from '#web/ui/button.tsx'

type ErrorPanelProps = {
  message: string
  onRetry?: () => void
  busy?: boolean
  /** The time of the data that stays on screen: "9:31 AM". */
  lastUpdated?: string
  className?: string
}

/**
 * An error in the place of the data, with a retry. Outdated data stays visible beside it. When it disappears, its
 * replacement gets the focus.
 */
export function ErrorPanel({ message, onRetry, busy, lastUpdated, className }: ErrorPanelProps) {
  const panel = usePassOnFocus<HTMLDivElement>()
  return (
    <div
      ref={panel}
      role="alert"
      className={clsx('flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-danger-soft px-4 py-3', className)}
    >
      <CircleAlert size={20} className="shrink-0 text-danger" aria-hidden="true" />
      <p className="min-w-40 flex-1 text-sm">
        <span className="font-semibold text-danger">{message}</span>
        {lastUpdated && <span className="tnum block text-ink-2">{uiMessages.lastUpdated(lastUpdated)}</span>}
      </p>
      {onRetry && (
        <Button onClick={onRetry} busy={busy} icon={<RefreshCw size={18} aria-hidden="true" />}>
          {uiMessages.tryAgain}
        </Button>
      )}
    </div>
  )
}

/** Focuses an element that is no control, once and without a ring. */
function focusOnce(place: HTMLElement): void {
  const wasFocusable = place.hasAttribute('tabindex')
  if (!wasFocusable) place.tabIndex = -1
  place.style.outline = 'none'
  place.addEventListener(
    'blur',
    () => {
      if (!wasFocusable) place.removeAttribute('tabindex')
      place.style.outline = ''
    },
    { once: true },
  )
  place.focus({ preventScroll: true })
}

/**
 * For a part that disappears by its own button ("Try again"): moves the focus to its replacement or container, because
 * browsers would reset it to the page.
 */
function usePassOnFocus<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useLayoutEffect(() => {
    const self = part.current
    if (!self) return
    return () => {
      const around = self.parentElement
      if (!around || !self.contains(document.activeElement)) return
      const index = [...around.children].indexOf(self)
      // The replacement is rendered in the same commit, after this.
      queueMicrotask(() => {
        const inPlace = around.children[index]
        const target = inPlace instanceof HTMLElement ? inPlace : around
        // After navigation the new page sets the focus itself.
        if (target.isConnected && !around.contains(document.activeElement)) focusOnce(target)
      })
    }
  }, [])
  return part
}
