import { clsx } from 'clsx'
import { formatLongDate, type CivilDate } from '#shared/lib/manila-time.ts'

type BookingDayProps = {
  date: CivilDate
  /** False for the days of the months before and after that fill the page. */
  inMonth: boolean
  /** Why it cannot be chosen; null when it can. */
  why: string | null
  chosen: boolean
  isToday: boolean
  isTabStop: boolean
  onChoose: () => void
  onFocus: () => void
}

/** One day as a disc. A day that cannot be chosen can still be reached: it says why. */
export function BookingDay({ date, inMonth, why, chosen, isToday, isTabStop, onChoose, onFocus }: BookingDayProps) {
  return (
    <div role="gridcell" aria-selected={chosen} className="text-center">
      <button
        type="button"
        data-date={date}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={why === null ? formatLongDate(date) : `${formatLongDate(date)}, ${why}`}
        aria-disabled={why !== null}
        aria-current={isToday ? 'date' : undefined}
        title={why ?? undefined}
        onClick={onChoose}
        onFocus={onFocus}
        className={clsx(
          'tnum relative mx-auto my-0.5 grid h-11 w-full max-w-14 place-items-center rounded-full text-base transition-colors sm:h-14',
          chosen
            ? 'bg-primary font-bold text-on-primary'
            : why !== null
              ? 'cursor-not-allowed text-ink-3 line-through decoration-1'
              : clsx('hover:bg-primary-soft', inMonth ? 'font-bold' : 'text-ink-2'),
          why !== null && !inMonth && 'font-normal',
        )}
      >
        {Number(date.slice(8))}
        {isToday && (
          <span
            className={clsx(
              'absolute bottom-1 size-1 rounded-full sm:bottom-2',
              chosen ? 'bg-on-primary' : 'bg-primary',
            )}
          />
        )}
      </button>
    </div>
  )
}
