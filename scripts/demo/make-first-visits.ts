import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { slotInstant } from '#shared/appointments/slots.ts'
import { SLOT_TIMES } from '#shared/clinic/opening-hours.ts'
import { addDays, manilaDate } from '#shared/lib/manila-time.ts'
import { logEvent } from './demo-log.ts'
import { occupyRoom, type DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import type { AppointmentOptions } from './make-appointments.ts'
import type { Random } from './random.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How many hours ago each first visit was booked; the oldest expires within a day. */
const BOOKED_HOURS_AGO = [3, 21, 40]
const HELD_HOURS = 48

type Options = Pick<AppointmentOptions, 'clients' | 'services' | 'roomId' | 'closed' | 'now'>

/** Returns a free time in the middle of an open day, at least `daysAhead` days from now. */
function freeTime(rows: DemoRows, { closed, now }: Options, daysAhead: number, minutes: number) {
  const taken = new Set(rows.resource_slots.map(({ slot_at }) => new Date(slot_at).getTime()))
  for (let ahead = daysAhead; ; ahead++) {
    const date = addDays(manilaDate(now), ahead)
    const isFree = (from: number) => {
      for (let at = from; at < from + minutes * MINUTE_MS; at += 15 * MINUTE_MS) if (taken.has(at)) return false
      return true
    }
    const time = SLOT_TIMES.slice(4, 20).find((each) => isFree(slotInstant(date, each).getTime()))
    if (!time || closed.has(date)) continue
    const startsAt = slotInstant(date, time)
    return { date, time, startsAt, endsAt: new Date(startsAt.getTime() + minutes * MINUTE_MS) }
  }
}

/** The notes that unknown clients wrote while booking their first visit. */
const NOTES = ['I have sensitive skin. May we try it on a small spot first?']

/** Adds a few unknown clients whose first visits wait for the clinic's confirmation. */
export function makeFirstVisits(rows: DemoRows, random: Random, options: Options): void {
  const { clients, services, roomId, now } = options
  const unknownClients = new Set(rows.clients.filter(({ proven_at }) => proven_at === null).map(({ id }) => id))
  for (const [n, hoursAgo] of BOOKED_HOURS_AGO.entries()) {
    const booked = new Date(now.getTime() - hoursAgo * HOUR_MS)
    const client = clients.find(({ clientId, joined }) => unknownClients.has(clientId) && joined < booked)
    const service = services[n * 5]
    if (!client || !service) return
    unknownClients.delete(client.clientId)
    const { date, time, startsAt, endsAt } = freeTime(rows, options, 3 + n * 2, service.minutes)
    const id = idAt(random, booked)
    rows.appointments.push({
      id,
      branch_id: MAIN_BRANCH_ID,
      client_id: client.clientId,
      treatment_id: service.treatmentId,
      service_id: service.id,
      starts_at: startsAt,
      ends_at: endsAt,
      status: 'pending',
      version: 1,
      contact_number: client.phone,
      client_note: NOTES[n] ?? null,
      cancel_reason: null,
      cancelled_by: null,
      done_at: null,
      created_by: client.id,
      created_at: booked,
      updated_at: booked,
      lapses_at: new Date(booked.getTime() + HELD_HOURS * HOUR_MS),
    })
    occupyRoom(rows, roomId, { id, starts_at: startsAt, ends_at: endsAt })
    const moment = { appointment_date: date, appointment_time: time }
    const parameters = { service: service.name, client: client.name, ...moment }
    const event = { type: 'appointments.appointment.booked', subjectId: id, parameters } as const
    logEvent(rows, random, { at: booked, by: client }, event)
  }
}
