import { minuteOfDate, slotInstant } from '#shared/appointments/slots.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { dayNumber, manilaDate, manilaTime, weekdayOf, type CivilDate } from '#shared/lib/manila-time.ts'
import {
  isAvailable,
  mergeSpans,
  workingHours,
  type ExceptionSpan,
  type ResourceKind,
} from '#shared/resources/free-starts.ts'
import { spanOfTimes } from '#shared/resources/hours.ts'
import type { DemoRows } from './demo-rows.ts'
import type { DemoService } from './make-catalogue.ts'
import type { DemoResource } from './make-resources.ts'
import { sampleDurations } from './resources-content.ts'

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS

/** A visit for which free people, rooms and lasers are searched. `after` is the buffer in minutes. */
type Wish = { serviceId: string; date: CivilDate; startsAt: Date; minutes: number; after: number }

/** Returns the length and the buffer of a service in the sample. */
export const lengthOf = (service: Pick<DemoService, 'name' | 'minutes'>) => {
  const [minutes = service.minutes, after = 0] = sampleDurations[service.name] ?? []
  return { minutes, after }
}

/** Returns the half hours of a date at which sample visits can begin, each with its instant. */
export const startsOn = (date: CivilDate, from: string, to: string) =>
  SLOT_TIMES.filter((time) => time >= from && time < to).map((time) => ({ time, startsAt: slotInstant(date, time) }))

/**
 * Returns when a practitioner works on a date by the weekly hours and leave, and the blocks during which they are busy.
 */
function presenceOn({ sample }: DemoResource, today: CivilDate, date: CivilDate) {
  const ahead = dayNumber(date) - dayNumber(today)
  const week = sample.hours
    ?.filter(({ days }) => days.includes(weekdayOf(date)))
    .flatMap(({ spans }) => spans.map(([opens, closes]) => spanOfTimes(opens, closes)))
  const entries = (sample.exceptions ?? [])
    .filter(({ first, last }) => first <= ahead && ahead <= last)
    .map(({ kind, times }): ExceptionSpan => ({ kind, ...(times ? spanOfTimes(...times) : { from: 0, to: 2_880 }) }))
  const hours = workingHours(week ?? null, entries)
  return { hours: hours && mergeSpans(hours), busy: entries.filter(({ kind }) => kind === 'block') }
}

/** Returns a function that tells whether a practitioner works during a visit. The function caches by date. */
function worksAt(resource: DemoResource, today: CivilDate): (date: CivilDate, from: number, to: number) => boolean {
  const days = new Map<CivilDate, ReturnType<typeof presenceOn>>()
  return (date, from, to) => {
    const presence = days.get(date) ?? presenceOn(resource, today, date)
    days.set(date, presence)
    return isAvailable(presence, { from, to }, { from, to })
  }
}

/**
 * Tracks which people, rooms and lasers are occupied, and finds free ones by the rules of a booking. `rows` contains
 * the visits that are already booked.
 */
export function occupancyOf(rows: DemoRows, resources: readonly DemoResource[], roomId: string, now: Date) {
  const today = manilaDate(now)
  const key = (id: string, at: number) => `${id} ${at}`
  const taken = new Set(rows.resource_slots.map((slot) => key(slot.resource_id, new Date(slot.slot_at).getTime())))
  const works = new Map(resources.map((one) => [one.id, worksAt(one, today)]))
  const quarters = ({ startsAt, minutes, after }: Omit<Wish, 'serviceId' | 'date'>) =>
    Array.from({ length: (minutes + after) / 15 }, (_, n) => startsAt.getTime() + n * QUARTER_MS)
  const isFree = (id: string, wish: Wish) => {
    if (quarters(wish).some((at) => taken.has(key(id, at)))) return false
    const from = minuteOfDate(manilaTime(wish.startsAt))
    return works.get(id)?.(wish.date, from, from + wish.minutes) ?? true
  }
  const named = (kind: ResourceKind, serviceId: string) =>
    resources.filter(({ sample, services }) => sample.kind === kind && services.has(serviceId)).map(({ id }) => id)
  const anyRoom = [roomId, ...resources.filter(({ sample }) => sample.kind === 'room').map(({ id }) => id)]
  return {
    /** Returns the practitioners who are free for a visit, in display order. */
    people: (wish: Wish) => named('practitioner', wish.serviceId).filter((id) => isFree(id, wish)),
    /** Returns a free room and all required lasers, or undefined if one of them is taken. */
    place: (wish: Wish): string[] | undefined => {
      const chosen = named('room', wish.serviceId)
      const room = (chosen.length > 0 ? chosen : anyRoom).find((id) => isFree(id, wish))
      const devices = named('device', wish.serviceId)
      return room !== undefined && devices.every((id) => isFree(id, wish)) ? [room, ...devices] : undefined
    },
    take: (appointment_id: string, ids: readonly string[], wish: Omit<Wish, 'serviceId' | 'date'>) => {
      for (const resource_id of ids)
        for (const at of quarters(wish)) {
          taken.add(key(resource_id, at))
          rows.resource_slots.push({ resource_id, slot_at: new Date(at), appointment_id })
        }
    },
  }
}
export type Occupancy = ReturnType<typeof occupancyOf>
