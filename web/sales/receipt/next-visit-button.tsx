import { clsx } from 'clsx'
import { CalendarCheck, CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { availabilityContract, type FreeDay } from '#shared/appointments/availability-contract.ts'
import { boardMessages } from '#shared/appointments/calendar-messages.ts'
import { minuteOfDate } from '#shared/appointments/slots.ts'
import {
  addDays,
  dayNumber,
  formatDate,
  formatDay,
  formatLongDate,
  formatTime,
  manilaDate,
  type CivilDate,
  type CivilTime,
} from '#shared/lib/manila-time.ts'
import { nextVisitContract, type NextVisit } from '#shared/sales/till-contract.ts'
import { nextVisitMessages as s } from '#shared/sales/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { now, useToday } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const ScheduleDialog = lazyDialog(
  async () => (await import('#web/appointments/desk/schedule-dialog.tsx')).ScheduleDialog,
)

type Start = { date: CivilDate; time: CivilTime; practitioner: number | undefined }
type Wanted = { date: CivilDate; time: CivilTime | null }

/**
 * The free start on the day nearest to the wanted one and, on that day, nearest to the wanted time; undefined when
 * nothing is free.
 */
export function nearestStart(days: readonly FreeDay[], wanted: Wanted): Start | undefined {
  const distanceInDays = (start: Start) => Math.abs(dayNumber(start.date) - dayNumber(wanted.date))
  const distanceInMinutes = (start: Start) =>
    wanted.time === null ? 0 : Math.abs(minuteOfDate(start.time) - minuteOfDate(wanted.time))
  const starts = days.flatMap(({ date, starts: free }) =>
    free.map(({ time, practitioners }): Start => ({ date, time, practitioner: practitioners[0] })),
  )
  // Sorting is stable, so the earlier of two equally near starts stays first.
  return starts.sort(
    (one, other) => distanceInDays(one) - distanceInDays(other) || distanceInMinutes(one) - distanceInMinutes(other),
  )[0]
}

/** How many days before and after the planned day we look for free times. */
const AROUND = 14

type Person = { id: string; name: string }
type Found = { start: Start | undefined; practitioner: Person | undefined; note: string | undefined }

const whenOf = ({ date, time }: Start) => boardMessages.at(formatDay(date), formatTime(time))

/** Finds the nearest free time with the given practitioner, or with anyone if no practitioner is given. */
async function findStart({ service, date, time, session }: NextVisit, person: Person | null) {
  const tomorrow = addDays(manilaDate(now()), 1)
  // A session of a treatment plan keeps its interval, so it is not suggested before it is due.
  const earliest = session === null ? addDays(date, -AROUND) : date
  const querystring = {
    service_id: service.id,
    date: earliest < tomorrow ? tomorrow : earliest,
    days: 2 * AROUND + 1,
    ...(person && { practitioner_id: person.id }),
  }
  const { data } = await api(availabilityContract.atDesk, { querystring })
  const start = nearestStart(data.days, { date, time })
  return { start, practitioner: start?.practitioner === undefined ? undefined : data.practitioners[start.practitioner] }
}

/**
 * Finds a free time for the next visit, with the same person if possible. A note names what differs from the wanted
 * time and person.
 */
async function planNextVisit(plan: NextVisit): Promise<Found> {
  const wanted = formatLongDate(plan.date)
  const { practitioner: person } = plan
  const withPerson = person && (await findStart(plan, person))
  if (person && withPerson?.start) {
    const { start } = withPerson
    const note = start.date === plan.date ? undefined : s.otherTimeOf(person.name, wanted, whenOf(start))
    return { start, practitioner: person, note }
  }
  const { start, practitioner } = await findStart(plan, null)
  if (!start) return { start, practitioner, note: s.noneFree(wanted) }
  if (person && practitioner)
    return { start, practitioner, note: s.otherPerson(person.name, wanted, practitioner.name, whenOf(start)) }
  return { start, practitioner, note: start.date === plan.date ? undefined : s.otherTime(wanted, whenOf(start)) }
}

type NextVisitProps = { saleId: string; className?: string }

/** Suggests the next visit of the sale's client; renders nothing when none can be suggested. */
export function NextVisitButton({ saleId, className }: NextVisitProps) {
  const plan = useRead(nextVisitContract.ofSale, { params: { id: saleId } }).data?.data
  if (!plan) return null
  if (plan.session === null) return <BookNext plan={plan} words={s} className={className} />
  return <SessionSuggestion plan={plan} session={plan.session} className={className} />
}

type SessionSuggestionProps = {
  plan: NextVisit
  session: NonNullable<NextVisit['session']>
  className?: string | undefined
}

/** Which session of a treatment plan comes next and when it is due, with the button that books it. */
function SessionSuggestion({ plan, session, className }: SessionSuggestionProps) {
  const today = useToday()
  const { due_on, booked_for } = session
  const when =
    booked_for !== null
      ? s.sessionBookedFor(formatDate(booked_for))
      : due_on <= today
        ? s.dueSince(formatDate(due_on))
        : s.dueFrom(formatDate(due_on))
  return (
    <div className={clsx('space-y-2 rounded-card bg-info-soft px-4 py-3', className)}>
      <p className="tnum font-semibold text-info">
        {s.session(session.session, session.sessions)} · {when}
      </p>
      <p className="text-sm wrap-anywhere">{plan.service.service_name}</p>
      {booked_for === null && <BookNext plan={plan} words={sessionWords} />}
    </div>
  )
}

const sessionWords = { book: s.bookSession, booked: s.sessionBooked }

type BookNextProps = { plan: NextVisit; words: { book: string; booked: string }; className?: string | undefined }

/** Opens the schedule dialog with client, service, practitioner and the nearest free time. */
function BookNext({ plan, words, className }: BookNextProps) {
  const [isBooked, setIsBooked] = useState(false)
  const schedule = useDialog(ScheduleDialog)
  const { run, busy } = useAction(planNextVisit, { failed: s.failed })
  const open = async () => {
    const outcome = await run(plan)
    if (outcome.kind !== 'done') return
    const { start, practitioner, note } = outcome.answer
    schedule.open({
      client: plan.client,
      services: [plan.service],
      practitioner,
      date: start?.date ?? plan.date,
      time: start?.time,
      note,
      onBooked: () => setIsBooked(true),
    })
  }
  const Icon = isBooked ? CalendarCheck : CalendarPlus
  return (
    <>
      <Button
        className={className}
        block
        busy={busy}
        disabled={isBooked}
        icon={<Icon size={18} aria-hidden="true" />}
        onClick={() => void open()}
      >
        {isBooked ? words.booked : words.book}
      </Button>
      {schedule.element}
    </>
  )
}
