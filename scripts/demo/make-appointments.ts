import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import type { AppointmentStatus } from '#shared/appointments/status.ts'
import { slotInstant } from '#shared/appointments/slots.ts'
import { addDays, dayNumber, manilaDate, weekdayOf } from '#shared/lib/manila-time.ts'
import type { AuditEvent } from '#shared/events.ts'
import { logEvent, type Actor } from './demo-log.ts'
import { occupyRoom, type DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
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
  /** Minutes beyond half an hour, after which it is paid; 0 unless said. */
  longer?: number
}

export type AppointmentOptions = {
  clients: readonly DemoClient[]
  services: readonly DemoService[]
  staff: DemoStaff
  roomId: string
  now: Date
  /** Civil dates on which nobody is booked. */
  closed: ReadonlySet<string>
  fromDate: string
  toDate: string
}

const MINUTE_MS = 60_000
const ARRIVES_EARLY = 6

/** Few visits have a note: the first ones of each forty. */
const visitNotes = [
  'Prefers the quiet room.',
  'First laser: patch test before.',
  'Comes with her daughter; two chairs, please.',
]
const NOTED_EVERY = 40
/** 9:00 AM to 7:00 PM, where a clinic's day really lies. */
const dayTimes = SLOT_TIMES.slice(2, 23)

/** How busy a weekday is, Sunday first. */
export const weekdayRhythm = [0.8, 0.55, 0.7, 0.75, 0.85, 1.1, 1.35]

/** The state an appointment of `minutes` is in now, by when it starts. */
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

/** How many visits a date has: fewer the further away it still is. */
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

/** The moves that led to a status, with their instants and actors. */
function moves(random: Random, appointment: DemoAppointment, booked: Date, staff: DemoStaff) {
  const cashier = random.pick(staff.cashiers)
  const confirmed = new Date(
    Math.min(booked.getTime() + random.whole(5, 240) * MINUTE_MS, appointment.startsAt.getTime()),
  )
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
    completed: new Date(
      appointment.startsAt.getTime() + (appointment.service.minutes + random.whole(-5, 10)) * MINUTE_MS,
    ),
  }
  return path[appointment.status].map((status) => ({ status, at: at[status] ?? confirmed, by: cashier }))
}

/** `minutes`: until the room is needed for the next one. */
type Visit = { date: string; time: string; startsAt: Date; minutes: number }

/** Who has no log-in calls the clinic, and is booked for. */
const booker = (client: DemoClient, staff: DemoStaff): Actor => (client.email === null ? staff.cashiers[0]! : client)

/** Who comes, for what, booked when, and how far it has got. */
function planned(random: Random, options: AppointmentOptions, visit: Visit, isLatest: boolean) {
  const { now } = options
  const { date, startsAt, minutes } = visit
  const known = options.clients.filter((client) => client.joined < startsAt && client.joined < now)
  const client = random.pick(known.length ? known : options.clients)
  const fitting = options.services.filter((entry) => entry.minutes <= minutes)
  const service = random.weighted(fitting.map((entry) => [entry, entry.weight] as const))
  const leadMs = random.whole(1, 12 * 24) * 60 * MINUTE_MS
  const latest = Math.min(startsAt.getTime() - 30 * MINUTE_MS, now.getTime() - 10 * MINUTE_MS)
  const booked = new Date(Math.max(client.joined.getTime() + MINUTE_MS, latest - leadMs))
  const status = isLatest ? ('on-going' as const) : statusAt(random, startsAt, service.minutes, now)
  return { booked, appointment: { id: idAt(random, booked), client, service, date, startsAt, status } }
}

/** What a visit has beside its time, where the sample knows it. */
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

/** Writes a visit with the moves that led to its status. */
export function pushAppointment(
  rows: DemoRows,
  random: Random,
  { staff }: Pick<AppointmentOptions, 'staff'>,
  { appointment, time, booked, minutes, by = booker(appointment.client, staff), details = {} }: Booked,
): void {
  const { id, client, service, startsAt, status } = appointment
  const steps = moves(random, appointment, booked, staff)
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
  logSteps(rows, random, appointment, { time, booked, by, steps })
}

