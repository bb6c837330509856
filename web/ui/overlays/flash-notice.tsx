import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { takeFlash, type Flash } from '#web/lib/flash.ts'

/**
 * Shows the previous page's message ("Login Successful!") in documents without toasts. Looks like a toast and
 * disappears; its live region is always rendered, so that it is announced. `className` sets the distance from the top,
 * so that it covers no control.
 */
export function FlashToast({ className }: { className: string }) {
  const [flash, setFlash] = useState<Flash | null>(null)
  useEffect(() => setFlash(takeFlash()), [])
  useEffect(() => {
    if (!flash) return
    const timer = setTimeout(() => setFlash(null), flash.seconds * 1000)
    return () => clearTimeout(timer)
  }, [flash])
  return (
    <div role="status" className={`fixed right-3 z-50 w-[min(24rem,calc(100vw-1.5rem))] md:right-4 ${className}`}>
      {flash && (
        <div className="flex animate-appear items-start gap-3 rounded-card border border-line bg-surface p-4 shadow-3">
          <CircleCheck size={22} className="mt-0.5 shrink-0 text-success" aria-hidden="true" />
          <div>
            <p className="font-bold">{flash.title}</p>
            {flash.description && <p className="text-sm text-ink-2">{flash.description}</p>}
          </div>
        </div>
      )}
    </div>
  )
}
