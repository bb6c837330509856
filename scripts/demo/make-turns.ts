import { manilaTime, type CivilDate } from '#shared/lib/manila-time.ts'
import type { DemoRows } from './demo-rows.ts'
import type { DemoAppointment } from './make-appointments.ts'
import type { DemoService } from './make-catalogue.ts'
import { lengthOf, type Occupancy } from './occupancy.ts'

const MINUTE_MS = 60_000
const PAID_AFTER = 30

type Day = { date: CivilDate; now: Date; closes: string; services: readonly DemoService[]; occupancy: Occupancy }

/** Finds a service that can follow a visit in the same room, with a free practitioner for it. */
function following({ date, closes, services, occupancy }: Day, visit: Ahead, isOther: boolean) {
  for (const service of services) {
    const { minutes, after } = lengthOf(service)
    const wish = { serviceId: service.id, date, startsAt: visit.ends, minutes, after }
    const ends = new Date(visit.ends.getTime() + minutes * MINUTE_MS)
    if (service.id === visit.serviceId || after > 0 || manilaTime(ends) > closes) continue
    const person = occupancy.people(wish).find((id) => (id === visit.person) !== isOther)
    const place = occupancy.place(wish)
    if (person !== undefined && place?.length === 1 && place[0] === visit.room) return { service, person, wish, ends }
  }
  return undefined
}

type Ahead = { id: string; serviceId: string; person: string; room: string; ends: Date }

/**
 * Returns the end, room and practitioner of a completed or future visit that has no buffer and no devices. Returns
 * undefined for any other visit.
 */
function aheadOf({ id, service, startsAt, status, taken }: DemoAppointment, now: Date): Ahead | undefined {
  const [person, room, ...devices] = taken ?? []
  const { minutes, after } = lengthOf(service)
  const isFixed = status === 'completed' || (status === 'confirmed' && startsAt > now)
  if (!isFixed || !person || !room || after > 0 || devices.length > 0) return undefined
  return { id, serviceId: service.id, person, room, ends: new Date(startsAt.getTime() + minutes * MINUTE_MS) }
}

const later = (at: Date | string, minutes: number) => new Date(new Date(at).getTime() + minutes * MINUTE_MS)

/** Lengthens a visit by its second service, in the visit's row and, if the visit is over, also in the history log. */
function lengthen(rows: DemoRows, { id, ends }: { id: string; ends: Date }, minutes: number): void {
  const row = rows.appointments.find((one) => one.id === id)!
  row.ends_at = ends
  if (!row.done_at) return
  row.done_at = later(row.done_at, minutes)
  row.updated_at = row.done_at
  const completed = rows.events.find(
    ({ type, subject_id }) => type === 'appointments.appointment.completed' && subject_id === id,
  )!
  completed.happened_at = row.done_at
}

/** Gives two visits of a day a second service: one by the same practitioner, one by another in the same room. */
export function makeTurns(rows: DemoRows, day: Day, visits: readonly DemoAppointment[]): void {
  const wanted = [true, false]
  for (const visit of visits) {
    const [isOther] = wanted
    if (isOther === undefined) return
    const ahead = aheadOf(visit, day.now)
    const next = ahead && following(day, ahead, isOther)
    // A completed visit is extended only if it ended early enough that it could be paid by now.
    if (!next || (visit.status === 'completed' && later(next.ends, PAID_AFTER) > day.now)) continue
    const { service, person, wish, ends } = next
    rows.appointment_services.push({
      appointment_id: ahead.id,
      position: 2,
      service_id: service.id,
      minutes: wish.minutes,
      practitioner_id: person,
    })
    lengthen(rows, { id: ahead.id, ends }, wish.minutes)
    visit.longer = (visit.longer ?? 0) + wish.minutes
    visit.further = service
    day.occupancy.take(ahead.id, [person, ahead.room], wish)
    wanted.shift()
  }
}