function addAppointment(rows: DemoRows, random: Random, options: AppointmentOptions, visit: Visit, isLatest: boolean) {
  const { booked, appointment } = planned(random, options, visit, isLatest)
  const { id, service, startsAt } = appointment
  const { minutes } = service
  if (appointment.status !== 'cancelled')
    occupyRoom(rows, options.roomId, {
      id,
      starts_at: startsAt,
      ends_at: new Date(startsAt.getTime() + minutes * MINUTE_MS),
    })
  pushAppointment(rows, random, options, { appointment, time: visit.time, booked, minutes })
  return appointment
}

function logSteps(
  rows: DemoRows,
  random: Random,
  appointment: DemoAppointment,
  { time, booked, by: bookedBy, steps }: { time: string; booked: Date; by: Actor; steps: ReturnType<typeof moves> },
): void {
  const { client } = appointment
  const moment = { appointment_date: appointment.date, appointment_time: time }
  // One that was moved had been booked for half an hour later.
  const before = { ...moment, appointment_time: SLOT_TIMES[SLOT_TIMES.indexOf(time) + 1] ?? time }
  const subjectId = appointment.id
  const log = (at: Date, by: Actor, event: AuditEvent) => logEvent(rows, random, { at, by }, event)
  const wasMoved = steps.some((step) => step.status === 'resched')
  const named = { service: appointment.service.name, client: client.name, ...(wasMoved ? before : moment) }
  log(booked, bookedBy, { type: 'appointments.appointment.booked', subjectId, parameters: named })
  let from: AppointmentStatus = 'pending'
  for (const { at, by, status } of steps) {
    const change = { field: 'status', from, to: status } as const
    if (status === 'resched') log(at, by, rescheduled(subjectId, client.name, before, moment, change))
    else
      log(at, by, {
        type: `appointments.appointment.${status}`,
        subjectId,
        parameters: { client: client.name, ...moment },
        changes: [change],
      })
    from = status
  }
}

type Moment = { appointment_date: string; appointment_time: string }
type StatusChange = { field: 'status'; from: AppointmentStatus; to: AppointmentStatus }

const rescheduled = (
  subjectId: string,
  client: string,
  from: Moment,
  to: Moment,
  status: StatusChange,
): AuditEvent => ({
  type: 'appointments.appointment.rescheduled',
  subjectId,
  parameters: { client, from, to },
  changes: [{ field: 'appointment_time', from: from.appointment_time, to: to.appointment_time }, status],
})

/** The last visit of a day has as long as it likes. */
const minutesUntil = (from: Date, to: Date | undefined) =>
  to === undefined ? Infinity : (to.getTime() - from.getTime()) / MINUTE_MS

/** The half hours at which visits begin, at most one each, none on closed days. */
function planVisits(random: Random, options: AppointmentOptions): Visit[] {
  const today = manilaDate(options.now)
  const visits: Visit[] = []
  for (let date = options.fromDate; date <= options.toDate; date = addDays(date, 1)) {
    if (options.closed.has(date)) continue
    const times = shuffled(random, dayTimes).slice(0, visitsOn(random, date, today))
    const starts = times.sort().map((time) => ({ date, time, startsAt: slotInstant(date, time) }))
    visits.push(
      ...starts.map((visit, n) => ({ ...visit, minutes: minutesUntil(visit.startsAt, starts[n + 1]?.startsAt) })),
    )
  }
  return visits
}

/** Appointments in every state; the one that began last is on-going, or was never ended. */
export function makeAppointments(rows: DemoRows, random: Random, options: AppointmentOptions): DemoAppointment[] {
  const visits = planVisits(random, options)
  const latest = visits.findLast((visit) => visit.startsAt <= options.now)
  return visits.map((visit) => addAppointment(rows, random, options, visit, visit === latest))
}
