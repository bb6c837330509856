import { clsx } from 'clsx'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { buttonClass, ariaDisabled } from '#web/ui/button-class.ts'
import { words } from './messages.ts'

export type Rail = {
  box: RefObject<HTMLUListElement | null>
  /**
   * The index of the current item: the one that somebody chose, otherwise the one nearest to the start of the visible
   * part.
   */
  current: number
  show: (item: number) => void
}

/**
 * The index of the item nearest to the start of the visible part. At the end of the row, it is the index of the last
 * item.
 */
function frontItem(box: HTMLElement): number {
  if (box.scrollLeft + box.clientWidth >= box.scrollWidth - 4 && box.scrollLeft > 0) return box.children.length - 1
  const start = box.getBoundingClientRect().left + parseFloat(getComputedStyle(box).scrollPaddingInlineStart || '0')
  const distances = Array.from(box.children, (item) => Math.abs(item.getBoundingClientRect().left - start))
  return distances.indexOf(Math.min(...distances))
}

/** A row that scrolls by finger, wheel, keys or buttons, and reports which item is at the start of its visible part. */
export function useRail(count: number): Rail {
  const box = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  // True while scrolling to a chosen item, so that items in between do not become current.
  const goingTo = useRef(false)

  useEffect(() => {
    const row = box.current
    if (!row) return
    let frame = 0
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        if (!goingTo.current) setCurrent(frontItem(row))
      })
    }
    const byHand = () => (goingTo.current = false)
    row.addEventListener('scroll', onScroll, { passive: true })
    const hands = ['pointerdown', 'wheel', 'keydown'] as const
    for (const hand of hands) row.addEventListener(hand, byHand, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      row.removeEventListener('scroll', onScroll)
      for (const hand of hands) row.removeEventListener(hand, byHand)
    }
  }, [])

  const show = (wanted: number) => {
    const item = Math.max(0, Math.min(count - 1, wanted))
    const row = box.current
    const target = row?.children[item]
    if (!row || !target) return
    goingTo.current = true
    setCurrent(item)
    const left = target.getBoundingClientRect().left - (row.children[0]?.getBoundingClientRect().left ?? 0)
    row.scrollTo({ left })
  }
  return { box, current, show }
}

/** The scrollable row of a rail: full width, with the first item aligned to the text above. */
export function RailRow({ rail, label, children }: { rail: Rail; label: string; children: ReactNode }) {
  return (
    <ul
      ref={rail.box}
      tabIndex={0}
      aria-label={label}
      className="rail flex snap-x snap-mandatory gap-4 overflow-x-auto pt-1 pb-4 scrollbar-none motion-safe:scroll-smooth md:gap-5"
    >
      {children}
    </ul>
  )
}

const round = clsx(
  buttonClass({ size: 'icon', pill: true }),
  'off:border-line! off:bg-transparent! off:text-line-strong!',
)

/** Previous and next buttons whose labels name the row. */
export function RailButtons({ rail, count, what }: { rail: Rail; count: number; what: string }) {
  return (
    <div className="flex gap-2">
      <button type="button" className={round} {...ariaDisabled(rail.current === 0, () => rail.show(rail.current - 1))}>
        <ArrowLeft size={18} aria-hidden="true" />
        <span className="sr-only">{words.previous(what)}</span>
      </button>
      <button
        type="button"
        className={round}
        {...ariaDisabled(rail.current === count - 1, () => rail.show(rail.current + 1))}
      >
        <ArrowRight size={18} aria-hidden="true" />
        <span className="sr-only">{words.next(what)}</span>
      </button>
    </div>
  )
}

/** The label that tells visitors that a section shows samples. */
export const SampleMark = ({ children }: { children: string }) => (
  <span className="inline-flex items-center rounded-full border border-line bg-surface px-3 py-1 text-xs font-bold text-gold-ink">
    {children}
  </span>
)
