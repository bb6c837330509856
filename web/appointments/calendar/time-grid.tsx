import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { pageTitle, weekdayName } from '#shared/appointments/calendar.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { calendarSentences as s } from '#shared/appointments/calendar-sentences.ts'
import { formatTime } from '#shared/lib/manila-time.ts'
import { ScrollBox } from '#web/ui/scroll-box.tsx'
import { dateCell } from './date-cell.ts'
import { DayColumn, slotRows } from './day-column.tsx'
import type { CalendarDay } from './use-calendar.ts'
import { useOpenAtNow } from './use-open-at-now.ts'
import { useDateGrid, type DateGridProps } from './use-date-grid.ts'

const columns = { week: 'grid-cols-[3.75rem_repeat(7,minmax(5.75rem,1fr))]', day: 'grid-cols-[3.75rem_minmax(0,1fr)]' }

type TimeGridProps = DateGridProps & { view: 'week' | 'day' }

/** One or seven days as columns over the half hours from 8:00 AM to midnight. */
export function TimeGrid(props: TimeGridProps) {
  const { data, cursor, view } = props
  const { grid, onKeyDown } = useDateGrid(props)
  const hours = useOpenAtNow(data.dates, props.today)
  return (
    <ScrollBox role="group" aria-label={pageTitle(view, cursor)} className="max-h-[40rem] scroll-pt-20">
      <div className="min-w-fit" aria-busy={data.isLoading}>
        <div
          ref={grid}
          role="grid"
          aria-label={pageTitle(view, cursor)}
          className="sticky top-0 z-10 border-b border-line bg-surface"
        >
          <div role="row" className={clsx('grid', columns[view])}>
            <span role="presentation" />
            {data.dates.map((date) => (
              <DayHead key={date} {...props} day={data.day(date)} onKeyDown={onKeyDown} />
            ))}
          </div>
        </div>
        <div ref={hours} className={clsx('grid', columns[view])}>
          <TimeLabels />
          {data.dates.map((date) => (
            <DayColumn key={date} {...props} day={data.day(date)} />
          ))}
        </div>
      </div>
    </ScrollBox>
  )
}

type DayHeadProps = DateGridProps & { day: CalendarDay; onKeyDown: (event: KeyboardEvent) => void }

function DayHead({ day, ...grid }: DayHeadProps) {
  const { date, disabled, holiday } = day
  const cell = dateCell(day, grid)
  const note = disabled ? s.closed(disabled.remark) : holiday
  return (
    <div
      {...cell.props}
      className={clsx(
        'min-h-14 min-w-0 border-l border-line px-2 py-1.5 outline-offset-[-3px]',
        cell.isOpen ? 'cursor-pointer hover:bg-primary-soft' : 'cursor-not-allowed bg-surface-2',
        cell.isPicked && 'bg-danger-soft!',
        date === grid.chosen && 'shadow-[inset_0_0_0_2px_var(--primary)]',
      )}
    >
      <span className="flex items-center gap-2">
        <span className="text-xs font-semibold text-ink-2 uppercase">{weekdayName(date)}</span>
        <span
          className={clsx(
            'tnum grid size-7 place-items-center rounded-full text-sm font-semibold',
            date === grid.today && 'bg-primary text-on-primary',
          )}
        >
          {Number(date.slice(8))}
        </span>
        {cell.isPicked && <Check size={18} className="ml-auto shrink-0 text-danger" aria-hidden="true" />}
      </span>
      {note && <span className="line-clamp-2 text-xs text-ink-2 wrap-anywhere">{note}</span>}
    </div>
  )
}

/** The hours; the half hours between them are the lines. */
function TimeLabels() {
  return (
    <div className="grid" style={slotRows} aria-hidden="true">
      {SLOT_TIMES.map((time, slot) => (
        <span key={time} className="tnum px-2 pt-0.5 text-right text-xs text-ink-2">
          {slot % 2 === 0 ? formatTime(time).replace(':00', '') : ''}
        </span>
      ))}
    </div>
  )
}
