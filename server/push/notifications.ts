import type { ReadTx } from '#server/db/pool.ts'
import { appointmentsByIds } from '#server/appointments/public.ts'
import type { Arrival } from '#server/lib/hub-event.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { UNANSWERED_STATUSES } from '#shared/appointments/status.ts'
import type { Role } from '#shared/people/role.ts'
import { formatDay } from '#shared/lib/manila-time.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import { pushMessages as s } from '#shared/push/messages.ts'
import { homeOf } from '#shared/users/roles.ts'
import * as queries from './queries.ts'

export type Device = Awaited<ReturnType<typeof queries.subscriptions>>[number]
type Keys = NonNullable<Awaited<ReturnType<typeof queries.keys>>>

/** Service-worker notification payload and click URL. No client data: it appears on lock screens. */
type Payload = { title: string; text: string; tag: string; address: string }
export type PushNotification = { device: Device; keys: Keys; payload: Payload }

type Visit = Awaited<ReturnType<typeof appointmentsByIds>>[number]

/** True if staff should be notified: the client made the change, and staff have not answered the visit meanwhile. */
const isNews = ({ what, by }: Arrival, visit: Visit) =>
  visit.user_id === by && UNANSWERED_STATUSES[what].some((status) => status === visit.status)

/** The URL of the day view with the visit. */
const dayOf = ({ appointment_date }: Visit, role: Role) =>
  `${role === 'admin' ? '/Appointment' : '/cashier/appointments'}?view=day&date=${appointment_date}`

function payloadOf({ what }: Arrival, visit: Visit, role: Role): Payload {
  const moment = `${formatDay(visit.appointment_date)}, ${formatStart(visit.appointment_time)}`
  return {
    title: s[what],
    text: s.what(moment, servicesOf({ ...visit, further_services: visit.further ?? [] })),
    // A device shows one notification for each tag, so a later notification of the visit replaces the earlier one.
    tag: visit.id,
    address: what === 'requested' ? `${homeOf[role]}#requests` : dayOf(visit, role),
  }
}

/**
 * The notifications for every subscribed staff device about bookings, cancellations and moves by clients (`Arrival`).
 */
export async function notificationsOf(tx: ReadTx, arrivals: readonly Arrival[]): Promise<PushNotification[]> {
  const keys = await queries.keys(tx)
  const devices = keys ? await queries.subscriptions(tx) : []
  const ofStaff = devices.filter(({ role }) => permissionsOf(role).has('appointments.manage'))
  if (!keys || ofStaff.length === 0) return []
  const visits = new Map(
    (
      await appointmentsByIds(
        tx,
        arrivals.map(({ id }) => id),
      )
    ).map((visit) => [visit.id, visit]),
  )
  return arrivals.flatMap((arrival) => {
    const visit = visits.get(arrival.id)
    if (!visit || !isNews(arrival, visit)) return []
    return ofStaff.map((device) => ({ device, keys, payload: payloadOf(arrival, visit, device.role) }))
  })
}
