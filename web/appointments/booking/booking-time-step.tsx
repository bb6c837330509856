import { clsx } from 'clsx'
import { useId } from 'react'
import { bookingMessages as s } from '#shared/appointments/booking-messages.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { formatLongDate, formatTime, type CivilDate } from '#shared/lib/manila-time.ts'
import { ErrorPanel, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { FullDay, NearestTimes, PersonChoice } from './booking-availability.tsx'
import { openOf, partsOfDay, type PartOfDay, type SlotChoice } from './booking-calendar.ts'
import { LogInNote } from './booking-notes.tsx'
import { StepFrame } from './booking-step-frame.tsx'
import type { BookingModel } from './use-booking.ts'

type TimeStepProps = { model: BookingModel }

export function BookingTimeStep({ model }: TimeStepProps) {
  const { date } = model.booking
  return (
    <StepFrame booking={model.booking} note={date && `${formatLongDate(date)}, ${s.manilaTime}`}>
      <NearestTimes model={model} />
      <PersonChoice model={model} />
      {date && <Times model={model} date={date} />}
    </StepFrame>
  )
}

function Times({ model, date }: TimeStepProps & { date: CivilDate }) {
  const { booking, dispatch, clinic, now, sources } = model
  const { unavailableTimes, closures } = sources
  if (unavailableTimes.status === 'failed')
    return <ErrorPanel message={unavailableTimes.sentence} onRetry={unavailableTimes.reload} />
  // If the closed days could not be loaded, no time is offered.
  if (closures.status === 'failed') return <ErrorPanel message={closures.sentence} onRetry={closures.reload} />
  if (unavailableTimes.status === 'loading' || closures.status === 'loading' || !now)
    return (
      <SkeletonGroup label={s.loadingTimes} className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {Array.from({ length: 16 }, (_, index) => (
          <Skeleton key={index} className="h-13 rounded-ctl!" />
        ))}
      </SkeletonGroup>
    )
  const parts = partsOfDay(date, unavailableTimes.data, openOf(clinic), now)
  const last = parts.length - 1
  const choose = (time: string) => dispatch({ type: 'time-chosen', time })
  const partsThat = (isShown: (slot: SlotChoice) => boolean, nameOf: (part: string) => string) =>
    parts.flatMap((part, index) => {
      const slots = part.slots.filter(isShown)
      if (slots.length === 0) return []
      const hint = index === last ? s.endOfDay(formatLongDate(date)) : undefined
      return [
        <Part
          key={part.name}
          part={{ name: nameOf(part.name), slots }}
          hint={hint}
          chosen={booking.time}
          onChoose={choose}
        />,
      ]
    })
  const free = partsThat(
    (slot) => slot.free,
    (part) => part,
  )
  const others = partsThat((slot) => !slot.free, s.unavailablePart)
  return (
    <>
      {free.length === 0 && <FullDay model={model} />}
      {free.length > 0 && <div className="mb-6 space-y-6">{free}</div>}
      {/* The note is below the free times, because above them it would push them off a phone's first screen. */}
      <LogInNote model={model} />
      {others.length > 0 && (
        <Fold key={date} label={s.showAllTimes}>
          <div className="space-y-6">{others}</div>
        </Fold>
      )}
    </>
  )
}

type PartProps = { part: PartOfDay; hint?: string | undefined; chosen: string | null; onChoose: (time: string) => void }

function Part({ part, hint, chosen, onChoose }: PartProps) {
  const title = useId()
  return (
    <section role="group" aria-labelledby={title}>
      <h2 id={title} className="mb-2 text-sm font-bold text-ink-2">
        {part.name}
        {hint && <span className="font-medium text-ink-3"> · {hint}</span>}
      </h2>
      <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {part.slots.map((slot) => (
          <li key={slot.time}>
            <Slot slot={slot} chosen={slot.time === chosen} onChoose={() => onChoose(slot.time)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type SlotProps = { slot: SlotChoice; chosen: boolean; onChoose: () => void }

function Slot({ slot: { time, free }, chosen, onChoose }: SlotProps) {
  const small = !free ? s.unavailable : time === '00:00:00' ? appointmentMessages.midnight : null
  return (
    <button
      type="button"
      disabled={!free}
      aria-pressed={chosen}
      onClick={onChoose}
      className={clsx(
        'tnum flex h-13 w-full touch-manipulation flex-col items-center justify-center rounded-ctl border text-ctl leading-tight font-semibold transition-colors',
        chosen && free
          ? 'border-primary bg-primary text-on-primary'
          : free
            ? 'border-line bg-surface hover:border-primary hover:bg-primary-soft'
            : 'border-transparent bg-surface-2 text-ink-3',
      )}
    >
      {formatTime(time)} {small && <span className="text-[0.6875rem] font-medium">{small}</span>}
    </button>
  )
}
