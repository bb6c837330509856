import { manilaTime, type CivilDate } from '#shared/lib/manila-time.ts'
import type { DemoRows } from './demo-rows.ts'
import type { DemoAppointment } from './make-appointments.ts'
import type { DemoService } from './make-catalogue.ts'
import { lengthOf, type Occupancy } from './occupancy.ts'

const MINUTE_MS = 60_000

type Day = { date: CivilDate; now: Date; closes: string; services: readonly DemoService[]; occupancy: Occupancy }

/** A service that can follow a visit in its room, and who would do it. */
function following({ date, closes, services, occupancy }: Day, visit: Ahead, isOther: boolean) {
  for (const service of services) {
    const { minutes, after } = lengthOf(service.name)
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

/** A visit to come, when it occupies nothing but somebody and a room, and is not cleaned up after. */
function aheadOf(rows: DemoRows, { id, service, startsAt, status }: DemoAppointment, now: Date): Ahead | undefined {
  const row = rows.appointments.find((one) => one.id === id)
  const person = row?.practitioner_id
  const { minutes, after } = lengthOf(service.name)
  const used = new Set(rows.resource_slots.filter((slot) => slot.appointment_id === id).map((slot) => slot.resource_id))
  const [room, ...others] = [...used].filter((one) => one !== person)
  if (startsAt <= now || status !== 'confirmed' || !person || after > 0 || !room || others.length > 0) return undefined
  return { id, serviceId: service.id, person, room, ends: new Date(startsAt.getTime() + minutes * MINUTE_MS) }
}

/** Two visits of a day to come get a second service: one of the same person, one of somebody else in the same room. */
export function makeTurns(rows: DemoRows, day: Day, visits: readonly DemoAppointment[]): void {
  const wanted = [true, false]
  for (const visit of visits) {
    const [isOther] = wanted
    if (isOther === undefined) return
    const ahead = aheadOf(rows, visit, day.now)
    const next = ahead && following(day, ahead, isOther)
    if (!next) continue
    const { service, person, wish, ends } = next
    rows.appointment_services.push({
      appointment_id: ahead.id,
      position: 2,
      service_id: service.id,
      minutes: wish.minutes,
      practitioner_id: person,
    })
    rows.appointments.find((one) => one.id === ahead.id)!.ends_at = ends
    day.occupancy.take(ahead.id, [person, ahead.room], wish)
    wanted.shift()
  }
}
