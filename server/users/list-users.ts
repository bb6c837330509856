import type { ReadContext } from '#server/lib/context.ts'
import { countByRole, countPeople, pageOfPeople, type Person } from '#server/people/find-person.ts'
import type { Output, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { UserRow, usersContract } from '#shared/users/contract.ts'
import * as queries from './queries.ts'

type OpenRequest = { requested_at: Date; reason: string | null }

function statusOf(person: Person): UserRow['status'] {
  if (person.closed_at) return 'Closed'
  return person.must_set_password ? 'Must set password' : 'Active'
}

/** A person as the user list shows them, with the e-mail they log in with. */
export const userRow = (person: Person, request?: OpenRequest): UserRow => ({
  id: person.id,
  name: person.name,
  username: person.email ?? '',
  email: person.email,
  contact_number: person.contact_number,
  role: person.role,
  practitioner_id: person.practitioner_id,
  status: statusOf(person),
  email_waits: person.email_waits,
  joinDate: isoInManila(person.created_at),
  version: person.version,
  closure_request: request ? { requested_at: isoInManila(request.requested_at), reason: request.reason } : null,
})

type ListQuery = Parsed<typeof usersContract.list>['querystring']

/** One page of people with the counts that the screen shows above the list, from one snapshot. */
export async function listUsers({ tx }: ReadContext, query: ListQuery): Promise<Output<typeof usersContract.list>> {
  const { page, per_page, search, role } = query
  const closed = query.closed === 'show'
  const among = query.closure === 'requested' ? await queries.idsWithOpenRequest(tx) : undefined
  const filter = { search, role, closed, among }
  const total = await countPeople(tx, filter)
  const people = await pageOfPeople(tx, filter, { size: per_page, offset: (page - 1) * per_page })
  const ids = people.map((person) => person.id)
  const requests = new Map((await queries.openRequestsOf(tx, ids)).map((request) => [request.user_id, request]))
  const { client, admin, cashier, practitioner } = await countByRole(tx, closed)
  return {
    users: people.map((person) => userRow(person, requests.get(person.id))),
    total,
    page,
    per_page,
    summary: {
      total: client + admin + cashier + practitioner,
      clients: client,
      admins: admin,
      cashiers: cashier,
      practitioners: practitioner,
      closure_requests: await queries.countClosureRequests(tx),
    },
  }
}
