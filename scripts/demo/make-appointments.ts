import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import type { AppointmentStatus } from '#shared/appointments/status.ts'
import { slotInstant } from '#shared/appointments/slots.ts'
import { addDays, dayNumber, manilaDate, weekdayOf } from '#shared/lib/manila-time.ts'
import type { Actor } from './demo-log.ts'
import { occupyRoom, type DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import { logVisit } from './log-visit.ts'
import type { DemoService } from './make-catalogue.ts'
import type { DemoClient, DemoStaff } from './make-people.ts'
import type { Random } from './random.ts'

export type DemoAppointment = {
  id: string
  client: DemoClient
  service: DemoService
  date: string
  startsAt: Date
  status: AppointmentStatus
  /** How many minutes the visit lasts beyond half an hour; 0 by default. */
  longer?: number
  /**
   * The practitioner, room and devices that the visit occupies. Without this field the visit occupies only the clinic's
   * room.
   */
  taken?: readonly string[]
  /** A second service of the visit, if it has one. */
  further?: DemoService
}

export type AppointmentOptions = {
  clients: readonly DemoClient[]
  services: readonly DemoService[]
  staff: DemoStaff
  roomId: string
  now: Date
  /** The dates on which the clinic is closed, so nobody is booked. */
  closed: ReadonlySet<string>
  fromDate: string
  toDate: string
  /** Opening hours, within which visits end. If undefined, the clinic is open all day. */
  hours?: { opens: string; closes: string }
}

const MINUTE_MS = 60_000
const ARRIVES_EARLY = 6
/** The longest time in minutes by which a treatment starts late. */
const MOST_LATE = 12

/** Notes of clients; the first few of every forty visits have one. */
const visitNotes = [
  'Prefers the quiet room.',
  'First laser: patch test before.',
  'Comes with her daughter; two chairs, please.',
]
const NOTED_EVERY = 40
/** The start times from 9:00 AM to 7:00 PM, for a sample clinic without opening hours. */
const usualTimes = SLOT_TIMES.slice(2, 23)

/** How busy each weekday is, Sunday first. */
export const weekdayRhythm = [0.8, 0.55, 0.7, 0.75, 0.85, 1.1, 1.35]

/** Returns a likely status for an appointment that starts at `startsAt` and lasts `minutes`. */
function statusAt(random: Random, startsAt: Date, minutes: number, now: Date): AppointmentStatus {
  const minutesAgo = (now.getTime() - startsAt.getTime()) / MINUTE_MS
  if (minutesAgo > 24 * 60)
    return random.weighted([
      ['completed', 84],
      ['cancelled', 15.5],
      ['confirmed', 0.5],
    ] as const)
  if (minutesAgo > minutes + 15)
    return random.weighted([
      ['completed', 90],
      ['cancelled', 10],
    ] as const)
  if (minutesAgo > -3 * 24 * 60)
    return random.weighted([
      ['confirmed', 70],
      ['pending', 15],
      ['resched', 10],
      ['cancelled', 5],
    ] as const)
  return random.weighted([
    ['confirmed', 45],
    ['pending', 42],
    ['resched', 7],
    ['cancelled', 6],
  ] as const)
}

/** Every 31st visit belongs to the client who can log in. */
const OWN_EVERY = 31

/** The longest time, 30 hours, until the sample clinic answers a request. */
const ANSWERED_MS = 30 * 60 * MINUTE_MS

/** Returns the status as of now: a request that has waited for longer than `ANSWERED_MS` is confirmed. */
export const answeredBy = (now: Date, status: AppointmentStatus, booked: Date): AppointmentStatus =>
  status === 'pending' && booked.getTime() + ANSWERED_MS < now.getTime() ? 'confirmed' : status

/** Returns the number of visits on a date. The farther the date is from today, the fewer visits it has. */
function visitsOn(random: Random, date: string, today: string): number {
  const ahead = dayNumber(date) - dayNumber(today)
  const fullness = ahead <= 0 ? 1 : Math.max(0.12, 1 - ahead / 32)
  return Math.round(8 * (weekdayRhythm[weekdayOf(date)] ?? 1) * fullness * (0.75 + random.next() * 0.5))
}

const shuffled = <T>(random: Random, list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, rank: random.next() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value)

/** Every 12th visit that took place was a walk-in: it was entered when it began. */
const WALK_IN_EVERY = 12

/**
 * Returns the time at which a visit was cancelled: from four to 36 hours before its start, so that some were cancelled
 * late, but after it was booked and not in the future.
 */
function cancelledAt(startsAt: Date, booked: Date, now: Date): Date {
  const hours = 4 + ((dayNumber(manilaDate(startsAt)) * 7 + startsAt.getUTCHours()) % 33)
  const at = Math.max(startsAt.getTime() - hours * 60 * MINUTE_MS, booked.getTime() + 5 * MINUTE_MS)
  return new Date(Math.min(at, now.getTime()))
}

type Answering = Pick<AppointmentOptions, 'staff' | 'now'>

/** Returns the status changes of an appointment, each with its time and the person who made it. */
function moves(random: Random, appointment: DemoAppointment, booked: Date, { staff, now }: Answering) {
  const cashier = random.pick(staff.cashiers)
  const answered = booked.getTime() + random.whole(5, 240) * MINUTE_MS
  const confirmed = new Date(Math.min(answered, appointment.startsAt.getTime(), now.getTime()))
  const path: Record<AppointmentStatus, AppointmentStatus[]> = {
    pending: [],
    confirmed: ['confirmed'],
    resched: ['resched'],
    'on-going': ['confirmed', 'on-going'],
    completed: ['confirmed', 'on-going', 'completed'],
    cancelled: ['cancelled'],
  }
  const at: Partial<Record<AppointmentStatus, Date>> = {
    'on-going': appointment.startsAt,
    cancelled: cancelledAt(appointment.startsAt, booked, now),
    completed: new Date(
      Math.min(
        appointment.startsAt.getTime() + (appointment.service.minutes + random.whole(-5, 10)) * MINUTE_MS,
        now.getTime(),
      ),
    ),
  }
  return path[appointment.status].map((status) => ({ status, at: at[status] ?? confirmed, by: cashier }))
}

/** A visit that is still without a client. `minutes` is the time until the room is needed again. */
type Visit = { date: string; time: string; startsAt: Date; minutes: number }

/** Clients without a log-in are booked by the cashier. */
const booker = (client: DemoClient, staff: DemoStaff): Actor => (client.email === null ? staff.cashiers[0]! : client)

/** Plans a visit: client, service, booking time and status. */
function planVisit(random: Random, options: AppointmentOptions, visit: Visit, { n, isLatest }: Place) {
  const { now } = options
  const { date, startsAt, minutes } = visit
  const known = options.clients.filter((client) => client.joined < startsAt && client.joined < now)
  const others = known.length ? known : options.clients
  const client = n % OWN_EVERY === 0 ? options.clients[0]! : random.pick(others)
  const fitting = options.services.filter((entry) => entry.minutes <= minutes)
  const service = random.weighted(fitting.map((entry) => [entry, entry.weight] as const))
  const leadMs = random.whole(1, 12 * 24) * 60 * MINUTE_MS
  const latest = Math.min(startsAt.getTime() - 30 * MINUTE_MS, now.getTime() - 10 * MINUTE_MS)
  const booked = new Date(Math.max(client.joined.getTime() + MINUTE_MS, latest - leadMs))
  const planned = isLatest ? ('on-going' as const) : statusAt(random, startsAt, service.minutes, now)
  const status = answeredBy(now, planned, booked)
  const isWalkIn = n % WALK_IN_EVERY === 0 && status === 'completed'
  const entered = isWalkIn ? startsAt : booked
  const appointment = { id: idAt(random, entered), client, service, date, startsAt, status }
  return { booked: entered, appointment, ...(isWalkIn && { by: options.staff.cashiers[0]! }) }
}

/** Returns the time at which the treatment of the n-th visit started: up to some minutes late. */
const startOf = (startsAt: Date, n: number, now: Date) =>
  new Date(Math.min(startsAt.getTime() + ((n * 7) % MOST_LATE) * MINUTE_MS, now.getTime()))

/** Optional fields of a visit in the sample, such as its practitioner. */
export type Details = Partial<
  Pick<DemoRows['appointments'][number], 'practitioner_id' | 'arrived_at' | 'overbook_reason'>
>

type Booked = {
  appointment: DemoAppointment
  time: string
  booked: Date
  minutes: number
  by?: Actor
  details?: Details
}

/** Writes a visit with its status changes. */
export function pushAppointment(
  rows: DemoRows,
  random: Random,
  { staff, now }: Answering,
  { appointment, time, booked, minutes, by = booker(appointment.client, staff), details = {} }: Booked,
): void {
  const { id, client, service, startsAt, status } = appointment
  const steps = moves(random, appointment, booked, { staff, now })
  const last = steps.at(-1)
  const cancelled = status === 'cancelled'
  const hasArrived = status === 'completed' || status === 'on-going'
  rows.appointments.push({
    id,
    branch_id: MAIN_BRANCH_ID,
    client_id: client.clientId,
    treatment_id: service.treatmentId,
    service_id: service.id,
    starts_at: startsAt,
    ends_at: new Date(startsAt.getTime() + minutes * MINUTE_MS),
    status,
    version: steps.length + 1,
    contact_number: client.phone,
    cancel_reason: cancelled ? random.pick(['client', 'no-show', 'clinic', 'other']) : null,
    cancelled_by: cancelled ? (last?.by.id ?? null) : null,
    done_at: status === 'completed' ? (last?.at ?? null) : null,
    started_at: hasArrived ? startOf(startsAt, rows.appointments.length, now) : null,
    arrived_at: hasArrived ? new Date(startsAt.getTime() - ARRIVES_EARLY * MINUTE_MS) : null,
    note: visitNotes[rows.appointments.length % NOTED_EVERY] ?? null,
    created_by: by.id,
    created_at: booked,
    updated_at: last?.at ?? booked,
    lapses_at: null,
    practitioner_id: null,
    overbook_reason: null,
    ...details,
  })
  logVisit(rows, random, appointment, { time, booked, by, steps })
}

type Place = { n: number; isLatest: boolean }

function addAppointment(rows: DemoRows, random: Random, options: AppointmentOptions, visit: Visit, place: Place) {
  const { booked, appointment, ...entered } = planVisit(random, options, visit, place)
  const { id, service, startsAt } = appointment
  const { minutes } = service
  if (appointment.status !== 'cancelled')
    occupyRoom(rows, options.roomId, {
      id,
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + minutes * MINUTE_MS),
    })
  pushAppointment(rows, random, options, { appointment, time: visit.time, booked, minutes, ...entered })
  return appointment
}

