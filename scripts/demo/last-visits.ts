import { manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { DemoRows } from './demo-rows.ts'

/** Sets the date of each client's last visit: a completed visit or a sold service. */
export function setLastVisits(rows: DemoRows): void {
  const last = new Map<string, CivilDate>()
  const note = (clientId: string, date: CivilDate) => {
    if (date > (last.get(clientId) ?? '')) last.set(clientId, date)
  }
  for (const { client_id, date } of rows.client_services) note(client_id, date)
  for (const { client_id, status, starts_at } of rows.appointments)
    if (status === 'completed') note(client_id, manilaDate(new Date(starts_at)))
  for (const client of rows.clients) client.last_visit = last.get(client.id) ?? null
}
