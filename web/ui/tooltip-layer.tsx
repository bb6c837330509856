import { useLayoutEffect, useRef } from 'react'
import { useTooltipTarget } from './use-tooltip-target.ts'

const GAP = 8

/** Over the control, below it when there is no room, never out of the window. */
function place(box: HTMLElement, control: DOMRect): void {
  const { width, height } = box.getBoundingClientRect()
  const left = control.left + control.width / 2 - width / 2
  const above = control.top - height - GAP
  box.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`
  box.style.top = `${above >= GAP ? above : control.bottom + GAP}px`
}

/** The one box behind every `Tooltip` and `IconButton`. Hidden from assistive technology: it repeats what the control says. */
export default function TooltipLayer() {
  const target = useTooltipTarget()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (target && box.current) place(box.current, target.getBoundingClientRect())
  }, [target])
  if (!target?.isConnected) return null
  return (
    <div
      ref={box}
      data-tooltip-box=""
      aria-hidden="true"
      className="fixed top-0 left-0 z-70 max-w-72 animate-appear rounded-ctl bg-ink px-3 py-1.5 text-compact font-semibold text-bg shadow-3"
    >
      {target.dataset.tooltip}
    </div>
  )
}
