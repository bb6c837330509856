import { z } from 'zod'

/** What every process of the clinic is told after a commit. */
export type HubEvent = { name: 'AppointmentBooked' } | { name: 'SessionsEnded'; session_ids: string[] }

const hubEvent = z.discriminatedUnion('name', [
  z.object({ name: z.literal('AppointmentBooked') }),
  z.object({ name: z.literal('SessionsEnded'), session_ids: z.array(z.string()) }),
])

/** A notification carries less than 8,000 bytes: this many ids of sessions fit. */
const SESSIONS_AT_ONCE = 150

/** Many bookings at once are one piece of news; ended sessions are put together, as many as fit into a notification. */
export function mergeEvents(events: readonly HubEvent[]): HubEvent[] {
  const merged: HubEvent[] = events.some((event) => event.name === 'AppointmentBooked')
    ? [{ name: 'AppointmentBooked' }]
    : []
  const ended = events.flatMap((event) => (event.name === 'SessionsEnded' ? event.session_ids : []))
  for (let first = 0; first < ended.length; first += SESSIONS_AT_ONCE)
    merged.push({ name: 'SessionsEnded', session_ids: ended.slice(first, first + SESSIONS_AT_ONCE) })
  return merged
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
