import { CSPProvider } from '@base-ui/react/csp-provider'
import { useLayoutEffect, useRef, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { ToastLayer } from './toast-layer.tsx'

/**
 * Toasts and tooltips above every page, loaded after its first view. The library adds no inline style elements, because
 * CSP forbids them.
 */
export default function FloatingLayers() {
  return (
    <CSPProvider disableStyleElements>
      <ToastLayer />
      <TooltipLayer />
    </CSPProvider>
  )
}

const GAP = 8

/** Places the tooltip above the control, or below without room, within the window. */
function placeTooltip(box: HTMLElement, control: DOMRect): void {
  const { width, height } = box.getBoundingClientRect()
  const left = control.left + control.width / 2 - width / 2
  const above = control.top - height - GAP
  box.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`
  box.style.top = `${above >= GAP ? above : control.bottom + GAP}px`
}

/** The one element for all tooltips. Hidden from assistive technology, because it repeats the control's label. */
function TooltipLayer() {
  const target = useTooltipTarget()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (target && box.current) placeTooltip(box.current, target.getBoundingClientRect())
  }, [target])
  if (!target?.isConnected) return null
  // The tooltip is rendered into the body, like dialogs, to be above the page.
  return createPortal(
    <div
      ref={box}
      data-tooltip-box=""
      aria-hidden="true"
      className="fixed top-0 left-0 z-70 max-w-72 animate-appear rounded-ctl bg-ink px-3 py-1.5 text-compact font-semibold text-bg shadow-3"
    >
      {target.dataset.tooltip}
    </div>,
    document.body,
  )
}

const HOVER_MS = 500

/**
 * The control with a tooltip (`data-tooltip`) that was hovered for half a second or focused by keyboard; null if there
 * is none. One set of listeners for the page. Escape, a press and scrolling hide it; hovering the tooltip
 * (`data-tooltip-box`) keeps it.
 */
function useTooltipTarget(): HTMLElement | null {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const show = (next: HTMLElement | null, delay = 0) => {
      clearTimeout(waiting)
      waiting = setTimeout(() => setTarget(next), delay)
    }
    const onPointerOver = ({ target: node, pointerType }: PointerEvent) => {
      if (!(node instanceof Element) || pointerType === 'touch' || node.closest('[data-tooltip-box]')) return
      const pointed = node.closest<HTMLElement>('[data-tooltip]')
      show(pointed, pointed ? HOVER_MS : 0)
    }
    const onFocusIn = ({ target: node }: FocusEvent) => {
      if (node instanceof HTMLElement) show(node.matches('[data-tooltip]:focus-visible') ? node : null)
    }
    const hide = () => show(null)
    const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointerover', onPointerOver, { signal })
    document.addEventListener('focusin', onFocusIn, { signal })
    document.addEventListener('focusout', hide, { signal })
    document.addEventListener('pointerdown', hide, { signal, capture: true })
    document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
    document.addEventListener('keydown', onEscape, { signal, capture: true })
    return () => {
      clearTimeout(waiting)
      listening.abort()
    }
  }, [])
  return target
}
