import { z } from 'zod'

/**
 * Something that staff should see: a booking that waits for an answer, or a cancellation or move by the client.
 * Contains ids only.
 */
const arrival = z.object({
  /** The appointment's id. */
  id: z.string(),
  what: z.enum(['requested', 'cancelled', 'moved']),
  /** The account that made the change, which gets no notification of its own change. */
  by: z.string(),
})
export type Arrival = z.output<typeof arrival>

const hubEvent = z.discriminatedUnion('name', [
  z.object({ name: z.literal('AppointmentBooked'), arrivals: z.array(arrival).optional() }),
  /**
   * Announces that times may have become free although no visit has changed: a slot reservation was released, or hours
   * or a service have changed.
   */
  z.object({ name: z.literal('TimesFreed') }),
  z.object({ name: z.literal('SessionsEnded'), session_ids: z.array(z.string()) }),
])
/** The events that every process receives after a commit. */
export type HubEvent = z.output<typeof hubEvent>

/** A PostgreSQL notification has less than 8,000 bytes, enough for this many session ids and this many arrivals. */
const SESSIONS_AT_ONCE = 150
const ARRIVALS_AT_ONCE = 50

const inPieces = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

/** Merges bookings, and ended sessions, into as few events as fit into notifications. */
export function mergeEvents(events: readonly HubEvent[]): HubEvent[] {
  const booked = events.filter((event) => event.name === 'AppointmentBooked')
  const arrivals = inPieces(
    booked.flatMap((event) => event.arrivals ?? []),
    ARRIVALS_AT_ONCE,
  ).map((piece): HubEvent => ({ name: 'AppointmentBooked', arrivals: piece }))
  const plain: HubEvent[] = booked.length > 0 && arrivals.length === 0 ? [{ name: 'AppointmentBooked' }] : []
  const freed: HubEvent[] = events.some(({ name }) => name === 'TimesFreed') ? [{ name: 'TimesFreed' }] : []
  const ended = events.flatMap((event) => (event.name === 'SessionsEnded' ? event.session_ids : []))
  const endings = inPieces(ended, SESSIONS_AT_ONCE).map((session_ids): HubEvent => ({
    name: 'SessionsEnded',
    session_ids,
  }))
  return [...plain, ...arrivals, ...freed, ...endings]
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

/**
 * Parses the announcements of one PostgreSQL NOTIFY. Any database role can send one, and other versions of the app know
 * other announcements; `ignored` is true when some were invalid or unknown.
 */
export function readEvents(payload: string | undefined): { events: HubEvent[]; ignored: boolean } {
  const list = z.array(z.unknown()).safeParse(parsed(payload ?? ''))
  const read = (list.data ?? []).map((value) => hubEvent.safeParse(value))
  const events = read.flatMap(({ data }) => (data ? [data] : []))
  return { events, ignored: !list.success || events.length < read.length }
}