/**
 * Returns the minutes between two times; without an end (a clinic without opening hours), a visit can have any length.
 */
const minutesUntil = (from: Date, to: Date | undefined) =>
  to === undefined ? Infinity : (to.getTime() - from.getTime()) / MINUTE_MS

/** Plans at most one visit for each half hour of the days that are not closed. */
function planVisits(random: Random, options: AppointmentOptions): Visit[] {
  const today = manilaDate(options.now)
  const { hours } = options
  const dayTimes = hours ? SLOT_TIMES.filter((time) => time >= hours.opens && time < hours.closes) : usualTimes
  const visits: Visit[] = []
  for (let date = options.fromDate; date <= options.toDate; date = addDays(date, 1)) {
    if (options.closed.has(date)) continue
    const times = shuffled(random, dayTimes).slice(0, visitsOn(random, date, today))
    const starts = times.sort().map((time) => ({ date, time, startsAt: slotInstant(date, time) }))
    const end = hours && slotInstant(date, hours.closes)
    visits.push(
      ...starts.map((visit, n) => ({
        ...visit,
        minutes: minutesUntil(visit.startsAt, starts[n + 1]?.startsAt ?? end),
      })),
    )
  }
  return visits
}

/**
 * Makes appointments in every status. The latest one that has begun is on-going. In a clinic without opening hours this
 * visit may have begun long ago, because nobody may have ended it.
 */
export function makeAppointments(rows: DemoRows, random: Random, options: AppointmentOptions): DemoAppointment[] {
  const visits = planVisits(random, options)
  const { now, hours } = options
  const latest = visits.findLast(
    ({ date, startsAt }) => startsAt <= now && !(hours && now >= slotInstant(date, hours.closes)),
  )
  return visits.map((visit, n) => addAppointment(rows, random, options, visit, { n, isLatest: visit === latest }))
}
