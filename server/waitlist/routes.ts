import type { BookingLimits } from '#server/appointments/lock-client-and-day.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import type { Limits } from '#server/lib/http/limits.ts'
import { ownWaitlistContract as own, waitlistContract as contract } from '#shared/waitlist/contract.ts'
import { declineOffer, markEntryBooked, removeEntry, reopenEntry, withdrawEntry } from './change-entry.ts'
import { addEntry, joinWaitlist } from './join.ts'
import { listEntries, ownEntries } from './read-entries.ts'
import { takeOfferForClient, takeOwnOffer } from './take-offer.ts'
import { exportList } from '#server/history-logs/export-list.ts'
import { waitlistFile } from '#shared/waitlist/list-file.ts'

type Options = { limits: BookingLimits & Pick<Limits, 'waitlist'> }

export function waitlistRoutes(registerEndpoint: RegisterEndpoint, { limits }: Options): void {
  registerEndpoint(contract.list, (context, { querystring }) => listEntries(context, querystring))
  registerEndpoint(contract.exportList, (context, { querystring }) =>
    exportList(context, waitlistFile, { query: querystring, read: listEntries, rowsIn: 'data' }),
  )
  registerEndpoint(contract.add, async (context, { body }) => ({ data: await addEntry(context, body) }))
  registerEndpoint(contract.take, async (context, { params, body }) => ({
    data: await takeOfferForClient(context, params.id, body, limits),
  }))
  registerEndpoint(contract.markBooked, async (context, { params, body }) => ({
    data: await markEntryBooked(context, params.id, body.appointment_id),
  }))
  registerEndpoint(contract.offerAgain, async (context, { params }) => ({
    data: await reopenEntry(context, params.id),
  }))
  registerEndpoint(contract.remove, async (context, { params }) => ({ data: await removeEntry(context, params.id) }))

  registerEndpoint(own.mine, async (context) => ({ data: await ownEntries(context) }))
  registerEndpoint(own.join, async (context, { body }) => ({
    data: await joinWaitlist(context, body, limits.waitlist),
  }))
  registerEndpoint(own.take, async (context, { params, body }) => ({
    data: await takeOwnOffer(context, params.id, body.offer_id, limits),
  }))
  registerEndpoint(own.decline, async (context, { params, body }) => ({
    data: await declineOffer(context, params.id, body.offer_id),
  }))
  registerEndpoint(own.withdraw, async (context, { params }) => ({ data: await withdrawEntry(context, params.id) }))
}
