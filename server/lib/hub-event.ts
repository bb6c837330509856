import { z } from 'zod'

/** What staff should see: a visit was booked and waits for an answer, or its client has cancelled or moved it. Ids only. */
const arrival = z.object({
  /** The appointment's. */
  id: z.string(),
  what: z.enum(['requested', 'cancelled', 'moved']),
  /** The account that did it, which is not notified of it. */
  by: z.string(),
})
export type Arrival = z.output<typeof arrival>

const hubEvent = z.discriminatedUnion('name', [
  z.object({ name: z.literal('AppointmentBooked'), arrivals: z.array(arrival).optional() }),
  /** What was busy may be free now, and no list of visits shows it: a held time was given up, hours or a service have changed. */
  z.object({ name: z.literal('TimesFreed') }),
  z.object({ name: z.literal('SessionsEnded'), session_ids: z.array(z.string()) }),
])
/** What every process of the clinic is told after a commit. */
export type HubEvent = z.output<typeof hubEvent>

/** A notification carries less than 8,000 bytes: this many ids of sessions fit, and this many arrivals. */
const SESSIONS_AT_ONCE = 150
const ARRIVALS_AT_ONCE = 50

const inPieces = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size))

/** Many bookings at once are one event, and so are sessions that end: as many as fit into a notification. */
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
 * Reads a notification. Any database role may send one, and another version of the app knows other events: `ignored`
 * says that something in it was broken or unknown.
 */
export function readEvents(payload: string | undefined): { events: HubEvent[]; ignored: boolean } {
  const list = z.array(z.unknown()).safeParse(parsed(payload ?? ''))
  const read = (list.data ?? []).map((value) => hubEvent.safeParse(value))
  const events = read.flatMap(({ data }) => (data ? [data] : []))
  return { events, ignored: !list.success || events.length < read.length }
}
