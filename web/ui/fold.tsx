import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from './button.tsx'

type FoldProps = {
  /** The button's label, which is the same for open and closed content. */
  label: string
  isOpenFirst?: boolean
  className?: string
  children: ReactNode
}

/** A button that shows and hides rarely needed content. Hidden content is not rendered, so the keyboard skips it. */
export function Fold({ label, isOpenFirst = false, className, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const content = useId()
  return (
    <div className={className}>
      <Button
        aria-expanded={isOpen}
        aria-controls={isOpen ? content : undefined}
        onClick={() => setOpen(!isOpen)}
        block
      >
        {label}
        <ChevronDown
          size={18}
          aria-hidden="true"
          className={clsx('transition-transform motion-reduce:transition-none', isOpen && 'rotate-180')}
        />
      </Button>
      {isOpen && (
        <div id={content} className="mt-4">
          {children}
        </div>
      )}
    </div>
  )
}

/** Content that opens inside a scrolling area and is scrolled fully into view when it appears. */
export function ScrollIntoView(props: ComponentProps<'div'>) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The body of the effect returns nothing: in newer browsers scrollIntoView returns a promise, which React would
    // call as the effect's clean-up.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <div {...props} ref={place} />
}
