import { ChevronDown } from 'lucide-react'
import { useEffect, useState, type RefObject } from 'react'
import { formatPeso } from '#shared/lib/money.ts'
import { posDemoSentences as s } from '#shared/pos-demo/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { tallyCount, tallyTotal, type Tally } from './tally.ts'

type BarProps = { tally: Tally; box: RefObject<HTMLDivElement | null> }

/** While the treatments fill a phone, the total stays at its bottom edge, with the way to the tally below them. */
export function TotalBar({ tally, box }: BarProps) {
  const isBoxInSight = useIsInSight(box)
  if (tally.length === 0 || isBoxInSight) return null
  const showBox = () => {
    box.current?.scrollIntoView({ block: 'start' })
    box.current?.focus({ preventScroll: true })
  }
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-4 py-2 md:hidden">
      <Button variant="primary" size="lg" block onClick={showBox} className="justify-between! px-4!">
        <span className="tnum flex flex-wrap items-baseline gap-x-2">
          {formatPeso(tallyTotal(tally))}
          <span className="text-sm font-medium">{s.items(tallyCount(tally))}</span>
        </span>
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          {s.toTally}
          <ChevronDown size={18} aria-hidden="true" />
        </span>
      </Button>
    </div>
  )
}

/** True once the top of the element has come out from under the bar. */
function useIsInSight(element: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setIsInSight] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const watch = new IntersectionObserver(([entry]) => setIsInSight(entry?.isIntersecting ?? false), {
      rootMargin: '0px 0px -72px',
    })
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return isInSight
}
