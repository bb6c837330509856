import { bookingSentences as s } from '#shared/appointments/booking-sentences.ts'
import { manilaDate, startOfMonth } from '#shared/lib/manila-time.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { monthRange } from './booking-calendar.ts'
import { BookingMonth } from './booking-month.tsx'
import { StepFrame } from './booking-step-frame.tsx'
import type { BookingModel } from './use-booking.ts'

export function BookingDateStep({ model }: { model: BookingModel }) {
  return (
    <StepFrame booking={model.booking} note={s.pickADay}>
      <Dates model={model} />
    </StepFrame>
  )
}

function Dates({ model }: { model: BookingModel }) {
  const { closures } = model.sources
  if (closures.status === 'failed') return <ErrorPanel message={closures.sentence} onRetry={closures.reload} />
  if (closures.status === 'loading' || !model.now)
    return (
      <SkeletonGroup label={s.loadingDates} className="rounded-card border border-line bg-surface p-5">
        <Skeleton className="mx-auto h-7 w-44" />
        <div className="mt-8 grid grid-cols-7 gap-3">
          {Array.from({ length: 42 }, (_, index) => (
            <Skeleton key={index} className="mx-auto size-9 rounded-full! sm:size-11" />
          ))}
        </div>
      </SkeletonGroup>
    )
  return <Month model={model} now={model.now} closures={closures.data} />
}

type MonthProps = {
  model: BookingModel
  now: Date
  closures: Extract<BookingModel['sources']['closures'], { status: 'ready' }>['data']
}

function Month({ model: { booking, dispatch, clinic }, now, closures }: MonthProps) {
  // When a month passes while the page is open, its page is gone.
  const { first } = monthRange(now)
  const month = booking.month ?? startOfMonth(manilaDate(now))
  return (
    <BookingMonth
      month={month < first ? first : month}
      onTurn={(to) => dispatch({ type: 'month-turned', month: to })}
      chosen={booking.date}
      onChoose={(date) => dispatch({ type: 'date-chosen', date })}
      calendar={{ ...closures, hours: clinic.opening_hours, now }}
    />
  )
}
