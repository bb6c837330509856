import { clsx } from 'clsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'

type FlipCardProps = { flipped: boolean; front: ReactNode; back: ReactNode }

const face =
  'col-start-1 row-start-1 flex min-h-[35rem] flex-col justify-center rounded-panel border border-line bg-surface p-6 shadow-3 [backface-visibility:hidden] sm:p-9'

/**
 * A card with two sides. It turns in 420 ms; who prefers less motion sees one side fade into the other. The side that is
 * turned away is inert, and once the turn is over it is gone: neither a password manager nor anybody else meets two forms.
 * After a turn the first field of the new side has the focus.
 */
export function FlipCard({ flipped, front, back }: FlipCardProps) {
  const card = useRef<HTMLDivElement>(null)
  /** The side that was last at rest; while it differs from `flipped` the card is turning. */
  const [atRest, setAtRest] = useState(flipped)
  const turning = atRest !== flipped
  useEffect(() => {
    if (!turning) return
    const side = card.current?.children[flipped ? 1 : 0]
    side?.querySelector('input')?.focus({ preventScroll: true })
    if (!side || !window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    // Without motion there is no turn whose end could be waited for: the fade's end is the end.
    const fade = side.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 200, easing: 'ease-out' })
    fade.addEventListener('finish', () => setAtRest(flipped))
    return () => fade.cancel()
  }, [turning, flipped])
  return (
    <div className="perspective-[1600px]">
      <div
        ref={card}
        onTransitionEnd={(event) => event.target === card.current && setAtRest(flipped)}
        className={clsx(
          'grid transition-transform duration-[420ms] ease-perlas [transform-style:preserve-3d]',
          flipped && '[transform:rotateY(180deg)]',
        )}
      >
        <div inert={flipped} className={face}>
          {(!flipped || turning) && front}
        </div>
        <div inert={!flipped} className={clsx(face, '[transform:rotateY(180deg)]')}>
          {(flipped || turning) && back}
        </div>
      </div>
    </div>
  )
}
