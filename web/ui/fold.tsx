import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'

type FoldProps = {
  /** The button's label, whether open or closed. */
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
