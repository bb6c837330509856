import { clsx } from 'clsx'
import { CircleAlert, RefreshCw } from 'lucide-react'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { uiMessages } from '#shared/lib/ui-messages.ts'
import { Button } from '#web/ui/button.tsx'

type ErrorPanelProps = {
  message: string
  onRetry?: () => void
  busy?: boolean
  /** The time of the data that stays on the screen, "9:31 AM". */
  lastUpdated?: string
  className?: string
}

/** A failure in the place where the data should be, with the way out. Stale data stays visible beside it. Its focus goes to what replaces it. */
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

/** A place that is no control takes the focus for once, without a ring around all of it. */
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
 * For a part that goes away by its own button («Try again»): when it goes with the focus inside, the focus moves to what
 * stands in its place then, or to the place around it; the browser would lose it to the top of the page.
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
      // What takes its place is drawn in the same step, after this.
      queueMicrotask(() => {
        const inPlace = around.children[index]
        const target = inPlace instanceof HTMLElement ? inPlace : around
        // A page that was left has its own place for the focus.
        if (target.isConnected && !around.contains(document.activeElement)) focusOnce(target)
      })
    }
  }, [])
  return part
}
