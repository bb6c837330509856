import { isoInManila } from '#shared/lib/manila-time.ts'
import type { WalkIn } from '#shared/walk-ins/contract.ts'
import type { WalkInRow } from './views.ts'

/** The parameters of a walk-in's events in the log. */
export const parametersOf = (row: WalkInRow) => ({
  client: row.name,
  service: row.service_name,
  number: row.number,
})

export const presentWalkIn = (row: WalkInRow): WalkIn => ({
  id: row.id,
  business_date: row.business_date,
  number: row.number,
  state: row.state,
  user_id: row.user_id,
  client_id: row.client_id,
  name: row.name,
  email: row.email,
  contact_number: row.contact_number,
  service_id: row.service_id,
  service_name: row.service_name,
  came_at: isoInManila(row.created_at),
  appointment_id: row.appointment_id,
})
