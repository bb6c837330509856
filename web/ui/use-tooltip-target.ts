import { useEffect, useState } from 'react'

const HOVER_MS = 500

/**
 * The control with a tooltip (`data-tooltip`) that is pointed at for half a second or focused by keyboard; null for
 * none. One set of listeners serves the whole page. Escape, a press and scrolling put it away; the tooltip itself
 * (`data-tooltip-box`) may be pointed at.
 */
export function useTooltipTarget(): HTMLElement | null {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const show = (next: HTMLElement | null, delay = 0) => {
      clearTimeout(waiting)
      waiting = setTimeout(() => setTarget(next), delay)
    }
    const over = ({ target: node, pointerType }: PointerEvent) => {
      if (!(node instanceof Element) || pointerType === 'touch' || node.closest('[data-tooltip-box]')) return
      const pointed = node.closest<HTMLElement>('[data-tooltip]')
      show(pointed, pointed ? HOVER_MS : 0)
    }
    const focus = ({ target: node }: FocusEvent) => {
      if (node instanceof HTMLElement) show(node.matches('[data-tooltip]:focus-visible') ? node : null)
    }
    const hide = () => show(null)
    const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointerover', over, { signal })
    document.addEventListener('focusin', focus, { signal })
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
