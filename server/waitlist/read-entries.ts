import type { Principal, ReadContext } from '#server/lib/context.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { servicesOf } from '#shared/lib/visit-services.ts'
import type { OwnWaitlistEntry, WaitlistEntry, WaitlistOffer, waitlistContract } from '#shared/waitlist/contract.ts'
import { OPEN_WAITLIST_STATES } from '#shared/waitlist/requested-times.ts'
import * as views from './views.ts'

/** The parameters of the history log's events about a waitlist entry. */
export const parametersOf = (row: views.EntryRow) => ({ client: row.name, service: servicesOf(row) })

/** The ids of the services of a waitlist entry after its first one. */
export const idsOf = ({ further_services }: Pick<views.EntryRow, 'further_services'>): string[] =>
  further_services.map(({ service_id }) => service_id)

/** The current offer of a waitlist entry; null when there is none or it has expired. */
function offerOf(row: views.EntryRow, now: Date): WaitlistOffer | null {
  const { offer_id, appointment_date, appointment_time, made_at, ends_at } = row
  if (!offer_id || !appointment_date || !appointment_time || !made_at || !ends_at || ends_at <= now) return null
  return {
    id: offer_id,
    appointment_date,
    appointment_time,
    practitioner_name: row.offer_practitioner_name,
    made_at: isoInManila(made_at),
    ends_at: isoInManila(ends_at),
    seconds_left: Math.ceil((ends_at.getTime() - now.getTime()) / 1000),
  }
}

/** A waitlist entry as its client sees it. */
export const ownEntry = (row: views.EntryRow, now: Date): OwnWaitlistEntry => ({
  id: row.id,
  treatment_name: row.treatment_name,
  service_id: row.service_id,
  service_name: row.service_name,
  further_services: row.further_services,
  duration_minutes: row.further_services.reduce((sum, one) => sum + one.duration_minutes, row.duration_minutes),
  practitioner_id: row.practitioner_id,
  practitioner_name: row.practitioner_name,
  first_date: row.first_date,
  last_date: row.last_date,
  day_parts: row.day_parts,
  state: row.state,
  created_at: isoInManila(row.created_at),
  offer: offerOf(row, now),
})

/** A waitlist entry as staff see it. */
export const staffEntry = (row: views.EntryRow, now: Date): WaitlistEntry => ({
  ...ownEntry(row, now),
  client: {
    user_id: row.user_id,
    client_id: row.client_id,
    name: row.name,
    contact_number: row.contact_number,
    email: row.email,
    last_visit: row.last_visit,
  },
  offers_made: row.offers_made,
  offered_online: row.bookable_online && row.is_offered,
})

type List = typeof waitlistContract.list

/** A page of the branch's waitlist, with the number of entries in each state. */
export async function listEntries(
  { tx, branchId, now }: ReadContext,
  { state, search, page, per_page }: Parsed<List>['querystring'],
): Promise<Answer<List>> {
  const filter = { branchId, search }
  const rows = await views.entriesPage(tx, filter, state, { page, per_page })
  const summary = {
    waiting: 0,
    offered: 0,
    taken: 0,
    withdrawn: 0,
    expired: 0,
    ...(await views.countByState(tx, filter)),
  }
  const states = state === 'open' ? OPEN_WAITLIST_STATES : [state]
  const total = states.reduce((sum, one) => sum + summary[one], 0)
  return { data: rows.map((row) => staffEntry(row, now)), total, page, per_page, summary }
}

/** A person's own open waitlist entries. */
export const ownEntries = async ({ tx, user, now }: ReadContext<Principal>): Promise<OwnWaitlistEntry[]> =>
  (await views.openEntriesOf(tx, user.id)).map((row) => ownEntry(row, now))
