import type { DemoRows } from './demo-rows.ts'

const HELD_MS = 48 * 3_600_000

type Appointment = DemoRows['appointments'][number]

const instant = (value: Appointment['created_at']) => new Date(value).getTime()

/**
 * Returns the ids of clients whose visit the clinic has confirmed or booked, or to whom it has sold, or whom it has
 * added itself.
 */
function provenClients(rows: DemoRows): Set<string> {
  const proven = new Set(rows.documents.flatMap(({ client_id }) => (client_id ? [client_id] : [])))
  for (const { client_id, status } of rows.appointments)
    if (status !== 'pending' && status !== 'cancelled') proven.add(client_id)
  const registered = new Set(
    rows.events.filter(({ type }) => type === 'auth.client.registered').map(({ subject_id }) => subject_id),
  )
  for (const { id, person_id } of rows.clients) if (!registered.has(person_id)) proven.add(id)
  return proven
}

/**
 * Sets for each client whether the clinic knows them. An unknown client may have one visit, which was booked within the
 * last two days; all other clients are marked as known.
 */
export function provePeople(rows: DemoRows, now: Date): void {
  const proven = provenClients(rows)
  const pendingOf = new Map<string, Appointment[]>()
  for (const row of rows.appointments)
    if (row.status === 'pending') pendingOf.set(row.client_id, [...(pendingOf.get(row.client_id) ?? []), row])
  for (const client of rows.clients) {
    const pending = pendingOf.get(client.id) ?? []
    const isHeld = pending.every((row) => instant(row.created_at) + HELD_MS > now.getTime())
    if (proven.has(client.id) || pending.length > 1 || !isHeld) client.proven_at = client.joined_at
    else {
      client.proven_at = null
      for (const row of pending)
        row.lapses_at = new Date(Math.min(instant(row.created_at) + HELD_MS, instant(row.starts_at)))
    }
  }
}
