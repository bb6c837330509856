import { CalendarCheck, CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { availabilityContract, type FreeDay } from '#shared/appointments/availability-contract.ts'
import { boardMessages } from '#shared/appointments/calendar-messages.ts'
import { minuteOfDate } from '#shared/appointments/slots.ts'
import {
  addDays,
  dayNumber,
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
import { now } from '#web/lib/use-now.ts'
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

/** The nearest free time with the given person, or with anyone if there is none. */
async function findStart({ service, date, time }: NextVisit, person: Person | null) {
  const tomorrow = addDays(manilaDate(now()), 1)
  const earliest = addDays(date, -AROUND)
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

/** Finds a free time for the next visit, with the same person if possible. A note names what differs from the plan. */
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

/** Books the sale's client for the same service and person again; renders nothing when that is not possible. */
export function NextVisitButton({ saleId, className }: { saleId: string; className?: string }) {
  const { data } = useRead(nextVisitContract.ofSale, { params: { id: saleId } })
  const [isBooked, setIsBooked] = useState(false)
  const schedule = useDialog(ScheduleDialog)
  const { run, busy } = useAction(planNextVisit, { failed: s.failed })
  const plan = data?.data
  if (!plan) return null
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
        {isBooked ? s.booked : s.book}
      </Button>
      {schedule.element}
    </>
  )
}
