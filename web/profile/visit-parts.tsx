import { CalendarPlus, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ClientAppointment } from '#shared/appointments/contract.ts'
import { formatDayAndMonth, dayNumber, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { profileMessages as s } from '#shared/profile/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { bookAgainPath } from '#web/lib/public-paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'

type BookLinkProps = {
  children: ReactNode
  /** The visit whose treatment and service are preselected. */
  again?: ClientAppointment | undefined
  className?: string
}

/** A link to the booking page. It is no link of the router, because the booking page is a separate HTML document. */
export function BookLink({ children, again, className }: BookLinkProps) {
  return (
    <a
      href={again ? bookAgainPath(again) : paths.booking}
      className={buttonClass({ variant: 'primary', pill: true }) + (className ? ` ${className}` : '')}
    >
      <CalendarPlus size={18} aria-hidden="true" />
      {children}
    </a>
  )
}

/**
 * Shows a date like a page of a wall calendar. Screen readers skip it, because the visit's full date is beside it.
 */
export function DateTile({ date }: { date: CivilDate }) {
  const [month, day] = formatDayAndMonth(date).split(' ')
  return (
    <div
      aria-hidden="true"
      className="tnum grid size-14 shrink-0 place-items-center rounded-card bg-primary-soft leading-none text-primary-ink"
    >
      <span>
        <span className="block text-center text-xs font-bold uppercase">{month}</span>
        <span className="mt-1 block text-center text-xl font-extrabold">{day}</span>
      </span>
    </div>
  )
}

type PrevNextProps = {
  /** The accessible name of the page navigation. */
  label: string
  page: number
  pageCount: number
  onChange: (page: number) => void
}

/** The page navigation with Prev, "Page 1 of 3" and Next; hidden if there is one page. */
export function PrevNext({ label, page, pageCount, onChange }: PrevNextProps) {
  if (pageCount <= 1 && page === 1) return null
  return (
    <nav aria-label={s.pagesOf(label)} className="mt-4 flex items-center justify-between gap-3">
      <Button
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
        icon={<ChevronLeft size={18} aria-hidden="true" />}
      >
        {s.previous}
      </Button>
      <p className="tnum text-sm text-ink-2" aria-live="polite">
        {s.pageOf(page, pageCount)}
      </p>
      <Button disabled={page >= pageCount} onClick={() => onChange(page + 1)}>
        {s.next}
        <ChevronRight size={18} aria-hidden="true" />
      </Button>
    </nav>
  )
}

/** How far away a date is: `Today`, `Tomorrow` or `In 6 days`; null for a past date. */
export function daysAhead(date: CivilDate, now: Date): string | null {
  const days = dayNumber(date) - dayNumber(manilaDate(now))
  if (days < 0) return null
  if (days === 0) return s.today
  return days === 1 ? s.tomorrow : s.inDays(days)
}
