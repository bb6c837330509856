import { clsx } from 'clsx'
import { ArrowRight, Hourglass, Users } from 'lucide-react'
import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { availabilityMessages as s, termsMessages } from '#shared/appointments/messages.ts'
import { formatStart, presentOn, minuteOfDate } from '#shared/appointments/slots.ts'
import { formatDay, dayNumber, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { startsInTime } from '#shared/resources/free-starts.ts'
import { retryImport } from '#web/lib/page/retry-import.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import type { Availability } from './visit-api.ts'
import { isOpenSlot, openOf } from './booking-calendar.ts'
import { choiceCard } from './booking-offer-steps.tsx'
import { ContinueLink } from './continue-link.tsx'
import { continuePath, isFramed } from './framed-booking.ts'
import type { BookingModel } from './use-booking.ts'

/** The practitioners and free times of two weeks; undefined while loading or after a failure. */
const loadedAvailability = ({ sources: { availability } }: BookingModel): Availability | undefined =>
  availability.status === 'ready' ? availability.data : undefined

/** The choice between a practitioner and anyone, shown if several people do the service. */
export function PersonChoice({ model }: { model: BookingModel }) {
  const title = useId()
  const { booking, dispatch, people, sources } = model
  const { availability } = sources
  // If the start times of the day could not be loaded either, the time step shows that error in their place.
  if (availability.status === 'failed' && sources.unavailableTimes.status === 'failed') return null
  if (availability.status === 'failed')
    return (
      <div className="mb-6">
        <ErrorPanel message={availability.sentence} onRetry={availability.reload} />
      </div>
    )
  if (people.length < 2) return null
  const choose = (id: string | null) => dispatch({ type: 'practitioner-chosen', id })
  return (
    <section role="group" aria-labelledby={title} className="mb-7">
      <h2 id={title} className="mb-2 text-sm font-bold text-ink-2">
        {s.withWhom}
      </h2>
      {/* The button "Anyone" fills the first row if the practitioners below it then fill whole rows. */}
      <ul className="grid gap-2 sm:grid-cols-2 sm:[&>:first-child:nth-last-child(odd)]:col-span-2">
        <li>
          <Person
            chosen={booking.practitioner === null}
            name={s.anyone}
            detail={s.anyoneHint}
            onChoose={() => choose(null)}
          >
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-primary-ink">
              <Users size={20} aria-hidden="true" />
            </span>
          </Person>
        </li>
        {people.map(({ id, name, title: what, photo }) => (
          <li key={id}>
            <Person chosen={booking.practitioner === id} name={name} detail={what} onChoose={() => choose(id)}>
              <Avatar name={name} src={photo} />
            </Person>
          </li>
        ))}
      </ul>
    </section>
  )
}

type PersonProps = { chosen: boolean; name: string; detail?: string; onChoose: () => void; children: ReactNode }

/** A button that chooses a practitioner or anyone; `children` is the picture. */
const Person = ({ chosen, name, detail, onChoose, children }: PersonProps) => (
  <button
    type="button"
    aria-pressed={chosen}
    onClick={onChoose}
    className={clsx(choiceCard(chosen), 'flex h-full min-h-16 items-center gap-3 px-3 py-2')}
  >
    {children}
    <span className="min-w-0">
      <span className="block font-semibold wrap-anywhere">{name}</span>
      {detail && <span className="block text-sm text-ink-2 wrap-anywhere">{detail}</span>}
    </span>
  </button>
)

/** Three buttons with the free times nearest to a chosen time that somebody else has taken. */
export function NearestTimes({ model }: { model: BookingModel }) {
  const title = useId()
  const { booking, dispatch, sources } = model
  const days = loadedAvailability(model)?.days
  if (booking.lost === null || !days || sources.unavailableTimes.status !== 'ready') return null
  const times = nearestTimes(booking.lost, days, sources.unavailableTimes.data)
  if (times.length === 0) return null
  return (
    <section role="group" aria-labelledby={title} className="mb-6 rounded-card border border-line bg-surface p-4">
      <h2 id={title} className="mb-3 font-semibold">
        {s.nearest}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {times.map((each) => (
          <li key={each.date + each.time}>
            <Button onClick={() => dispatch({ type: 'time-chosen', ...each })}>{timeText(each, booking.lost!)}</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A free time as text. If it is on another day than the lost time, the text has the date too. */
const timeText = ({ date, time }: FreeTime, lost: FreeTime) =>
  date === lost.date ? formatStart(time) : s.dayAndTime(formatDay(date), formatStart(time))

/**
 * Offers alternatives for a day without a free time. The waitlist is not offered for a day within the minimum notice.
 */
export function FullDay({ model }: { model: BookingModel }) {
  const { clinic, noticeMinutes, sources } = model
  if (noticeMinutes === null && sources.availability.status !== 'failed') return null
  const isTooSoon = isDayTooSoon(model)
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4">
      <p className="font-semibold">{isTooSoon ? termsMessages.dayTooSoon(clinic.phone) : s.noTimeLeft}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => model.dispatch({ type: 'step-chosen', step: 3 })}>{s.otherDate}</Button>
        <NextFreeDay model={model} />
        {!isTooSoon && <WaitlistButton model={model} />}
      </div>
    </div>
  )
}

/** True when every time of the day is within the minimum notice, whether it is free or not. */
function isDayTooSoon({ booking: { date }, noticeMinutes, clinic, now }: BookingModel): boolean {
  if (date === null || now === null) return false
  const [open, terms] = [openOf(clinic), { notice: noticeMinutes ?? 0, horizonDays: null }]
  const inTime = startsInTime(open.interval, terms, presentOn(date, now))
  return !inTime.some(({ time }) => isOpenSlot(date, time, open, now))
}

// The dialog is loaded on demand, because few people join the waitlist.
const JoinWaitlistDialog = lazy(() =>
  retryImport(async () => ({ default: (await import('./booking-waitlist.tsx')).JoinWaitlistDialog })),
)

/** The button that opens the form of the waitlist, for people to whom no time suits. */
function WaitlistButton({ model }: { model: BookingModel }) {
  const [isOpen, setOpen] = useState(false)
  if (isFramed())
    return (
      <ContinueLink href={continuePath(model.booking)} onClick={model.leaveForLogin}>
        {s.joinWaitlist}
      </ContinueLink>
    )
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Hourglass size={18} aria-hidden="true" />
        {s.joinWaitlist}
      </Button>
      {isOpen && (
        <Suspense>
          <JoinWaitlistDialog model={model} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Offers the next free time on a later day with one tap, so that nobody has to try full days. */
function NextFreeDay({ model }: { model: BookingModel }) {
  const { booking, dispatch } = model
  const days = loadedAvailability(model)?.days
  if (!days || booking.date === null) return null
  const next = firstFreeAfter(booking.date, days)
  if (next === null) return <p className="w-full text-sm text-ink-2">{s.nothingUntil(formatDay(days.at(-1)!.date))}</p>
  return (
    <Button variant="primary" onClick={() => dispatch({ type: 'time-chosen', ...next })}>
      {s.nextFree(formatDay(next.date), formatStart(next.time))}
      <ArrowRight size={18} aria-hidden="true" />
    </Button>
  )
}

/** Offers the first free time in one tap while no day is chosen. */
export function FirstFree({ model }: { model: BookingModel }) {
  const { booking, dispatch } = model
  const days = loadedAvailability(model)?.days
  if (!days || booking.date !== null) return null
  const first = firstFreeAfter('', days)
  if (first === null)
    return (
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2">{s.nothingUntil(formatDay(days.at(-1)!.date))}</p>
        <WaitlistButton model={model} />
      </div>
    )
  return (
    <Button block className="mb-4" onClick={() => dispatch({ type: 'time-chosen', ...first })}>
      {s.nextFree(formatDay(first.date), formatStart(first.time))}
      <ArrowRight size={18} aria-hidden="true" />
    </Button>
  )
}

type FreeTime = { date: CivilDate; time: CivilTime }

type Days = readonly { date: CivilDate; starts: readonly { time: CivilTime }[] }[]

const DAY = 24 * 60
const minutesOf = ({ date, time }: FreeTime) => dayNumber(date) * DAY + minuteOfDate(time)

/** All free times of `days`, except times of `date` that newer data (`taken`) shows as unavailable. */
const freeTimes = (days: Days, date: CivilDate, taken: ReadonlySet<CivilTime>): FreeTime[] =>
  days.flatMap((day) =>
    day.starts
      .map(({ time }) => ({ date: day.date, time }))
      .filter((each) => day.date !== date || !taken.has(each.time)),
  )

const HOW_MANY = 3

/**
 * The three free times nearest to a time that somebody else took, in order; all on the same day if this day has three.
 */
export function nearestTimes(lost: FreeTime, days: Days, taken: ReadonlySet<CivilTime>): FreeTime[] {
  const distance = (each: FreeTime) =>
    Math.abs(minutesOf(each) - minutesOf(lost)) + (each.date === lost.date ? 0 : 100 * DAY)
  return freeTimes(days, lost.date, taken)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, HOW_MANY)
    .toSorted((a, b) => minutesOf(a) - minutesOf(b))
}

/** The first free time after a date; null when the loaded days have none. */
export const firstFreeAfter = (date: CivilDate, days: Days): FreeTime | null =>
  freeTimes(days, date, new Set()).find((each) => each.date > date) ?? null
