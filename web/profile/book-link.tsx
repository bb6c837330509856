import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'

/** The booking page is a page of its own: this is a plain link, not a step within the app. */
export function BookLink({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <a
      href={paths.booking}
      className={buttonClass({ variant: 'primary', pill: true }) + (className ? ` ${className}` : '')}
    >
      <CalendarPlus size={18} aria-hidden="true" />
      {children}
    </a>
  )
}
