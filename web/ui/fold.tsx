import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'

type FoldProps = {
  /** The words of the button, for both states. */
  label: string
  isOpenFirst?: boolean
  className?: string
  children: ReactNode
}

/** A button that shows and hides what is needed seldom. What is hidden is not on the page: the keyboard never meets it. */
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
