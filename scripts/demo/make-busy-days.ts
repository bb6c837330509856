import { slotInstant } from '#shared/appointments/slots.ts'
import type { AppointmentStatus } from '#shared/appointments/status.ts'
import { addDays, dayNumber, manilaDate, manilaTime, weekdayOf, type CivilDate } from '#shared/lib/manila-time.ts'
import type { Actor } from './demo-log.ts'
import type { DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import {
  answeredBy,
  pushAppointment,
  weekdayRhythm,
  type AppointmentOptions,
  type DemoAppointment,
  type Details,
} from './make-appointments.ts'
import type { DemoService } from './make-catalogue.ts'
import type { DemoClient } from './make-people.ts'
import type { DemoResource } from './make-resources.ts'
import { makeTurns } from './make-turns.ts'
import { lengthOf, occupancyOf, startsOn, type Occupancy } from './occupancy.ts'
import type { Random } from './random.ts'
import { CLOSES, OPENS } from './sample-hours.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How many days before and after today the sample clinic is busy. */
const DAYS_BEHIND = 7
const DAYS_AHEAD = 14
/** Before the busy days, each day has this many visits fewer than the day after it, because the clinic grows. */
const GROWTH = 0.3
/** How many visits an average weekday has, in all rooms. */
const VISITS = 32
const [FEWEST, MOST] = [26, 36]
const WAITS_MINUTES = 12
const LATE_MINUTES = 16
const ASKED_MINUTES = 50

type Options = Pick<AppointmentOptions, 'clients' | 'services' | 'staff' | 'roomId' | 'closed' | 'now'> & {
  resources: readonly DemoResource[]
  /** The share of a busy clinic's visits that the sample has; 1 means all of them. */
  share: number
}
type Day = { date: CivilDate; options: Options; occupancy: Occupancy; booked: Set<string> }
type Found = { service: DemoService; time: string; startsAt: Date; minutes: number; after: number; ids: string[] }

/** Returns the number of visits on a date. The farther the date is from today, the fewer visits it has. */
function visitsOn(random: Random, date: CivilDate, now: Date): number {
  const ahead = dayNumber(date) - dayNumber(manilaDate(now))
  const share = (weekdayRhythm[weekdayOf(date)] ?? 1) * (0.9 + random.next() * 0.2)
  if (ahead < -DAYS_BEHIND) return Math.round((VISITS + GROWTH * (ahead + DAYS_BEHIND)) * share)
  const full = Math.min(MOST, Math.max(FEWEST, Math.round(VISITS * share)))
  return ahead <= 3 ? full : Math.round(full * (1 - (ahead - 3) / DAYS_AHEAD))
}

/**
 * Finds a service with a free practitioner, room and devices at one of the times. Returns undefined after 60 failed
 * tries.
 */
function findPlace(random: Random, { date, options, occupancy }: Day, times: readonly Start[]): Found | undefined {
  const weights = options.services.map((one) => [one, one.weight] as const)
  const closes = slotInstant(date, CLOSES).getTime()
  for (let tries = 0; tries < 60 && times.length > 0; tries++) {
    const service = random.weighted(weights)
    const { time, startsAt } = random.pick(times)
    const length = lengthOf(service)
    if (startsAt.getTime() + length.minutes * MINUTE_MS > closes) continue
    const wish = { serviceId: service.id, date, startsAt, ...length }
    const [person] = shuffled(random, occupancy.people(wish))
    const place = person === undefined ? undefined : occupancy.place(wish)
    if (person !== undefined && place !== undefined)
      return { service, time, startsAt, ...length, ids: [person, ...place] }
  }
  return undefined
}
type Start = ReturnType<typeof startsOn>[number]

const shuffled = <T>(random: Random, list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, rank: random.next() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value)

/** Returns a client without another visit on that date. The first client, who can log in, is never chosen. */
function clientFor(random: Random, { options, booked }: Day, startsAt: Date): DemoClient {
  const latest = Math.min(startsAt.getTime(), options.now.getTime()) - DAY_MS
  const known = options.clients.filter(
    ({ clientId, joined }, n) => n > 0 && !booked.has(clientId) && joined.getTime() < latest,
  )
  const client = random.pick(known)
  booked.add(client.clientId)
  return client
}

/** Returns a visit's status at the time `now`, and whether the client has arrived. */
function stateOf(random: Random, { startsAt, minutes }: Found, now: Date): [AppointmentStatus, Details] {
  const since = (now.getTime() - startsAt.getTime()) / MINUTE_MS
  if (since >= minutes) return [random.chance(0.94) ? 'completed' : 'cancelled', {}]
  if (since >= 5) return ['on-going', {}]
  if (since > -25) {
    const early = random.whole(1, 18) * MINUTE_MS
    return ['confirmed', random.chance(0.7) ? { arrived_at: new Date(now.getTime() - early) } : {}]
  }
  return [
    random.weighted([
      ['confirmed', 87],
      ['pending', 5],
      ['resched', 8],
    ] as const),
    {},
  ]
}

type Added = { booked?: Date; by?: Actor; state?: [AppointmentStatus, Details] }

/** Books a visit with the people and rooms found for it, and marks them as occupied unless it was cancelled. */
function add(rows: DemoRows, random: Random, day: Day, found: Found, added: Added = {}): DemoAppointment {
  const { now, staff } = day.options
  const { service, time, startsAt, minutes, after, ids } = found
  const client = clientFor(random, day, startsAt)
  const latest = Math.min(startsAt.getTime(), now.getTime()) - 30 * MINUTE_MS
  const lead = random.whole(1, 9 * 24) * 60 * MINUTE_MS
  const booked = added.booked ?? new Date(Math.max(client.joined.getTime() + MINUTE_MS, latest - lead))
  const [state, details] = added.state ?? stateOf(random, found, now)
  const status = answeredBy(now, state, booked)
  const id = idAt(random, booked)
  const appointment = {
    id,
    client,
    service: { ...service, minutes },
    date: day.date,
    startsAt,
    status,
    longer: Math.max(0, minutes - 30),
    taken: ids,
  }
  if (status !== 'cancelled') day.occupancy.take(id, ids, { startsAt, minutes, after })
  pushAppointment(
    rows,
    random,
    { staff, now },
    {
      appointment,
      time,
      booked,
      minutes,
      ...(added.by && { by: added.by }),
      details: { ...details, practitioner_id: ids[0]! },
    },
  )
  return appointment
}

/** Assigns a practitioner to each visit of the first room, if one is free at its time. */
function assign(rows: DemoRows, { date, occupancy }: Day, appointments: readonly DemoAppointment[]): void {
  const byId = new Map(rows.appointments.map((row) => [row.id, row]))
  for (const { id, service, startsAt, status } of appointments) {
    const row = byId.get(id)
    const wish = { serviceId: service.id, date, startsAt, minutes: service.minutes, after: 0 }
    const person = occupancy.people(wish)[0]
    if (!row || status === 'cancelled' || person === undefined) continue
    row.practitioner_id = person
    occupancy.take(id, [person], wish)
  }
}

/** Adds a visit that should have begun already and whose client has not come. */
function makeLate(rows: DemoRows, random: Random, day: Day): DemoAppointment[] {
  const { now } = day.options
  const begun = startsOn(day.date, OPENS, CLOSES).filter(({ startsAt }) => {
    const since = (now.getTime() - startsAt.getTime()) / MINUTE_MS
    return since >= LATE_MINUTES && since < 60
  })
  const found = findPlace(random, day, begun.slice(-1))
  return found ? [add(rows, random, day, found, { state: ['confirmed', {}] })] : []
}

/** Adds two walk-ins who got the next free times; none before the clinic opens. */
function makeWalkIns(rows: DemoRows, random: Random, day: Day): DemoAppointment[] {
  const { now, staff } = day.options
  const time = manilaTime(now)
  const next = time < OPENS ? [] : startsOn(day.date, time, CLOSES).filter(({ startsAt }) => startsAt > now)
  return [1, 2].flatMap((n) => {
    const found = findPlace(random, day, next.slice(0, 3))
    if (!found) return []
    const booked = new Date(now.getTime() - n * WAITS_MINUTES * MINUTE_MS)
    return [
      add(rows, random, day, found, { booked, by: staff.cashiers[0]!, state: ['confirmed', { arrived_at: booked }] }),
    ]
  })
}

/** Adds two visits that are in progress now. */
function makeUnderWay(rows: DemoRows, random: Random, day: Day): DemoAppointment[] {
  const { now } = day.options
  const begun = startsOn(day.date, OPENS, CLOSES).filter(
    ({ startsAt }) => startsAt.getTime() + 5 * MINUTE_MS <= now.getTime(),
  )
  return [1, 2].flatMap(() => {
    const found = findPlace(random, day, begun.slice(-1))
    return found ? [add(rows, random, day, found)] : []
  })
}

/** Adds a request for today that nobody has answered yet. */
function makeRequest(rows: DemoRows, random: Random, day: Day): DemoAppointment[] {
  const time = manilaTime(day.options.now)
  const ahead = startsOn(day.date, time < OPENS ? OPENS : time, CLOSES).slice(2)
  const found = findPlace(random, day, ahead)
  const booked = new Date(day.options.now.getTime() - ASKED_MINUTES * MINUTE_MS)
  return found ? [add(rows, random, day, found, { booked, state: ['pending', {}] })] : []
}

/** Returns the rows of the resource slots that a visit occupies. */
const occupiedBy = (rows: DemoRows, { id, startsAt }: DemoAppointment) =>
  rows.resource_slots.flatMap(({ resource_id, slot_at, appointment_id }) =>
    appointment_id === id && new Date(slot_at).getTime() === startsAt.getTime() ? [resource_id] : [],
  )

/** Adds an overbooked visit of a quarter of an hour, at the time and in the room of another visit. */
function makeOverbooked(rows: DemoRows, random: Random, day: Day, visits: readonly DemoAppointment[]): void {
  const { now, staff, services, resources } = day.options
  const service = services.find(({ name }) => name === 'Follow-up Visit')
  const able = resources.filter((one) => service && one.services.has(service.id)).map(({ id }) => id)
  const person = new Map(rows.appointments.map((row) => [row.id, row.practitioner_id ?? '']))
  const theirs = visits.filter(({ id, status }) => status !== 'cancelled' && able.includes(person.get(id) ?? ''))
  const over = theirs.find(({ startsAt, status }) => startsAt > now && status === 'confirmed') ?? theirs.at(-1)
  if (!service || !over) return
  const { date, startsAt } = over
  const { minutes } = lengthOf(service)
  const booked = new Date(Math.min(now.getTime(), startsAt.getTime()) - 40 * MINUTE_MS)
  const id = idAt(random, booked)
  const isOver = now.getTime() - startsAt.getTime() > minutes * MINUTE_MS
  const status = isOver ? 'completed' : 'confirmed'
  const appointment = { id, client: clientFor(random, day, startsAt), service, date, startsAt, status } as const
  for (const resource_id of occupiedBy(rows, over))
    rows.overbooked_slots.push({ resource_id, slot_at: startsAt, appointment_id: id })
  const details = { practitioner_id: person.get(over.id)!, overbook_reason: 'Quick check of the stitches' }
  const time = manilaTime(startsAt)
  const by = staff.cashiers[0]!
  pushAppointment(rows, random, { staff, now }, { appointment, time, booked, minutes, by, details })
}

function makeDay(rows: DemoRows, random: Random, day: Day, count: number): DemoAppointment[] {
  const isToday = day.date === manilaDate(day.options.now)
  const special = isToday ? [makeLate, makeUnderWay, makeWalkIns, makeRequest] : []
  const made = special.flatMap((make) => make(rows, random, day))
  const times = startsOn(day.date, OPENS, CLOSES)
  while (made.length < count) {
    const found = findPlace(random, day, times)
    if (!found) break
    made.push(add(rows, random, day, found))
  }
  if (isToday) makeOverbooked(rows, random, day, made)
  const { now, services } = day.options
  makeTurns(rows, { date: day.date, now, closes: CLOSES, services, occupancy: day.occupancy }, made)
  return made
}

/**
 * Fills the days from the past until some days ahead with visits of all practitioners and rooms, including late,
 * walk-in and overbooked ones, and returns these visits. Also assigns practitioners to the given `appointments`.
 */
export function makeBusyDays(
  rows: DemoRows,
  random: Random,
  appointments: readonly DemoAppointment[],
  options: Options,
): DemoAppointment[] {
  const { now, closed, resources, roomId, share } = options
  const today = manilaDate(now)
  const occupancy = occupancyOf(rows, resources, roomId, now)
  const dates = [...new Set(appointments.map(({ date }) => date))]
  return dates.flatMap((date) => {
    const own = appointments.filter((one) => one.date === date)
    const day = { date, options, occupancy, booked: new Set(own.map(({ client }) => client.clientId)) }
    assign(rows, day, own)
    if (closed.has(date) || date > addDays(today, DAYS_AHEAD)) return []
    return makeDay(rows, random, day, Math.round(visitsOn(random, date, now) * share) - own.length)
  })
}
